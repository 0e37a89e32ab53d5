import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log/log.ts'
import { storePresences } from './presence.store.ts'

/** Milliseconds between two looks for members who have connected. */
const lookIntervalMs = 2000
/** Milliseconds after which all who are connected are noted again; `findOnlineFriends` counts on more than two in its time. */
const noteIntervalMs = 30_000

type PresenceDependencies = {
  database: Database
  /** The members who are connected to this process. */
  connectedMembers: () => Set<string>
  log: Log
}

/** Notes the members who are connected to this process: all of them every 30 seconds in one statement, new ones soon after they came. */
export function startPresence({ database, connectedMembers, log }: PresenceDependencies) {
  let noted = new Set<string>()
  let notedAt = Number.NEGATIVE_INFINITY
  let noting: Promise<void> | null = null

  async function note(): Promise<void> {
    const connected = connectedMembers()
    const startedAt = performance.now()
    const isDue = startedAt - notedAt >= noteIntervalMs
    const unnoted = isDue ? connected : connected.difference(noted)
    if (unnoted.size > 0) await storePresences(database, [...unnoted])
    noted = isDue ? connected : noted.union(unnoted)
    if (isDue) notedAt = startedAt
  }

  const timer = setInterval(() => {
    noting ??= note()
      .catch((error: unknown) => log.warn({ err: error }, 'presences not noted'))
      .finally(() => {
        noting = null
      })
  }, lookIntervalMs)

  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await noting
    },
  }
}
