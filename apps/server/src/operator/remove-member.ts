import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { absentEmail } from '../auth/absent-email.ts'
import { emptyMessages } from '../chat/changes.store.ts'
import { lockConversation } from '../chat/chat.store.ts'
import { eventRemoved, participantsChanged, seatsGiven } from '../events/events.news.ts'
import { promoteWaiting } from '../events/seats.store.ts'
import { friendsChanged } from '../friends/friends.news.ts'
import { notify } from '../notifications/notify.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { type Publication, recordNews } from '../platform/realtime/newsroom.ts'
import { StartupError } from '../platform/startup-error.ts'
import { memberChanged } from '../profiles/profiles.news.ts'
import type { Command } from './command.ts'
import { giveEvent } from './give-event.ts'
import { lockMember, type NamedMember, nameOf } from './member.ts'
import { printable } from './printable.ts'

/** The name of an author without an account. */
const nameOfRemoved = 'Utente eliminato'

/** How many messages are emptied in one transaction: writers in their conversation wait for it. */
const batchSize = 500

/**
 * The most events whose removal is published to open pages, one news each: of more, the pages show the removed ones until
 * they are loaded again.
 */
const maximumPublished = 1000

export const removeMember: Command = {
  usage: 'WHO [--with-messages] [--yes]',
  summary: `remove the account of a member (email or uid) for good; what they wrote stays, by '${nameOfRemoved}'`,
  words: { from: 1, to: 1 },
  flags: {
    'with-messages':
      'empty all their messages, private ones too, and remove their events; also later, by the uid',
    yes: 'ask nothing; without it, the name of the member has to be typed',
  },
  async run({ database, words: [who = ''], flags, print }) {
    const found = await database.transaction().execute((trx) => lockMember(trx, who))
    if (!flags.has('yes')) await confirm(found)
    const { member, wasThere } = await database.transaction().execute(async (trx) => {
      const member = await lockMember(trx, found.uid)
      // Again where it was removed before: rows that a request under way wrote since are removed too.
      await removeAccount(trx, member)
      return { member, wasThere: !member.erasedAt }
    })
    print(
      wasThere
        ? `Removed: the account of ${nameOf(member)}.`
        : `The account of ${member.uid} was removed before.`,
    )
    if (flags.has('with-messages')) {
      print(`Removed events: ${await removeEvents(database, member.uid)}.`)
      print(`Removed messages: ${await removeMessages(database, member.uid)}.`)
    }
    return 0
  },
}

/** StartupError unless the name of the member is typed. */
async function confirm(member: NamedMember): Promise<void> {
  const question = `This can't be undone. To remove ${nameOf(member)}, type the name: `
  process.stdout.write(printable(question))
  const lines = createInterface({ input: process.stdin })
  const answer = await lines[Symbol.asyncIterator]().next()
  lines.close()
  if (answer.value?.trim() !== member.displayName.trim())
    throw new StartupError('\nNothing was removed: type the name as it stands there, or add --yes.')
}

/** Removes what the member is and how they sign in; keeps the row, to which what they wrote refers. */
async function removeAccount(trx: DatabaseTransaction, { uid }: NamedMember): Promise<void> {
  // A trigger notifies every server of each.
  await trx.deleteFrom('sessions').where('user_id', '=', uid).execute()
  await sql`delete from accounts where user_id = ${uid}`.execute(trx)
  await sql`delete from verifications where value = ${uid}`.execute(trx)
  await trx.deleteFrom('mail_links').where('user_id', '=', uid).execute()
  await trx.deleteFrom('calendar_feeds').where('user_id', '=', uid).execute()
  await sql`delete from email_searches where viewer_id = ${uid}`.execute(trx)
  await sql`delete from people_found where viewer_id = ${uid} or person_id = ${uid}`.execute(trx)
  await sql`delete from presences where user_id = ${uid}`.execute(trx)
  await trx.deleteFrom('notifications').where('user_id', '=', uid).execute()
  await trx.deleteFrom('event_readings').where('user_id', '=', uid).execute()
  await trx.deleteFrom('notification_settings').where('user_id', '=', uid).execute()
  await trx.deleteFrom('event_mails').where('user_id', '=', uid).execute()
  await trx.deleteFrom('message_mentions').where('user_id', '=', uid).execute()
  await trx
    .updateTable('users')
    .set({
      display_name: nameOfRemoved,
      display_name_chosen: false,
      email: absentEmail(`removed ${uid}`),
      email_verified: false,
      photo_url: null,
      profession: '',
      city: '',
      phone: '',
      birth_date: null,
      bio: '',
      show_presence: true,
      read_receipts: true,
      show_typing: true,
      show_participation: true,
      updated_at: sql<Date>`now()`,
      // A sign-in that is under way ends as one of somebody who is blocked.
      blocked_at: sql<Date>`coalesce(blocked_at, now())`,
      erased_at: sql<Date>`coalesce(erased_at, now())`,
    })
    .where('id', '=', uid)
    .execute()
  await recordNews(trx, [
    memberChanged({ uid, displayName: nameOfRemoved, photoURL: '' }),
    ...(await removeFriends(trx, uid)).flatMap((other) => friendsChanged(uid, other, 'none')),
    ...(await handOverEvents(trx, uid)),
    ...(await removeParticipations(trx, uid)),
  ])
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
  for (const { id, heir } of rows) publications.push(await giveEvent(trx, id, uid, heir))
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
      await notify(trx, (...more) => notifications.push(...more), {
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

async function removeEvents(database: Database, uid: string): Promise<number> {
  return await database.transaction().execute(async (trx) => {
    const events = await trx.deleteFrom('events').where('organizer_id', '=', uid).returning('id').execute()
    await recordNews(
      trx,
      events.slice(0, maximumPublished).map(({ id }) => eventRemoved(id)),
    )
    return events.length
  })
}

/** Empties all messages of the member, the newest first; begun again, it goes on where it was ended. */
async function removeMessages(database: Database, uid: string): Promise<number> {
  const conversations = await database
    .selectFrom('conversation_authors')
    .select('conversation_id as id')
    .where('user_id', '=', uid)
    .execute()
  let removed = 0
  for (const { id } of conversations) {
    for (;;) {
      const count = await removeBatch(database, id, uid)
      removed += count
      if (count < batchSize) break
    }
  }
  return removed
}

async function removeBatch(database: Database, conversationId: string, uid: string): Promise<number> {
  return await database.transaction().execute(async (trx) => {
    await lockConversation(trx, conversationId)
    const rows = await trx
      .selectFrom('messages')
      .select('sequence')
      .where('conversation_id', '=', conversationId)
      .where('sender_id', '=', uid)
      .where('removed_at', 'is', null)
      .orderBy('sequence', 'desc')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return 0
    const sequences = rows.map(({ sequence }) => sequence)
    await recordNews(trx, await emptyMessages(trx, conversationId, sequences, 'operator'))
    return rows.length
  })
}
