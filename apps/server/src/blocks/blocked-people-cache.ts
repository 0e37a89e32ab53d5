import { LRUCache } from 'lru-cache'
import type { Database } from '../platform/database/database.ts'
import { listenTo } from '../platform/database/notifications.ts'
import type { PrimaryPool } from '../platform/database/primary-pool.ts'
import type { Log } from '../platform/log/log.ts'
import { type Hub, memberTopic } from '../platform/realtime/hub.ts'
import type { Hidden } from '../platform/viewer.ts'
import { findHidden } from './blocks.store.ts'

/** Members that are cached at most, each counted with those whom they do not see: some 30 MB. */
const capacity = 200_000
/** Reads of one member that blocks may overtake before the last is answered. */
const maximumReads = 5

const nobody: Hidden = new Set()

export type BlockedPeopleCache = Awaited<ReturnType<typeof createBlockedPeopleCache>>

type BlockedPeopleCacheOptions = {
  pool: PrimaryPool
  database: Database
  hub: Pick<Hub, 'connectedMembers' | 'hide' | 'times'>
  log: Log
}

/**
 * Caches the people that each member does not see, so that no page and no news costs a statement for it, and passes each
 * change on to the hub, in this process or another, within milliseconds of its commit.
 */
export async function createBlockedPeopleCache({ pool, database, hub, log }: BlockedPeopleCacheOptions) {
  const cached = new LRUCache<string, Hidden>({
    maxSize: capacity,
    sizeCalculation: (people) => people.size + 1,
  })
  /** Counts the changes: a read that began before one may lack it. */
  let version = 0

  async function read(uid: string): Promise<Hidden> {
    for (let round = 1; ; round += 1) {
      const versionBefore = version
      const people = (await findHidden(database, [uid])).get(uid) ?? nobody
      if (version === versionBefore) cached.set(uid, people)
      if (version === versionBefore || round === maximumReads) return people
    }
  }

  /** Both sides of a change and their bots, where they are connected here. */
  async function tellHub(uids: string[]): Promise<void> {
    const connected = hub.connectedMembers()
    for (const uid of uids) if (connected.has(uid)) hub.hide(uid, await read(uid))
  }

  async function tellHubOfAll(): Promise<void> {
    const connected = [...hub.connectedMembers()]
    const found = await findHidden(database, connected)
    for (const uid of connected) hub.hide(uid, found.get(uid) ?? nobody)
  }

  const warn = (error: unknown) => log.warn({ err: error }, 'blocks not read')
  const notifications = await listenTo(
    pool,
    {
      channel: 'block_changed',
      onNotification(sides) {
        version += 1
        const uids = sides.split(' ')
        for (const uid of uids) {
          cached.delete(uid)
          // A member who is about to connect may have read what is hidden now.
          hub.times.note(memberTopic(uid))
        }
        tellHub(uids).catch(warn)
      },
      onListening() {
        version += 1
        cached.clear()
        hub.times.forget()
        tellHubOfAll().catch(warn)
      },
    },
    log,
  )

  return {
    /** The people whom a member does not see. */
    async of(uid: string): Promise<Hidden> {
      return (notifications.isListening() ? cached.get(uid) : undefined) ?? (await read(uid))
    },
    /** Resolves when `of` answers what was committed before the call. */
    catchUp: notifications.catchUp,
    stop: notifications.stop,
  }
}
