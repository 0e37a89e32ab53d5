/** The data that the server wrote into the page's HTML under an id; null where it wrote none. */
export function writtenData<Data>(id: string): Data | null {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as Data) : null
}

/** The data that the server writes into the HTML of another page; rejects where it can't be fetched. */
export async function fetchWrittenData<Data>(path: string, id: string): Promise<Data | null> {
  const html = await (await fetch(path)).text()
  const [, text] = new RegExp(`id="${id}">([^<]*)<`).exec(html) ?? []
  return text ? (JSON.parse(text) as Data) : null
}
