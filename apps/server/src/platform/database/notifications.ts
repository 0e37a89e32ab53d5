import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { cutWhenSilent } from './database.ts'
import type { PrimaryPool } from './primary-pool.ts'

/** Milliseconds between two attempts to reconnect. */
const reconnectDelayMs = 250
/** Milliseconds between two health checks of the LISTEN: there may be nothing to notify for days. */
const heartbeatIntervalMs = 2000
/** Milliseconds for which a successful health check counts. */
const confirmationLifetimeMs = 5000

type Listening = {
  channel: string
  onNotification: (payload: string) => void
  /** Listening begins, or begins again after an interruption in which notifications were missed. */
  onListening: () => void
}

/**
 * Listens to a channel of the database (LISTEN), on a connection of its own beside the pool's, and reconnects when it is lost.
 * The connection must be a direct one: a pooler in transaction mode hands out others. Resolves once it listens.
 */
export async function listenTo(
  pool: PrimaryPool,
  { channel, onNotification, onListening }: Listening,
  log: Log,
) {
  const listen = `listen ${pg.escapeIdentifier(channel)}`
  const stopping = new AbortController()
  let isListening = false
  let lastConfirmedAt = 0
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const next = pool.createClient({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 })
    next.on('error', (error) => {
      if (!stopping.signal.aborted) log.warn({ reason: error.message, channel }, 'notifications interrupted')
    })
    next.on('notification', ({ payload }) => onNotification(payload ?? ''))
    await next.connect()
    cutWhenSilent(next)
    await next.query(listen)
    next.on('end', () => void reconnect())
    isListening = true
    lastConfirmedAt = performance.now()
    onListening()
    return next
  }

  async function reconnect(): Promise<void> {
    isListening = false
    while (!stopping.signal.aborted) {
      try {
        client = await connect()
        if (stopping.signal.aborted) await client.end()
        return
      } catch {
        await delay(reconnectDelayMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  async function catchUp(): Promise<void> {
    try {
      // PostgreSQL sends pending notifications before it reports that a statement is done.
      await client.query(listen)
      lastConfirmedAt = performance.now()
    } catch {
      // The end of the connection makes it reconnect.
    }
  }

  async function checkHealth(): Promise<void> {
    while (!stopping.signal.aborted) {
      await catchUp()
      await delay(heartbeatIntervalMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  void checkHealth()

  return {
    /** Whether all notifications until a few seconds ago have been received, and those of now will be. */
    isListening: () => isListening && performance.now() - lastConfirmedAt < confirmationLifetimeMs,

    /** Resolves when the notifications of all commits before the call have been received, or could not be. */
    catchUp,

    async stop(): Promise<void> {
      stopping.abort()
      await client.end()
    },
  }
}
