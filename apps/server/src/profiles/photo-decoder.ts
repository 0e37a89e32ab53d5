import { type ChildProcess, fork } from 'node:child_process'
import { AppError } from '../platform/app-error.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import type { DecodedPhoto, DecoderMessage } from './photo-decoder.child.ts'

/** Milliseconds for the start of the process. */
const startTimeoutMs = 10_000
/** Pictures that wait for the one that is decoded. */
const longestQueue = 20
/** Seconds after which who found the queue full may come again. */
const secondsToDrain = 5

export type PhotoDecoder = ReturnType<typeof createPhotoDecoder>

/**
 * Decodes pictures of strangers, one at a time, in a process that has neither the server's memory nor its settings, and that
 * is there only while there is something to decode: it is killed over a picture that takes longer than `timeoutMs`, and ends
 * `idleTimeoutMs` after the last one.
 */
export function createPhotoDecoder({ timeoutMs = 5000, idleTimeoutMs = 60_000 } = {}) {
  const queue = createKeyedSemaphore({ perKey: 1, queuedPerKey: 1, total: 1 })
  const decoding = new Set<string>()
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  /**
   * The member's photo in its sizes; null where the bytes are no picture, the process fails over them or takes too long. Rejects
   * with `profiles.photo_busy` where too many wait, or another picture of the member's.
   */
  async function decode(uid: string, bytes: Uint8Array): Promise<DecodedPhoto | null> {
    if (decoding.has(uid) || queue.count().waiting >= longestQueue)
      throw new AppError('profiles.photo_busy', { seconds: secondsToDrain })
    decoding.add(uid)
    try {
      return await queue.run(uid, () => decodeNext(bytes))
    } finally {
      decoding.delete(uid)
    }
  }

  async function decodeNext(bytes: Uint8Array): Promise<DecodedPhoto | null> {
    clearTimeout(idle)
    child ??= await start()
    const answered = nextMessage(child, timeoutMs)
    // A process that is gone doesn't answer; without a function here it would be an error that nobody catches.
    child.send(bytes, () => {})
    const message = await answered
    idle = setTimeout(stop, idleTimeoutMs)
    idle.unref()
    return message && message !== 'ready' ? message.photo : null
  }

  /** Rejects where the process can't work on this machine. */
  async function start(): Promise<ChildProcess> {
    const started = fork(new URL('./photo-decoder.child.ts', import.meta.url), {
      serialization: 'advanced',
      // No secret and no address of a database.
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let complaint = ''
    started.stderr?.on('data', (text) => {
      complaint = `${complaint}${text}`.slice(-2000)
    })
    started.on('error', (error) => {
      complaint += error.message
    })
    started.once('exit', () => {
      if (child === started) child = null
    })
    if ((await nextMessage(started, startTimeoutMs)) !== 'ready')
      throw new Error(`pictures can't be decoded: ${complaint}`)
    return started
  }

  /** Ends the process; the next picture starts another. */
  function stop(): void {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }

  return { decode, stop }
}

/** The next message of the process; null where it ends before, or sends none for `timeoutMs`, for which it is killed. */
function nextMessage(child: ChildProcess, timeoutMs: number): Promise<DecoderMessage | null> {
  return new Promise((resolve) => {
    const settle = (message: DecoderMessage | null) => {
      clearTimeout(deadline)
      child.off('message', settle).off('close', fail).off('error', fail)
      resolve(message)
    }
    const fail = () => settle(null)
    // Its end is awaited, so that the next picture finds no process that is ending.
    const deadline = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    child.once('message', settle).once('close', fail).once('error', fail)
  })
}
