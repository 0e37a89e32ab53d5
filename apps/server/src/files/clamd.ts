import { once } from 'node:events'
import { connect } from 'node:net'
import type { ClamdAddress } from '../platform/clamd-address.ts'

/** Characters of an answer at most, and of a signature. */
const maximumAnswer = 1000
const maximumSignature = 100

/**
 * Has clamd look at bytes, by its command INSTREAM (`man clamd`): blocks with their lengths, and an empty one at the end.
 * Answers the signature of what it found, or null.
 *
 * @param timeoutMs of the whole
 * @throws Error where it can't be reached, says that it failed, or takes too long
 */
export async function scanWithClamd(
  address: ClamdAddress,
  content: AsyncIterable<Uint8Array>,
  timeoutMs: number,
): Promise<string | null> {
  const socket = connect(address)
  const timeout = setTimeout(() => socket.destroy(new Error('clamd did not answer in time')), timeoutMs)
  let answer = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    if (answer.length < maximumAnswer) answer += text
  })
  const ended = once(socket, 'close')
  // The first failure is what is thrown below.
  ended.catch(() => {})
  const write = async (bytes: Uint8Array) => {
    // It may answer before the end, and close.
    if (socket.writable && !socket.write(bytes)) await Promise.race([once(socket, 'drain'), ended])
  }
  try {
    await write(Buffer.from('zINSTREAM\0'))
    for await (const bytes of content) {
      await write(lengthOf(bytes.length))
      await write(bytes)
    }
    await write(lengthOf(0))
    await ended
  } finally {
    clearTimeout(timeout)
    socket.destroy()
  }
  const [, found] = /^stream: (.+) FOUND\0?$/.exec(answer) ?? []
  if (found) return found.replaceAll(/[^ -~]/g, '_').slice(0, maximumSignature)
  if (/^stream: OK\0?$/.test(answer)) return null
  throw new Error(`clamd answered ${JSON.stringify(answer.slice(0, maximumSignature))}`)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
