import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'redis'
import type { Log } from '../log/log.ts'

/** How long the start waits for the first connection, in milliseconds. */
const firstConnection = 2000
/** Answers that are awaited at most; a Redis that hangs must not gather more. */
const maximumPending = 1000

export type Redis = ReturnType<typeof createRedis>

export type OpenRedis = { redis: Redis; close(): void }

/**
 * Opens the process's one connection to Redis. It comes back by itself after a loss, with growing pauses and jitter, and
 * while it is away each command fails at once: nothing may wait for Redis, and what can't do without it is not built on it.
 * @param url `redis:` or `rediss:`, with credentials and the number of the database where they are needed
 */
export async function openRedis(url: string, log: Log): Promise<OpenRedis> {
  const redis = createRedis(url)
  let isLogged = false
  // Without a listener an error would end the process. Each attempt to reconnect reports one: the first is logged.
  redis.on('error', (error: Error & { code?: string }) => {
    if (!isLogged)
      log.warn(
        { reason: error.message || error.code },
        'the Redis of COVO_REDIS_URL is away: until it is back each process counts messages and searches by itself',
      )
    isLogged = true
  })
  redis.on('ready', () => {
    if (isLogged) log.info('the Redis of COVO_REDIS_URL is back')
    isLogged = false
  })
  const failed = new Promise<void>((resolve) => redis.once('error', () => resolve()))
  const connected = redis.connect().catch(() => {})
  await Promise.race([connected, failed, delay(firstConnection, undefined, { ref: false })])
  return { redis, close: () => redis.destroy() }
}

function createRedis(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: maximumPending,
    socket: { connectTimeout: 5000 },
  })
}
