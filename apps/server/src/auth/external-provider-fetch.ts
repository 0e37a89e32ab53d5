/** Milliseconds that a provider may take for one answer; somebody is looking at an empty popup meanwhile. */
const providerTimeoutMs = 5000

/** Bytes; the largest answers are key sets of a few kilobytes. */
const maximumAnswerBytes = 256 * 1024

/**
 * A request to a provider, with an end to its time and to its size. Redirects are refused: they would carry the client's
 * secret, or this server's place in its network, to an address that nobody configured. Rejects without an answer.
 */
export async function fetchFromProvider(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(providerTimeoutMs),
  })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  // Leaving the loop early ends the connection.
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > maximumAnswerBytes) throw new Error(`more than ${maximumAnswerBytes} bytes were answered`)
    chunks.push(chunk)
  }
  return new Response(new Blob(chunks), { status: answer.status, headers: answer.headers })
}

/** The JSON of a successful answer; rejects for any other. */
export async function fetchJson(url: string | URL, init?: RequestInit): Promise<unknown> {
  const answer = await fetchFromProvider(url, init)
  if (!answer.ok) throw new Error(`${answer.status} was answered`)
  return await answer.json()
}
