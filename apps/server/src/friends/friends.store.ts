import { createHash } from 'node:crypto'
import { normaliseEmail, placeholderEmailDomain } from '@covo/contract/auth/auth.rules'
import { textKey } from '@covo/contract/text'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBlockedBetween } from '../platform/database/block-filter.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { containing, endingWith, startingWith } from '../platform/database/like.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'
import type { Limit } from '../platform/limits/limits.ts'

export type PersonRow = { uid: string; displayName: string; photoURL: string; nameKey: string }

/** Where a page of people begins: after the one of this name and uid. */
export type NamePosition = { name: string; uid: string }

/**
 * Locks the relation of two members until the transaction ends: requests, crossing requests and answers can't interleave.
 */
export async function lockPair(trx: DatabaseTransaction, one: string, other: string): Promise<void> {
  const pair = [one, other].toSorted().join(' ')
  await sql`select pg_advisory_xact_lock(hashtextextended('friends ' || ${pair}, 0))`.execute(trx)
}

/** Whether all of them are members whose accounts aren't about to go. Locks their rows, in the order of their uids, against a removal at the same time. */
export async function doMembersExist(trx: DatabaseTransaction, ...uids: string[]): Promise<boolean> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', uids)
    .where('erased_at', 'is', null)
    .where('deletion_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.length === uids.length
}

export async function areFriends(database: Database, one: string, other: string): Promise<boolean> {
  return (await readFriendship(database, one, other)).length > 0
}

const readFriendship = prepareStatement((database, one: string, other: string) =>
  database
    .selectFrom('friendships')
    .select('user_id')
    .where('user_id', '=', one)
    .where('friend_id', '=', other),
)

/** The relation of another member to the viewer; a request is `outgoing` where the viewer sent it. */
export async function findRelation(
  database: Database,
  viewerId: string,
  uid: string,
): Promise<'friends' | 'outgoing' | 'incoming' | 'none'> {
  const { rows } = await sql<{ relation: 'friends' | 'outgoing' | 'incoming' }>`
    select 'friends' as relation from friendships where user_id = ${viewerId} and friend_id = ${uid}
    union all
    select 'outgoing' from friend_requests where sender_id = ${viewerId} and recipient_id = ${uid}
    union all
    select 'incoming' from friend_requests where sender_id = ${uid} and recipient_id = ${viewerId}
  `.execute(database)
  return rows[0]?.relation ?? 'none'
}

/** Stores a request; answers whether there was none yet. */
export async function insertRequest(
  trx: DatabaseTransaction,
  senderId: string,
  recipientId: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('friend_requests')
    .values({ sender_id: senderId, recipient_id: recipientId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Removes a request; answers whether there was one. */
export async function deleteRequest(
  trx: DatabaseTransaction,
  senderId: string,
  recipientId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('friend_requests')
    .where('sender_id', '=', senderId)
    .where('recipient_id', '=', recipientId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Both sides of a friendship. */
export async function insertFriendship(trx: DatabaseTransaction, one: string, other: string): Promise<void> {
  await trx
    .insertInto('friendships')
    .values([
      { user_id: one, friend_id: other },
      { user_id: other, friend_id: one },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes both sides of a friendship; answers whether there was one. */
export async function deleteFriendship(
  trx: DatabaseTransaction,
  one: string,
  other: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('friendships')
    .where(
      sql<SqlBool>`(user_id, friend_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`,
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function findName(database: Database, uid: string): Promise<string> {
  const { name } = await database
    .selectFrom('users')
    .select('display_name as name')
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
  return name
}

export async function countFriendsAndRequests(database: Database, viewerId: string) {
  const [counts] = await readCounts(database, viewerId)
  return counts ?? { friends: 0, incomingRequests: 0, sentRequests: 0, isAlone: true }
}

type Counts = { friends: number; incomingRequests: number; sentRequests: number; isAlone: boolean }

const readCounts = prepareStatement(
  (_, viewerId: string) => sql<Counts>`
    select
      (select count(*) from friendships where user_id = ${viewerId}) as friends,
      (
        select count(*) from friend_requests
        where recipient_id = ${viewerId}
          and not exists (select from users where id = sender_id and deletion_at is not null)
      ) as "incomingRequests",
      (select count(*) from friend_requests where sender_id = ${viewerId}) as "sentRequests",
      (select count(*) from (select from users where bot_owner is null order by id limit 2) as two) < 2 as "isAlone"`,
)

export async function findFriends(
  database: Database,
  viewerId: string,
  { search, after, limit }: { search: string; after: NamePosition | null; limit: number },
): Promise<(PersonRow & { email: string })[]> {
  return await database
    .selectFrom('friendships')
    .innerJoin('users', 'users.id', 'friendships.friend_id')
    .select([...personColumns, photoColumn])
    .select(sql<string>`case when users.email_to_friends then users.email else '' end`.as('email'))
    .where('friendships.user_id', '=', viewerId)
    .$if(search !== '', (query) => query.where(nameOrEmailHas(search, isEmailShown)))
    .$if(after !== null, (query) => query.where(isAfter(after)))
    .orderBy('display_name_key')
    .orderBy('users.id')
    .limit(limit)
    .execute()
}

/** The first friends by name whom two members share, each row with how many they are. */
export async function findSharedFriends(database: Database, one: string, other: string, limit: number) {
  return await database
    .selectFrom('friendships as own')
    .innerJoin('friendships as theirs', 'theirs.friend_id', 'own.friend_id')
    .innerJoin('users', 'users.id', 'own.friend_id')
    .select([...personColumns, photoColumn])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('own.user_id', '=', one)
    .where('theirs.user_id', '=', other)
    .orderBy('display_name_key')
    .orderBy('users.id')
    .limit(limit)
    .execute()
}

/** Where a page of requests begins: after the one of this time and other member. */
export type RequestPosition = { at: string; uid: string }

/**
 * A page of the member's friend requests, received or sent ones, the newest first: each with the other member and how many
 * friends both have.
 */
export async function findRequests(
  database: Database,
  direction: 'incoming' | 'sent',
  viewerId: string,
  { after, limit }: { after: RequestPosition | null; limit: number },
) {
  const isSent = direction === 'sent'
  const [own, other] = isSent
    ? (['sender_id', 'recipient_id'] as const)
    : (['recipient_id', 'sender_id'] as const)
  return await database
    .selectFrom('friend_requests')
    .innerJoin('users', 'users.id', other)
    .select([...personColumns, photoColumn, 'friend_requests.created_at as requestedAt'])
    .select(({ selectFrom }) =>
      selectFrom('friendships as own')
        .innerJoin('friendships as theirs', 'theirs.friend_id', 'own.friend_id')
        .whereRef('theirs.user_id', '=', 'users.id')
        .where('own.user_id', '=', viewerId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('sharedFriends'),
    )
    // JavaScript's dates end at the millisecond; the position must not.
    .select(
      sql<string>`to_char(friend_requests.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
        'position',
      ),
    )
    .where(own, '=', viewerId)
    // Those of somebody whose account is about to go wait unseen.
    .$if(!isSent, (query) => query.where('users.deletion_at', 'is', null))
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('friend_requests.created_at', other),
          '<',
          tuple(sql<Date>`${after?.at}::timestamptz`, sql<string>`${after?.uid}::uuid`),
        ),
      ),
    )
    .orderBy('friend_requests.created_at', 'desc')
    .orderBy(other, 'desc')
    .limit(limit)
    .execute()
}

/** A person whom the search has shown: how many seconds ago, and whether by their email alone. */
export type FoundBefore = { uid: string; isByEmail: boolean; age: number }

/**
 * The people whom the search has shown to a member in the last `seconds`; older rows are deleted, those of other members too.
 * Locks the member's searches until the transaction ends: parallel ones can't outrun the count.
 */
export async function lockFoundPeople(
  trx: DatabaseTransaction,
  viewerId: string,
  seconds: number,
): Promise<FoundBefore[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('search ' || ${viewerId}, 0))`.execute(trx)
  await sql`
    delete from people_found where ctid = any(array(
      select ctid from people_found where found_at <= now() - make_interval(secs => ${seconds})
      limit 1000 for update skip locked
    ))`.execute(trx)
  return await trx
    .selectFrom('people_found')
    .select([
      'person_id as uid',
      'by_email as isByEmail',
      sql<number>`extract(epoch from now() - found_at)::float`.as('age'),
    ])
    .where('viewer_id', '=', viewerId)
    .where('found_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute()
}

/** Stores people whom the search shows to a member for the first time in a while, or for the first time by their email. */
export async function noteFoundPeople(
  trx: DatabaseTransaction,
  viewerId: string,
  people: { uid: string; isByEmail: boolean }[],
): Promise<void> {
  if (people.length === 0) return
  await trx
    .insertInto('people_found')
    .values(
      people.map((person) => ({ viewer_id: viewerId, person_id: person.uid, by_email: person.isByEmail })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['viewer_id', 'person_id'])
        .doUpdateSet({ by_email: sql`excluded.by_email`, found_at: sql`excluded.found_at` }),
    )
    .execute()
}

/** The member who searches, and their network (`addressOf`). */
export type Searcher = { viewerId: string; address: string }

export type EmailSearchLimits = { emailSearches: Limit; emailSearchesPerAddress: Limit }

/**
 * Stores that a member searches for a part of an email, and answers whether they may: so many different parts in any such
 * time, whether anybody was found or not, by member and by network. The same part again, as for the next page, is free.
 * The lock of `lockFoundPeople` must be held, so that a member's parallel searches can't outrun the count; those of several
 * members of one network may, by as many as run at once.
 */
export async function noteEmailSearch(
  trx: DatabaseTransaction,
  { viewerId, address }: Searcher,
  query: string,
  { emailSearches, emailSearchesPerAddress }: EmailSearchLimits,
): Promise<boolean> {
  const longest = Math.max(emailSearches.seconds, emailSearchesPerAddress.seconds)
  await sql`
    delete from email_searches where ctid = any(array(
      select ctid from email_searches where searched_at <= now() - make_interval(secs => ${longest})
      limit 1000 for update skip locked
    ))`.execute(trx)
  const [hashedQuery, hashedAddress] = [hashOf(query.toLowerCase()), hashOf(address)]
  const since = ({ seconds }: Limit) => sql<Date>`now() - make_interval(secs => ${seconds})`
  const { rows } = await sql<{ isKnown: boolean; own: number; ofAddress: number }>`
    select
      exists (
        select from email_searches
        where viewer_id = ${viewerId} and query = ${hashedQuery} and searched_at > ${since(emailSearches)}
      ) as "isKnown",
      (
        select count(*) from email_searches where viewer_id = ${viewerId} and searched_at > ${since(emailSearches)}
      ) as own,
      (
        select count(*) from email_searches
        where address = ${hashedAddress} and searched_at > ${since(emailSearchesPerAddress)}
      ) as "ofAddress"
  `.execute(trx)
  const counts = rows[0]
  if (!counts || counts.isKnown) return counts !== undefined
  if (counts.own >= emailSearches.points || counts.ofAddress >= emailSearchesPerAddress.points) return false
  await trx
    .insertInto('email_searches')
    .values({ viewer_id: viewerId, query: hashedQuery, address: hashedAddress })
    .onConflict((conflict) =>
      conflict
        .columns(['viewer_id', 'query'])
        .doUpdateSet({ address: sql`excluded.address`, searched_at: sql`excluded.searched_at` }),
    )
    .execute()
  return true
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** `isByEmail`: the name doesn't contain the query. */
export type FoundRow = PersonRow & { isByEmail: boolean }

/** `inEmails`: whether an email has the query in it, or is it; false looks in names alone. */
type PeopleSearch = {
  query: string
  inEmails: 'parts' | 'whole' | false
  findsUnconfirmedEmails: boolean
  after: string | null
  limit: number
}

/**
 * Members whom the viewer might ask to be friends, in the order of their uids: names of one family lie far apart in the order of
 * names, and a page would pass over all between.
 */
export async function findPeople(
  database: Database,
  viewerId: string,
  { query, inEmails, findsUnconfirmedEmails, after, limit }: PeopleSearch,
): Promise<FoundRow[]> {
  return await database
    .selectFrom('users')
    .select([...personColumns, photoColumn, sql<boolean>`not ${nameHas(query)}`.as('isByEmail')])
    .where(isStranger(viewerId))
    .where(matching(query, inEmails, findsUnconfirmedEmails ? isFindable : isConfirmedAndFindable))
    .$if(after !== null, (builder) => builder.where('users.id', '>', after))
    .orderBy('users.id')
    .limit(limit)
    .execute()
}

/** Neither a bot, nor the viewer, nor their friend, nor somebody with a request from or to them, nor a block, nor about to go. */
export function isStranger(viewerId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    users.id <> ${viewerId} and users.bot_owner is null and users.erased_at is null and users.deletion_at is null
    and not exists (select from friendships f where f.user_id = ${viewerId} and f.friend_id = users.id)
    and not exists (select from friend_requests r where r.sender_id = ${viewerId} and r.recipient_id = users.id)
    and not exists (select from friend_requests r where r.sender_id = users.id and r.recipient_id = ${viewerId})
    and not ${isBlockedBetween(sql`users.id`, sql`${viewerId}::uuid`)}
  )`
}

const personColumns = [
  'users.id as uid',
  'users.display_name as displayName',
  'users.display_name_key as nameKey',
] as const
const photoColumn = sql<string>`coalesce(users.photo_url, '')`.as('photoURL')

/** One letter or two are found by an index of their own (migration 20): the other one knows trigrams alone. */
function nameHas(part: string) {
  const letters = textKey(part)
  const contains = sql<SqlBool>`users.searchable_name like ${containing(letters)}`
  if ([...letters].length > 2) return contains
  return sql<SqlBool>`(letter_pairs(users.searchable_name) @> array[${letters}] and ${contains})`
}

/** The placeholder for an absent email is made of the id at the provider, which others may know. */
const hasEmail = sql<SqlBool>`users.email not like ${endingWith(`@${placeholderEmailDomain}`)}`

/** To friends. */
const isEmailShown = sql<SqlBool>`(${hasEmail} and users.email_to_friends)`

/** To the search for people. */
const isFindable = sql<SqlBool>`(${hasEmail} and users.findable_by_email)`

/** Or one from before the instance asked to confirm it: anybody can register with somebody else's. */
const isConfirmedAndFindable = sql<SqlBool>`(
  ${isFindable} and (users.email_verified or users.verification_asked_at is null)
)`

function matching(query: string, inEmails: PeopleSearch['inEmails'], isFoundByEmail: RawBuilder<SqlBool>) {
  if (inEmails === 'parts') return nameOrEmailHas(query, isFoundByEmail)
  if (inEmails === 'whole')
    return sql<SqlBool>`(${nameHas(query)} or (users.email = ${normaliseEmail(query)} and ${isFoundByEmail}))`
  return nameHas(query)
}

function nameOrEmailHas(part: string, isFoundByEmail: RawBuilder<SqlBool>) {
  return sql<SqlBool>`(${nameHas(part)} or ((${emailHas(part)}) and ${isFoundByEmail}))`
}

/** A part of an email lies before its '@', after it, or, with an '@' of its own, on both sides. */
function emailHas(part: string) {
  const [name = '', domain, ...rest] = part.split('@')
  const emailName = sql`split_part(users.email, '@', 1)`
  const emailDomain = sql`split_part(users.email, '@', 2)`
  if (rest.length > 0) return sql<SqlBool>`false`
  if (domain === undefined)
    return sql<SqlBool>`${emailName} like ${containing(part)} or ${emailDomain} like ${containing(part)}`
  return sql<SqlBool>`${emailName} like ${endingWith(name)} and ${emailDomain} like ${startingWith(domain)}`
}

function isAfter(position: NamePosition | null) {
  return sql<SqlBool>`(users.display_name_key, users.id) > (${position?.name}, ${position?.uid}::uuid)`
}
