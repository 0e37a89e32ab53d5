import { nameOfErased } from '@covo/contract/names'
import { sql } from 'kysely'
import { endTokens } from '../auth/end-tokens.ts'
import { lockConversation } from '../chat/chat.store.ts'
import { participantsChanged, seatsGiven } from '../events/events.news.ts'
import { promoteWaiting } from '../events/seats.store.ts'
import { transferOwnership } from '../events/transfer-ownership.ts'
import { friendsChanged } from '../friends/friends.news.ts'
import { notifyOfEvent, notifyOfTeam, withdrawTeamLines } from '../notifications/notify.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { deleteMemberRows } from '../platform/database/member-data.ts'
import { deleteJobsOf } from '../platform/jobs/jobs.store.ts'
import { emailOrEmpty, placeholderEmail } from '../platform/placeholder-email.ts'
import { type Publication, recordNews } from '../platform/realtime/newsroom.ts'
import { memberChanged } from '../profiles/profiles.news.ts'
import { leaveAllTeams } from '../teams/team-members.ts'
import { closeBots } from '../tokens/bots.store.ts'
import { type ErasureOptions, insertErasure } from './erasures.store.ts'

/**
 * The most events whose change is published to open pages, one news each: of more, the pages show the old ones until they
 * are loaded again.
 */
export const maximumPublished = 1000

/** Keeps the address of a blocked or suspended member, so that nobody registers with it again. */
export type KeepBlockedAddress = (trx: DatabaseTransaction, email: string) => Promise<void>

/**
 * Removes a member's personal data and ways to sign in, all of it or nothing; keeps the row, to which their texts refer. The row
 * has to be locked for update. Longer work is left to `eraseTraces`. Again for an account that was erased before: rows that a
 * request under way wrote since are removed too.
 */
export async function eraseAccount(
  trx: DatabaseTransaction,
  uid: string,
  { keepBlockedAddress, ...options }: ErasureOptions & { keepBlockedAddress: KeepBlockedAddress },
): Promise<void> {
  await insertErasure(trx, uid, options)
  const barred = await findBarredAddress(trx, uid)
  if (barred) await keepBlockedAddress(trx, barred)
  await endTokens(trx, uid)
  await closeBots(trx, uid, options.textsRemovedBy !== null)
  const publications: Publication[] = []
  const publish = (...more: Publication[]) => {
    publications.push(...more)
  }
  await leaveAllTeams(trx, publish, { notifyOfTeam, withdrawTeamLines }, lockConversation, uid)
  await deleteMemberRows(trx, uid)
  await sql`delete from verifications where value = ${uid}`.execute(trx)
  await deleteJobsOf(trx, uid)
  await trx
    .updateTable('users')
    .set({
      display_name: nameOfErased,
      display_name_chosen: false,
      email: placeholderEmail(`removed ${uid}`),
      email_verified: false,
      verification_asked_at: null,
      photo_url: null,
      profession: '',
      city: '',
      phone: '',
      birth_date: null,
      bio: '',
      skills: [],
      links: [],
      bio_audience: 'friends',
      profession_audience: 'friends',
      city_audience: 'friends',
      phone_audience: 'me',
      birth_date_audience: 'me',
      email_to_friends: true,
      findable_by_email: true,
      show_presence: true,
      read_receipts: true,
      show_typing: true,
      show_participation: true,
      is_moderator: false,
      deletion_at: null,
      erase_texts: false,
      updated_at: sql<Date>`now()`,
      // A sign-in that is under way ends as one of somebody who is blocked.
      blocked_at: sql<Date>`coalesce(blocked_at, now())`,
      erased_at: sql<Date>`coalesce(erased_at, now())`,
    })
    .where('id', '=', uid)
    .execute()
  await recordNews(trx, [
    ...publications,
    memberChanged({ uid, displayName: nameOfErased, photoURL: '' }),
    ...(await removeFriends(trx, uid)).flatMap((other) => friendsChanged(uid, other, 'none')),
    ...(await handOverEvents(trx, uid)),
    ...(await removeParticipations(trx, uid)),
  ])
}

/** The address of a member who may not sign in now; undefined for all others: nothing of theirs is kept. */
async function findBarredAddress(trx: DatabaseTransaction, uid: string): Promise<string | undefined> {
  const member = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', uid)
    .where('erased_at', 'is', null)
    .where(sql<boolean>`(blocked_at is not null or suspended_until > now())`)
    .executeTakeFirst()
  return member && emailOrEmpty(member.email)
}

/** Removes friendships and requests; answers who had them with the member. */
async function removeFriends(trx: DatabaseTransaction, uid: string): Promise<string[]> {
  const { rows } = await sql<{ other: string }>`
    with friends as (
      delete from friendships where ${uid} in (user_id, friend_id) returning user_id as one, friend_id as other
    ),
    requests as (
      delete from friend_requests where ${uid} in (sender_id, recipient_id)
      returning sender_id as one, recipient_id as other
    )
    select distinct case when one = ${uid} then other else one end as other
    from (select * from friends union all select * from requests) as gone
  `.execute(trx)
  return rows.map(({ other }) => other)
}

/** Gives the member's events that others organize too to the one of them who has done so for the longest time. */
async function handOverEvents(trx: DatabaseTransaction, uid: string): Promise<Publication[]> {
  const { rows } = await sql<{ id: string; heir: string }>`
    select events.id, heir from events,
      lateral (
        select user_id as heir from event_organizers where event_id = events.id order by added_at, user_id limit 1
      ) as organizers
    where organizer_id = ${uid} order by events.id for update of events
  `.execute(trx)
  const publications: Publication[] = []
  for (const { id, heir } of rows) publications.push(await transferOwnership(trx, id, uid, heir))
  return publications.slice(0, maximumPublished)
}

async function removeParticipations(trx: DatabaseTransaction, uid: string): Promise<Publication[]> {
  await trx.deleteFrom('event_organizers').where('user_id', '=', uid).execute()
  await sql`
    select from events where id in (select event_id from event_participants where user_id = ${uid})
    order by id for update
  `.execute(trx)
  const { rows: left } = await sql<{ id: string; waitingCount: number }>`
    with gone as (delete from event_participants where user_id = ${uid} returning event_id, state)
    update events set
      participant_count = participant_count - (state = 'joined')::integer,
      waiting_count = waiting_count - (state = 'waiting')::integer,
      revision = revision + 1, updated_at = now()
    from gone where events.id = gone.event_id
    returning id, waiting_count as "waitingCount"
  `.execute(trx)
  const promoted = new Map<string, string[]>()
  for (const { id, waitingCount } of left)
    if (waitingCount > 0) promoted.set(id, await promoteWaiting(trx, id))
  const events = await trx
    .selectFrom('events')
    .select(['id', 'participant_count as participantsCount', 'waiting_count as waitingCount', 'revision'])
    .where('id', '=', sql<string>`any(${left.map(({ id }) => id)}::uuid[])`)
    .limit(maximumPublished)
    .execute()
  const notifications: Publication[] = []
  for (const [eventId, uids] of promoted)
    if (uids.length > 0)
      await notifyOfEvent(trx, (...more) => notifications.push(...more), {
        kind: 'seat',
        eventId,
        uids,
        authorId: null,
      })
  return [
    ...events.flatMap((event) => [
      participantsChanged(event),
      ...seatsGiven(event, promoted.get(event.id) ?? []),
    ]),
    ...notifications,
  ]
}
