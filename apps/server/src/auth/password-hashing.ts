import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { hashPassword as hash, verifyPassword as verify } from './password-hashing.worker.ts'

/**
 * Threads that hash and do nothing else, for as long as there is something to hash. They come after everything else that
 * wants the processor: a crowd that signs in takes what the chat leaves, and each thread takes the memory of one hash.
 * Others wait for their turn.
 */
const threads = new Piscina({
  filename: new URL('./password-hashing.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.min(4, availableParallelism()),
  idleTimeout: 10_000,
  niceIncrement: 10,
})

/** Passwords that wait for a thread. */
export function countWaitingPasswords(): number {
  return threads.queueSize
}

export function hashPassword(password: string): Promise<string> {
  return threads.run(password satisfies Parameters<typeof hash>[0], { name: 'hashPassword' })
}

export function verifyPassword(attempt: Parameters<typeof verify>[0]): Promise<boolean> {
  return threads.run(attempt, { name: 'verifyPassword' })
}
