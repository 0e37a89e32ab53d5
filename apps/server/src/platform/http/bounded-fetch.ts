/** Milliseconds that another site may take for one answer; somebody waits for it meanwhile. */
const timeoutMs = 5000

/** Bytes; the largest answers are those of CTFtime, with the description of an event. */
const maximumAnswerBytes = 256 * 1024

/**
 * A request to another site that the operator named, with an end to its time and to its size. Redirects are refused: they would
 * carry a secret, or this server's place in its network, to an address that nobody configured. Rejects without an answer.
 */
export async function fetchBounded(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
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
  const answer = await fetchBounded(url, init)
  if (!answer.ok) throw new Error(`${answer.status} was answered`)
  return await answer.json()
}
