import {
  type FoundPerson,
  type Friend,
  peoplePageSize,
  type Requester,
  shortestEmailPart,
} from '@covo/contract/friends/friends.routes'
import { cleanText } from '@covo/contract/text'
import { z } from 'zod'
import { visibleEmail } from '../auth/absent-email.ts'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, cursorText, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import type { Limit, Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { friendsChanged } from './friends.news.ts'
import {
  areFriends,
  countFriendsAndRequests,
  deleteRequest,
  doMembersExist,
  type EmailSearchLimits,
  type FoundBefore,
  type FoundRow,
  findFriends,
  findPeople,
  findRequests,
  insertFriendship,
  insertRequest,
  lockFoundPeople,
  lockPair,
  type NamePosition,
  noteEmailSearch,
  noteFoundPeople,
  type PersonRow,
  type Searcher,
} from './friends.store.ts'

export type FriendsService = ReturnType<typeof createFriendsService>

type FriendsDependencies = {
  database: Database
  limits: Limits
  searchLimits: SearchLimits
  newsroom: Newsroom
}

type SearchLimits = EmailSearchLimits & {
  /** Different people whom a member may find in any such time; and those found by their email alone. */
  people: Limit
  byEmail: Limit
}

/** A member's searches wait for each other's lock: they queue here, without a connection to the database. */
const searchConcurrency = { perKey: 1, queuedPerKey: 60, total: 4 }

type Page<Person> = { people: Person[]; nextCursor: string | null }

export function createFriendsService(dependencies: FriendsDependencies) {
  const { database, limits, searchLimits, newsroom } = dependencies
  const searches = createKeyedSemaphore(searchConcurrency)

  async function listFriends(
    viewerId: string,
    search: string,
    cursor: string | undefined,
  ): Promise<Page<Friend>> {
    const rows = await findFriends(database, viewerId, {
      search: cleanText(search),
      after: namePosition(cursor),
      limit: peoplePageSize + 1,
    })
    const { page, nextCursor } = pageOf(rows, peoplePageSize, nameKey)
    return { people: page.map((row) => ({ ...toPerson(row), email: visibleEmail(row.email) })), nextCursor }
  }

  async function listRequests(viewerId: string, cursor: string | undefined): Promise<Page<Requester>> {
    const rows = await findRequests(database, viewerId, {
      after: requestPosition(cursor),
      limit: peoplePageSize + 1,
    })
    const { page, nextCursor } = pageOf(rows, peoplePageSize, (row) => [row.position, row.uid])
    const people = page.map((row) => ({ ...toPerson(row), requestedAt: row.requestedAt.toISOString() }))
    return { people, nextCursor }
  }

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
  ): Promise<Page<FoundPerson>> {
    const seconds = await limits.take('userSearches', viewerId)
    if (seconds) throw new AppError('friends.too_many_searches', { seconds })
    const wanted = cleanText(query)
    if (!wanted) throw new AppError('common.invalid_request')
    const after = cursor === undefined ? null : decodeCursor(cursor, z.tuple([z.uuid()]))[0]
    const { people, byEmail } = searchLimits
    const search = () =>
      database.transaction().execute(async (trx) => {
        const before = await lockFoundPeople(trx, viewerId, Math.max(people.seconds, byEmail.seconds))
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

  /** Sends a request; where the recipient has sent one already, the two become friends. */
  async function sendRequest(viewerId: string, recipientId: string): Promise<'requested' | 'friends'> {
    if (viewerId === recipientId) throw new AppError('friends.request_to_self')
    const seconds = await limits.take('friendRequests', viewerId)
    if (seconds) throw new AppError('friends.too_many_requests', { seconds })
    return await newsroom.transact(async (trx, publish) => {
      await lockPair(trx, viewerId, recipientId)
      if (!(await doMembersExist(trx, viewerId, recipientId))) throw new AppError('friends.member_not_found')
      if (await areFriends(trx, viewerId, recipientId)) throw new AppError('friends.already_friends')
      const relation = await requestOrBefriend(trx, viewerId, recipientId)
      publish(...friendsChanged(viewerId, recipientId, relation))
      return relation
    })
  }

  /** Both sides or neither; accepting a request that was accepted already changes nothing. */
  async function acceptRequest(viewerId: string, senderId: string): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      await lockPair(trx, viewerId, senderId)
      if (await deleteRequest(trx, senderId, viewerId)) {
        await insertFriendship(trx, viewerId, senderId)
        publish(...friendsChanged(viewerId, senderId, 'friends'))
      } else if (!(await areFriends(trx, viewerId, senderId))) throw new AppError('friends.request_not_found')
    })
  }

  /** Removes the request on both sides; one that was accepted meanwhile can't be rejected any more. */
  async function rejectRequest(viewerId: string, senderId: string): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      await lockPair(trx, viewerId, senderId)
      if (await areFriends(trx, viewerId, senderId)) throw new AppError('friends.request_not_found')
      if (await deleteRequest(trx, senderId, viewerId)) publish(...friendsChanged(viewerId, senderId, 'none'))
    })
  }

  return {
    listFriends,
    listRequests,
    searchPeople,
    sendRequest,
    acceptRequest,
    rejectRequest,
    readCounts: (viewerId: string) => countFriendsAndRequests(database, viewerId),
    /** For slices that require friendship. */
    areFriends: (one: string, other: string) => areFriends(database, one, other),
  }
}

async function requestOrBefriend(
  trx: DatabaseTransaction,
  viewerId: string,
  recipientId: string,
): Promise<'requested' | 'friends'> {
  if (await deleteRequest(trx, recipientId, viewerId)) {
    await insertFriendship(trx, viewerId, recipientId)
    return 'friends'
  }
  if (!(await insertRequest(trx, viewerId, recipientId))) throw new AppError('friends.request_already_sent')
  return 'requested'
}

/** How many more people may be found, and the seconds until the oldest is forgotten. */
function whatIsLeft({ points, seconds }: Limit, before: FoundBefore[]): { count: number; seconds: number } {
  const ages = before.map(({ age }) => age).filter((age) => age < seconds)
  return { count: points - ages.length, seconds: Math.max(1, Math.ceil(seconds - Math.max(0, ...ages))) }
}

/** How many of the rows, from the first on, fill a page without exceeding the rest of the limits; and which of them are new. */
function allowedOf(rows: FoundRow[], before: FoundBefore[], peopleLeft: number, byEmailLeft: number) {
  const known = new Map(before.map(({ uid, isByEmail }) => [uid, isByEmail]))
  const fresh: FoundRow[] = []
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

function toPerson({ uid, displayName, photoURL }: PersonRow | FoundPerson): FoundPerson {
  return { uid, displayName, photoURL }
}

function nameKey(row: PersonRow): string[] {
  return [row.nameKey, row.uid]
}

function namePosition(cursor: string | undefined): NamePosition | null {
  if (cursor === undefined) return null
  const [name, uid] = decodeCursor(cursor, z.tuple([cursorText, z.uuid()]))
  return { name, uid }
}

function requestPosition(cursor: string | undefined): { at: string; uid: string } | null {
  if (cursor === undefined) return null
  const [at, uid] = decodeCursor(cursor, z.tuple([cursorInstant, z.uuid()]))
  return { at, uid }
}
