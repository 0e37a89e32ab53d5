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
import { cursorInstant, cursorText, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import { AppError } from '../platform/app-error.ts'
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
  /** Different people whom a member may find in any such time; and those found by what only their email has. */
  people: Limit
  byEmail: Limit
}

/** A member's searches wait for each other's lock: they queue here, without a connection to the database. */
const searchConcurrency = { perKey: 1, queuedPerKey: 60, total: 4 }

type Page<Person> = { people: Person[]; nextCursor: string | null }

export function createFriendsService(dependencies: FriendsDependencies) {
  const { database, limits, searchLimits, newsroom } = dependencies
  const searches = createKeyedSemaphore(searchConcurrency)

  async function listFriends(uid: string, search: string, cursor: string | undefined): Promise<Page<Friend>> {
    const rows = await findFriends(database, uid, {
      search: cleanText(search),
      after: namePosition(cursor),
      limit: peoplePageSize + 1,
    })
    const { page, nextCursor } = pageOf(rows, peoplePageSize, nameKey)
    return { people: page.map((row) => ({ ...toPerson(row), email: visibleEmail(row.email) })), nextCursor }
  }

  async function listRequests(uid: string, cursor: string | undefined): Promise<Page<Requester>> {
    const rows = await findRequests(database, uid, {
      after: requestPosition(cursor),
      limit: peoplePageSize + 1,
    })
    const { page, nextCursor } = pageOf(rows, peoplePageSize, (row) => [row.position, row.uid])
    const people = page.map((row) => ({ ...toPerson(row), requestedAt: row.requestedAt.toISOString() }))
    return { people, nextCursor }
  }

  /**
   * A page of members to make friends with; see the contract's `searchPeopleRoute`. It ends early where the member has
   * found as many people as they may. Who may find nobody more by email is answered by names, and refused where an
   * email is asked for: whether there was one to find, the answer must not tell. Who has looked for as many parts of
   * emails as they may finds an email as a whole alone.
   */
  async function searchPeople(
    { uid, address }: Searcher,
    query: string,
    cursor: string | undefined,
  ): Promise<Page<FoundPerson>> {
    const seconds = await limits.take('userSearches', uid)
    if (seconds) throw new AppError('friends.too_many_searches', { seconds })
    const wanted = cleanText(query)
    if (!wanted) throw new AppError('common.invalid_request')
    const after = cursor === undefined ? null : decodeCursor(cursor, z.tuple([z.uuid()]))[0]
    const { people, byEmail } = searchLimits
    const search = () =>
      database.transaction().execute(async (trx) => {
        const before = await lockFoundPeople(trx, uid, Math.max(people.seconds, byEmail.seconds))
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
          looksInEmails && (await noteEmailSearch(trx, { uid, address }, wanted, searchLimits))
        const rows = await findPeople(trx, uid, {
          query: wanted,
          inEmails: looksInEmails && (mayLookForParts ? 'parts' : 'whole'),
          after,
          limit: peoplePageSize + 1,
        })
        const { size, fresh } = allowedOf(rows, before, peopleLeft.count, byEmailLeft.count)
        await noteFoundPeople(trx, uid, fresh)
        const { page, nextCursor } = pageOf(rows, size, ({ uid: last }) => [last])
        return { people: page.map(toPerson), nextCursor }
      })
    return await searches.run(uid, search)
  }

  /** Asks `recipient`; where they have asked already, the two are friends. */
  async function sendRequest(uid: string, recipient: string): Promise<'requested' | 'friends'> {
    if (uid === recipient) throw new AppError('friends.request_to_self')
    const seconds = await limits.take('friendRequests', uid)
    if (seconds) throw new AppError('friends.too_many_requests', { seconds })
    return await newsroom.transact(async (trx, publish) => {
      await lockPair(trx, uid, recipient)
      if (!(await doMembersExist(trx, uid, recipient))) throw new AppError('friends.member_not_found')
      if (await areFriends(trx, uid, recipient)) throw new AppError('friends.already_friends')
      if (await deleteRequest(trx, recipient, uid)) {
        await insertFriendship(trx, uid, recipient)
        publish(...friendsChanged(uid, recipient, 'friends'))
        return 'friends'
      }
      if (!(await insertRequest(trx, uid, recipient))) throw new AppError('friends.request_already_sent')
      publish(...friendsChanged(uid, recipient, 'requested'))
      return 'requested'
    })
  }

  /** Both sides or neither; accepting what was accepted already changes nothing. */
  async function acceptRequest(uid: string, sender: string): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      await lockPair(trx, uid, sender)
      if (await deleteRequest(trx, sender, uid)) {
        await insertFriendship(trx, uid, sender)
        publish(...friendsChanged(uid, sender, 'friends'))
      } else if (!(await areFriends(trx, uid, sender))) throw new AppError('friends.request_not_found')
    })
  }

  /** The request is gone on both sides; one that was accepted meanwhile can't be rejected any more. */
  async function rejectRequest(uid: string, sender: string): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      await lockPair(trx, uid, sender)
      if (await areFriends(trx, uid, sender)) throw new AppError('friends.request_not_found')
      if (await deleteRequest(trx, sender, uid)) publish(...friendsChanged(uid, sender, 'none'))
    })
  }

  return {
    listFriends,
    listRequests,
    searchPeople,
    sendRequest,
    acceptRequest,
    rejectRequest,
    readCounts: (uid: string) => countFriendsAndRequests(database, uid),
    /** For slices that ask friendship of what they do. */
    areFriends: (uid: string, other: string) => areFriends(database, uid, other),
  }
}

/** How many more may be found, and the seconds until the oldest is forgotten. */
function whatIsLeft({ points, seconds }: Limit, before: FoundBefore[]): { count: number; seconds: number } {
  const ages = before.map(({ age }) => age).filter((age) => age < seconds)
  return { count: points - ages.length, seconds: Math.max(1, Math.ceil(seconds - Math.max(0, ...ages))) }
}

/** How many of the rows, from the first on, fill a page without going over what is left; and who of them is new. */
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
