import {
  type FoundPerson,
  maximumSuggestions,
  peoplePageSize,
  type SuggestedPerson,
  shortestEmailPart,
} from '@covo/contract/friends/friends.routes'
import { cleanText, textKey } from '@covo/contract/text'
import { z } from 'zod'
import { AppError } from '../platform/app-error.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import type { Limit, Limits } from '../platform/limits/limits.ts'
import {
  type EmailSearchLimits,
  type FoundBefore,
  findPeople,
  lockFoundPeople,
  noteEmailSearch,
  noteFoundPeople,
  type PersonRow,
  type Searcher,
} from './friends.store.ts'
import { findSuggestions } from './suggestions.store.ts'

export type SearchLimits = EmailSearchLimits & {
  /** Different people whom a member may find in any such time; and those found by their email alone. */
  people: Limit
  byEmail: Limit
}

/** A member's searches wait for each other's lock: they queue here, without a connection to the database. */
const searchConcurrency = { perKey: 1, queuedPerKey: 60, total: 4 }

type PeopleSearchDependencies = {
  database: Database
  limits: Limits
  searchLimits: SearchLimits
  /** Whether members whose address awaits its confirmation are found by it. */
  findsUnconfirmedEmails: boolean
}

export function createPeopleSearch(dependencies: PeopleSearchDependencies) {
  const { database, limits, searchLimits, findsUnconfirmedEmails } = dependencies
  const searches = createKeyedSemaphore(searchConcurrency)
  /** For how long it is known who was found. */
  const keptSeconds = Math.max(searchLimits.people.seconds, searchLimits.byEmail.seconds)

  /**
   * A page of members to make friends with; see the contract's `searchPeopleRoute`. It ends early where the member has found
   * as many people as they may. A member who may find nobody more by email is answered by names, and refused where the query
   * is an email: the answer must not reveal whether there was one to find. A member who has searched for as many parts of
   * emails as they may finds whole emails alone.
   */
  async function searchPeople(
    { viewerId, address }: Searcher,
    query: string,
    cursor: string | undefined,
  ): Promise<{ people: FoundPerson[]; nextCursor: string | null }> {
    await takeSearch(viewerId)
    const wanted = cleanText(query)
    if (!textKey(wanted).trim()) throw new AppError('common.invalid_request')
    const after = cursor === undefined ? null : decodeCursor(cursor, z.tuple([z.uuid()]))[0]
    const { people, byEmail } = searchLimits
    const search = () =>
      database.transaction().execute(async (trx) => {
        const before = await lockFoundPeople(trx, viewerId, keptSeconds)
        const peopleLeft = whatIsLeft(people, before)
        const byEmailLeft = whatIsLeft(
          byEmail,
          before.filter(({ isByEmail }) => isByEmail),
        )
        for (const { count, seconds: wait } of wanted.includes('@')
          ? [peopleLeft, byEmailLeft]
          : [peopleLeft])
          if (count <= 0) throw new AppError('friends.too_many_found', { seconds: wait })
        const looksInEmails = byEmailLeft.count > 0 && wanted.length >= shortestEmailPart
        const mayLookForParts =
          looksInEmails && (await noteEmailSearch(trx, { viewerId, address }, wanted, searchLimits))
        const rows = await findPeople(trx, viewerId, {
          query: wanted,
          inEmails: looksInEmails && (mayLookForParts ? 'parts' : 'whole'),
          findsUnconfirmedEmails,
          after,
          limit: peoplePageSize + 1,
        })
        const { size, fresh } = allowedOf(rows, before, peopleLeft.count, byEmailLeft.count)
        await noteFoundPeople(trx, viewerId, fresh)
        const { page, nextCursor } = pageOf(rows, size, ({ uid: last }) => [last])
        return { people: page.map(toPerson), nextCursor }
      })
    return await searches.run(viewerId, search)
  }

  /**
   * People whom the member might know; see the contract's `suggestPeopleRoute`. They count as found, so that the suggestions show
   * nobody whom a search would not; it ends early as a search does.
   */
  async function suggestPeople(viewerId: string): Promise<SuggestedPerson[]> {
    await takeSearch(viewerId)
    const suggest = () =>
      database.transaction().execute(async (trx) => {
        const before = await lockFoundPeople(trx, viewerId, keptSeconds)
        const rows = await findSuggestions(trx, viewerId, maximumSuggestions)
        const found = rows.map(({ uid }) => ({ uid, isByEmail: false }))
        const { size, fresh } = allowedOf(found, before, whatIsLeft(searchLimits.people, before).count, 0)
        await noteFoundPeople(trx, viewerId, fresh)
        return rows.slice(0, size)
      })
    return await searches.run(viewerId, suggest)
  }

  async function takeSearch(viewerId: string): Promise<void> {
    const seconds = await limits.take('userSearches', viewerId)
    if (seconds) throw new AppError('friends.too_many_searches', { seconds })
  }

  return { searchPeople, suggestPeople }
}

/** How many more people may be found, and the seconds until the oldest is forgotten. */
function whatIsLeft({ points, seconds }: Limit, before: FoundBefore[]): { count: number; seconds: number } {
  const ages = before.map(({ age }) => age).filter((age) => age < seconds)
  return { count: points - ages.length, seconds: Math.max(1, Math.ceil(seconds - Math.max(0, ...ages))) }
}

type Found = Pick<FoundBefore, 'uid' | 'isByEmail'>

/** How many of the rows, from the first on, fill a page without exceeding the rest of the limits; and which of them are new. */
function allowedOf(rows: Found[], before: FoundBefore[], peopleLeft: number, byEmailLeft: number) {
  const known = new Map(before.map(({ uid, isByEmail }) => [uid, isByEmail]))
  const fresh: Found[] = []
  let size = 0
  for (const row of rows.slice(0, peoplePageSize)) {
    if (!known.has(row.uid) || (row.isByEmail && !known.get(row.uid))) fresh.push(row)
    const newPeople = fresh.filter(({ uid }) => !known.has(uid)).length
    const newByEmail = fresh.filter(({ isByEmail }) => isByEmail).length
    if (newPeople > peopleLeft || newByEmail > byEmailLeft) return { size, fresh: fresh.slice(0, -1) }
    size += 1
  }
  return { size, fresh }
}

export function toPerson({ uid, displayName, photoURL }: PersonRow | FoundPerson): FoundPerson {
  return { uid, displayName, photoURL }
}
