import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { cutWhenSilent, limitStatements } from './database.ts'

/** Between two attempts to listen anew, in ms. */
const patience = 250
/** Between two proofs that what is notified would be heard, in ms: there may be nothing to notify for days. */
const heartbeat = 2000
/** How long a proof counts, in ms. */
const proofLifetime = 5000

type Listening = {
  channel: string
  onNotification: (payload: string) => void
  /** Listening begins, or begins anew after an interruption in which notifications were missed. */
  onListening: () => void
}

/**
 * Hears what the database notifies on a channel, on a connection of its own beside the pool's (which needs a direct
 * one: a pooler in transaction mode hands out others), and listens anew when it is lost. Resolves once it listens.
 */
export async function listenTo(pool: pg.Pool, { channel, onNotification, onListening }: Listening, log: Log) {
  const listen = `listen ${pg.escapeIdentifier(channel)}`
  const stopping = new AbortController()
  let isListening = false
  let provedAt = 0
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const { options } = pool
    const next = new pg.Client({
      ...options,
      // The pool hides it from being spread.
      password: options.password,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    next.on('error', (error) => {
      if (!stopping.signal.aborted) log.warn({ reason: error.message, channel }, 'notifications interrupted')
    })
    next.on('notification', ({ payload }) => onNotification(payload ?? ''))
    await next.connect()
    cutWhenSilent(next)
    await limitStatements(next)
    await next.query(listen)
    next.on('end', () => void listenAnew())
    isListening = true
    provedAt = performance.now()
    onListening()
    return next
  }

  async function listenAnew(): Promise<void> {
    isListening = false
    while (!stopping.signal.aborted) {
      try {
        client = await connect()
        if (stopping.signal.aborted) await client.end()
        return
      } catch {
        await delay(patience, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  async function catchUp(): Promise<void> {
    try {
      // PostgreSQL hands out what is pending before it says that a statement is done.
      await client.query(listen)
      provedAt = performance.now()
    } catch {
      // It listens anew.
    }
  }

  async function keepProving(): Promise<void> {
    while (!stopping.signal.aborted) {
      await catchUp()
      await delay(heartbeat, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  void keepProving()

  return {
    /** Whether what was notified until a few seconds ago has been heard, and what is notified now will be. */
    isListening: () => isListening && performance.now() - provedAt < proofLifetime,

    /** Resolves when what was committed before the call has been heard, or could not be. */
    catchUp,

    async stop(): Promise<void> {
      stopping.abort()
      await client.end()
    },
  }
}
