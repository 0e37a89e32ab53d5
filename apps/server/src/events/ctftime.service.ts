import type { CtftimeEvent } from '@covo/contract/events/ctftime.routes'
import { readCtftimePage } from '@covo/contract/events/event-form.rules'
import { LRUCache } from 'lru-cache'
import { ZodError } from 'zod'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log/log.ts'
import { fetchCtftimeEvent } from './ctftime.ts'
import { findByCtftimeId } from './events.store.ts'

export type CtftimeService = ReturnType<typeof createCtftimeService>

/** One request at a time; of each member one more waits, in turn with those of others. */
const concurrency = { perKey: 1, queuedPerKey: 1, total: 1 }

/** Answers that are kept, each for so many milliseconds; the largest takes some ten kilobytes. */
const answers = { max: 500, ttl: 3_600_000 }

type CtftimeDependencies = {
  database: Database
  limits: Limits
  /** The address of CTFtime's API; null: nobody looks anything up. */
  ctftimeUrl: string | null
  log: Log
}

/** Looks up events at CTFtime, which receives nothing but an event's number. */
export function createCtftimeService({ database, limits, ctftimeUrl, log }: CtftimeDependencies) {
  const line = createKeyedSemaphore(concurrency)
  /** Null for a number that CTFtime has no event of. */
  const known = new LRUCache<string, { found: CtftimeEvent | null }>(answers)

  /** See the contract's `lookUpCtftimeRoute`. */
  async function lookUp(
    viewerId: string,
    { link, except }: { link: string; except?: string | undefined },
  ): Promise<CtftimeEvent | { eventId: string }> {
    if (ctftimeUrl === null) throw new AppError('common.not_found')
    const ctftimeId = readCtftimePage(link)
    if (ctftimeId === null) throw AppError.of({ code: 'events.ctftime_link_invalid', field: 'link' })
    await take('ctftimeLookups', viewerId)
    const eventId = await findByCtftimeId(database, ctftimeId, except ?? null)
    if (eventId) return { eventId }
    const { found } =
      known.get(ctftimeId) ?? (await line.run(viewerId, () => ask(ctftimeUrl, viewerId, ctftimeId)))
    if (!found) throw new AppError('events.ctftime_not_found')
    return found
  }

  async function ask(api: string, viewerId: string, ctftimeId: string) {
    // Somebody who was in front in the line may have asked the same.
    const before = known.get(ctftimeId)
    if (before) return before
    await take('ctftimeRequestsPerMember', viewerId)
    await take('ctftimeRequests', 'all')
    try {
      const answer = { found: await fetchCtftimeEvent(api, ctftimeId) }
      known.set(ctftimeId, answer)
      return answer
    } catch (error) {
      // The fields that are wrong, without what they say.
      const reason =
        error instanceof ZodError ? error.issues.map(({ path }) => path.join('.')).join(', ') : String(error)
      log.warn({ reason, ctftimeId }, 'CTFtime not understood or not reached')
      throw new AppError('events.ctftime_unavailable')
    }
  }

  async function take(
    limit: 'ctftimeLookups' | 'ctftimeRequests' | 'ctftimeRequestsPerMember',
    key: string,
  ): Promise<void> {
    const seconds = await limits.take(limit, key)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
  }

  return { lookUp }
}
