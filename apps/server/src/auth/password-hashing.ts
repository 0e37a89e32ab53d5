import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { AppError } from '../platform/app-error.ts'
import type { hashPassword as hash, verifyPassword as verify } from './password-hashing.worker.ts'

/** Threads that hash. Each takes the memory of one hash. */
export const hashesAtOnce = Math.min(4, availableParallelism())

/** The longest queue of passwords that wait for a thread: a second or two of work. */
const longestQueue = 40
/** Seconds after which who found the queue full may come again. */
const secondsToDrain = 5

/**
 * Threads that hash and do nothing else, for as long as there is something to hash. They come after everything else that
 * wants the processor: a crowd that signs in takes what the chat leaves.
 */
const threads = new Piscina({
  filename: new URL('./password-hashing.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: hashesAtOnce,
  maxQueue: longestQueue,
  idleTimeout: 10_000,
  niceIncrement: 10,
})

/** Passwords that wait for a thread. */
export function countWaitingPasswords(): number {
  return threads.queueSize
}

/** Rejects with `common.unavailable` where too many wait. */
export async function hashPassword(password: string): Promise<string> {
  refuseWhenFull()
  return await threads.run(password satisfies Parameters<typeof hash>[0], { name: 'hashPassword' })
}

/** Rejects with `common.unavailable` where too many wait. */
export async function verifyPassword(attempt: Parameters<typeof verify>[0]): Promise<boolean> {
  refuseWhenFull()
  return await threads.run(attempt, { name: 'verifyPassword' })
}

/** The pool refuses too, by an error that has no code. */
function refuseWhenFull(): void {
  if (threads.queueSize >= longestQueue) throw new AppError('common.unavailable', { seconds: secondsToDrain })
}
