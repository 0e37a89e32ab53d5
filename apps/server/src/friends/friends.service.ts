import {
  type FoundPerson,
  type Friend,
  peoplePageSize,
  type Requester,
} from '@covo/contract/friends/friends.routes'
import { cleanText } from '@covo/contract/text'
import { visibleEmail } from '../platform/database/absent-email.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Limits } from '../platform/limits/limits.ts'
import {
  areFriends,
  countFriendsAndRequests,
  deleteRequest,
  doesMemberExist,
  findFriends,
  findPeople,
  findRequests,
  insertFriendship,
  insertRequest,
  lockPair,
  type NamePosition,
  type PersonRow,
} from './friends.store.ts'

export type FriendsService = ReturnType<typeof createFriendsService>

type FriendsDependencies = {
  database: Database
  limits: Limits
  publishFriendsChanged: (uids: string[]) => void
}

type Page<Person> = { people: Person[]; nextCursor: string | null }

export function createFriendsService({ database, limits, publishFriendsChanged }: FriendsDependencies) {
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

  /** A page of members to make friends with; see the contract's `searchPeopleRoute`. */
  async function searchPeople(
    uid: string,
    query: string,
    cursor: string | undefined,
  ): Promise<Page<FoundPerson>> {
    const seconds = await limits.take('userSearches', uid)
    if (seconds) throw new AppError('friends.too_many_searches', { seconds })
    const wanted = cleanText(query)
    if (!wanted) throw new AppError('common.invalid_request')
    const rows = await findPeople(database, uid, {
      query: wanted,
      after: cursor === undefined ? null : uuidOf(decodeCursor(cursor, 1)[0] ?? ''),
      limit: peoplePageSize + 1,
    })
    const { page, nextCursor } = pageOf(rows, peoplePageSize, ({ uid: last }) => [last])
    return { people: page.map(toPerson), nextCursor }
  }

  /** Asks `recipient`; where they have asked already, the two are friends. */
  async function sendRequest(uid: string, recipient: string): Promise<'requested' | 'friends'> {
    if (uid === recipient) throw new AppError('friends.request_to_self')
    const seconds = await limits.take('friendRequests', uid)
    if (seconds) throw new AppError('friends.too_many_requests', { seconds })
    const relation = await database.transaction().execute(async (trx) => {
      await lockPair(trx, uid, recipient)
      if (!(await doesMemberExist(trx, recipient))) throw new AppError('friends.member_not_found')
      if (await areFriends(trx, uid, recipient)) throw new AppError('friends.already_friends')
      if (await deleteRequest(trx, recipient, uid)) {
        await insertFriendship(trx, uid, recipient)
        return 'friends'
      }
      if (!(await insertRequest(trx, uid, recipient))) throw new AppError('friends.request_already_sent')
      return 'requested'
    })
    publishFriendsChanged([uid, recipient])
    return relation
  }

  /** Both sides or neither; accepting what was accepted already changes nothing. */
  async function acceptRequest(uid: string, sender: string): Promise<void> {
    const isChanged = await database.transaction().execute(async (trx) => {
      await lockPair(trx, uid, sender)
      if (await deleteRequest(trx, sender, uid)) {
        await insertFriendship(trx, uid, sender)
        return true
      }
      if (!(await areFriends(trx, uid, sender))) throw new AppError('friends.request_not_found')
      return false
    })
    if (isChanged) publishFriendsChanged([uid, sender])
  }

  /** The request is gone on both sides; one that was accepted meanwhile can't be rejected any more. */
  async function rejectRequest(uid: string, sender: string): Promise<void> {
    const isChanged = await database.transaction().execute(async (trx) => {
      await lockPair(trx, uid, sender)
      if (await areFriends(trx, uid, sender)) throw new AppError('friends.request_not_found')
      return await deleteRequest(trx, sender, uid)
    })
    if (isChanged) publishFriendsChanged([uid, sender])
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

function toPerson({ uid, displayName, photoURL }: PersonRow | FoundPerson): FoundPerson {
  return { uid, displayName, photoURL }
}

function nameKey(row: PersonRow): string[] {
  return [row.nameKey, row.uid]
}

function namePosition(cursor: string | undefined): NamePosition | null {
  if (cursor === undefined) return null
  const [name = '', uid = ''] = decodeCursor(cursor, 2)
  return { name, uid: uuidOf(uid) }
}

function requestPosition(cursor: string | undefined): { at: string; uid: string } | null {
  if (cursor === undefined) return null
  const [at = '', uid = ''] = decodeCursor(cursor, 2)
  if (Number.isNaN(Date.parse(at))) throw new AppError('common.invalid_request')
  return { at, uid: uuidOf(uid) }
}

function uuidOf(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) throw new AppError('common.invalid_request')
  return text
}
