import { connect } from 'node:net'

export type RawAnswer = { status: number; type: string; text: string }

/**
 * Sends exactly these bytes on a connection of its own and answers what came back; status 0 where the server closed
 * without an answer. No client library stands between, which would mend what is wrong with the bytes.
 *
 * @param isEnding says at once that no more will come
 * @param from the loopback address that it comes from
 */
export function sendRaw(
  origin: string,
  bytes: string | Buffer,
  { isEnding = false, from = '127.0.0.1' } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', localAddress: from })
    const chunks: Buffer[] = []
    const deadline = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer to ${JSON.stringify(String(bytes).slice(0, 300))}`))
    }, 10_000)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(deadline)
      const text = Buffer.concat(chunks).toString()
      const type = /^content-type: *(\S*)/im.exec(text)?.[1] ?? ''
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), type, text })
    })
    if (isEnding) socket.end(bytes)
    else socket.write(bytes)
  })
}

/** The head of a request that closes its connection, with a browser's own headers and those given. */
export function rawHead(
  origin: string,
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[] = [],
): string {
  const all = [['Host', new URL(origin).host], ['Origin', origin], ['Connection', 'close'], ...headers]
  return `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}
