import { type Friend, peoplePageSize, type Requester } from '@covo/contract/friends/friends.routes'
import { isBot } from '@covo/contract/is-bot'
import { cleanText, textKey } from '@covo/contract/text'
import { z } from 'zod'
import type { EventsService } from '../events/events.service.ts'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, cursorText, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import { friendsChanged, requestAccepted } from './friends.news.ts'
import {
  areFriends,
  countFriendsAndRequests,
  deleteFriendship,
  deleteRequest,
  doMembersExist,
  findFriends,
  findName,
  findRelation,
  findRequests,
  findSharedFriends,
  insertFriendship,
  insertRequest,
  lockPair,
  type NamePosition,
  type PersonRow,
} from './friends.store.ts'
import { createPeopleSearch, type SearchLimits, toPerson } from './people-search.ts'
import { findOnlineFriends } from './presence.store.ts'

export type FriendsService = ReturnType<typeof createFriendsService>

type FriendsDependencies = {
  database: Database
  limits: Limits
  searchLimits: SearchLimits
  events: Pick<EventsService, 'countSharedEvents'>
  newsroom: Newsroom
  /** Counts what a member may do a few times a day before their address is confirmed, and refuses more; answers whether it awaits that. */
  limitUnconfirmed: (limit: 'unconfirmedFriendRequests', uid: string) => Promise<boolean>
  /** Counts what a new member may do a few times; answers 0, or the seconds to wait. */
  limitNew: (limit: 'newMemberFriendRequests', uid: string) => Promise<number>
  /** Whether members whose address awaits its confirmation are found by it. */
  findsUnconfirmedEmails: boolean
  /** Lets no message of the two's private chat be stored until the transaction ends. */
  lockPrivateChat: (trx: DatabaseTransaction, one: string, other: string) => Promise<void>
  /** Queues a push about another member. */
  queuePushes: (
    trx: DatabaseTransaction,
    about: { kind: 'request' | 'accepted'; subject: string },
    uids: readonly string[],
  ) => Promise<void>
  /** Notifies members in their list of notifications, with the transaction that does it; the notifications slice's. */
  publishNotice: (
    trx: DatabaseTransaction,
    publish: Publish,
    notice: { kind: 'request_accepted'; uids: string[]; authorId: string },
  ) => Promise<void>
  /** Whether one of the two has blocked the other, as the transaction sees it. */
  areHidden: (trx: DatabaseTransaction, one: string, other: string) => Promise<boolean>
}

type Page<Person> = { people: Person[]; nextCursor: string | null }

export function createFriendsService(dependencies: FriendsDependencies) {
  const { database, limits, newsroom, limitUnconfirmed, limitNew } = dependencies
  const { lockPrivateChat, queuePushes, areHidden, events } = dependencies

  /** Tells a member that another accepted their request, in their tabs, their list and on their devices. */
  async function tellAccepted(trx: DatabaseTransaction, publish: Publish, uid: string, acceptedBy: string) {
    publish(...requestAccepted(uid, acceptedBy, await findName(trx, acceptedBy)))
    await dependencies.publishNotice(trx, publish, {
      kind: 'request_accepted',
      uids: [uid],
      authorId: acceptedBy,
    })
    await queuePushes(trx, { kind: 'accepted', subject: acceptedBy }, [uid])
  }

  async function listFriends(
    viewerId: string,
    search: string,
    cursor: string | undefined,
  ): Promise<Page<Friend>> {
    const rows = await findFriends(database, viewerId, {
      search: textKey(search).trim() && cleanText(search),
      after: namePosition(cursor),
      limit: peoplePageSize + 1,
    })
    const { page, nextCursor } = pageOf(rows, peoplePageSize, nameKey)
    return { people: page.map((row) => ({ ...toPerson(row), email: emailOrEmpty(row.email) })), nextCursor }
  }

  const listRequests = (viewerId: string, cursor: string | undefined) =>
    listRequestsOf('incoming', viewerId, cursor)
  const listSentRequests = (viewerId: string, cursor: string | undefined) =>
    listRequestsOf('sent', viewerId, cursor)

  async function listRequestsOf(
    direction: 'incoming' | 'sent',
    viewerId: string,
    cursor: string | undefined,
  ): Promise<Page<Requester>> {
    const rows = await findRequests(database, direction, viewerId, {
      after: requestPosition(cursor),
      limit: peoplePageSize + 1,
    })
    const { page, nextCursor } = pageOf(rows, peoplePageSize, (row) => [row.position, row.uid])
    const sharedEvents = await events.countSharedEvents(
      viewerId,
      page.map(({ uid }) => uid),
    )
    const people = page.map((row) => ({
      ...toPerson(row),
      requestedAt: row.requestedAt.toISOString(),
      sharedFriends: row.sharedFriends ?? 0,
      sharedEvents: sharedEvents.get(row.uid) ?? 0,
    }))
    return { people, nextCursor }
  }

  /** Sends a request; where the recipient has sent one already, the two become friends. */
  async function sendRequest(viewerId: string, recipientId: string): Promise<'requested' | 'friends'> {
    if (viewerId === recipientId) throw new AppError('friends.request_to_self')
    await takeRequest(viewerId)
    return await newsroom.transact(async (trx, publish) => {
      await lockPair(trx, viewerId, recipientId)
      const areThere = await doMembersExist(trx, viewerId, recipientId)
      if (!areThere || isBot(recipientId) || (await areHidden(trx, viewerId, recipientId)))
        throw new AppError('friends.member_not_found')
      if (await areFriends(trx, viewerId, recipientId)) throw new AppError('friends.already_friends')
      const relation = await requestOrBefriend(trx, viewerId, recipientId)
      if (relation === 'friends') await tellAccepted(trx, publish, recipientId, viewerId)
      else {
        publish(...friendsChanged(viewerId, recipientId, relation))
        await queuePushes(trx, { kind: 'request', subject: viewerId }, [recipientId])
      }
      return relation
    })
  }

  async function takeRequest(uid: string): Promise<void> {
    const seconds = await limits.take('friendRequests', uid)
    if (seconds) throw new AppError('friends.too_many_requests', { seconds })
    // A member who confirms the address has as many again: the refusal before promised that.
    if (await limitUnconfirmed('unconfirmedFriendRequests', uid)) return
    const secondsOfNew = await limitNew('newMemberFriendRequests', uid)
    if (secondsOfNew) throw new AppError('friends.too_many_requests', { seconds: secondsOfNew })
  }

  /** Both sides or neither; accepting a request that was accepted already changes nothing. */
  async function acceptRequest(viewerId: string, senderId: string): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      await lockPair(trx, viewerId, senderId)
      const isSenderThere = await doMembersExist(trx, senderId)
      if (isSenderThere && (await deleteRequest(trx, senderId, viewerId))) {
        await insertFriendship(trx, viewerId, senderId)
        await tellAccepted(trx, publish, senderId, viewerId)
      } else if (!(await areFriends(trx, viewerId, senderId))) throw new AppError('friends.request_not_found')
    })
  }

  const rejectRequest = (viewerId: string, senderId: string) => endRequest(senderId, viewerId)
  const withdrawRequest = (viewerId: string, recipientId: string) => endRequest(viewerId, recipientId)

  /** Removes the request on both sides; one that was accepted meanwhile can't be ended any more. */
  async function endRequest(senderId: string, recipientId: string): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      await lockPair(trx, senderId, recipientId)
      if (await areFriends(trx, senderId, recipientId)) throw new AppError('friends.request_not_found')
      if (await deleteRequest(trx, senderId, recipientId))
        publish(...friendsChanged(senderId, recipientId, 'none'))
    })
  }

  /** Ends a friendship on both sides. Each message of the two was stored before, or is refused. */
  async function removeFriend(viewerId: string, friendId: string): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      await lockPair(trx, viewerId, friendId)
      await lockPrivateChat(trx, viewerId, friendId)
      if (await deleteFriendship(trx, viewerId, friendId))
        publish(...friendsChanged(viewerId, friendId, 'none'))
    })
  }

  /** Ends the relation of two members: a friendship, or a request that waits for an answer. */
  async function endRelation(
    trx: DatabaseTransaction,
    publish: Publish,
    viewerId: string,
    uid: string,
  ): Promise<void> {
    await lockPair(trx, viewerId, uid)
    await lockPrivateChat(trx, viewerId, uid)
    if (!(await doMembersExist(trx, viewerId, uid))) throw new AppError('friends.member_not_found')
    const ended = [
      await deleteFriendship(trx, viewerId, uid),
      await deleteRequest(trx, viewerId, uid),
      await deleteRequest(trx, uid, viewerId),
    ]
    if (ended.includes(true)) publish(...friendsChanged(viewerId, uid, 'none'))
  }

  /** The people who are friends of both: how many, and the first of them by name. */
  async function readSharedFriends(viewerId: string, uid: string, limit: number) {
    const rows = await findSharedFriends(database, viewerId, uid, limit)
    return { count: rows[0]?.total ?? 0, people: rows.map(toPerson) }
  }

  return {
    listFriends,
    listRequests,
    listSentRequests,
    ...createPeopleSearch(dependencies),
    sendRequest,
    acceptRequest,
    rejectRequest,
    withdrawRequest,
    removeFriend,
    endRelation,
    readCounts: (viewerId: string) => countFriendsAndRequests(database, viewerId),
    readSharedFriends,
    listOnlineFriends: (viewerId: string) => findOnlineFriends(database, viewerId),
    /** The relation of another member to the viewer; within a transaction, where one is given. */
    readRelation: (viewerId: string, uid: string, trx: Database = database) =>
      findRelation(trx, viewerId, uid),
    /** For slices that require friendship; within a transaction, where one is given. */
    areFriends: (one: string, other: string, trx: Database = database) => areFriends(trx, one, other),
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
