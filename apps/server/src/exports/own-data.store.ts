import type { ConversationKind } from '@covo/contract/chat/chat.rules'
import type { NoticeKind } from '@covo/contract/notifications/notifications.rules'
import { type RawBuilder, sql } from 'kysely'
import { mutedUntil } from '../chat/muted-until.ts'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'

/** Rows of a page: so few that to write them takes the process some milliseconds. */
const pageSize = 250

/** Messages of a conversation, of all its authors, that one statement looks through. */
const sequencesAtOnce = 5000

const firstUid = '00000000-0000-0000-0000-000000000000'

type WithCursor<Row> = Row & { cursor: string }

/** All rows of a query, page after page, each after the last row's `cursor`. */
async function* pagesOf<Row>(
  database: Database,
  queryAfter: (cursor: string, limit: RawBuilder<number>) => RawBuilder<WithCursor<Row>>,
): AsyncGenerator<Row[]> {
  for (let cursor: string | undefined = firstUid; cursor !== undefined; ) {
    const { rows }: { rows: WithCursor<Row>[] } = await queryAfter(cursor, literalLimit(pageSize)).execute(
      database,
    )
    if (rows.length > 0) yield rows
    cursor = rows.length === pageSize ? rows.at(-1)?.cursor : undefined
  }
}

async function* onePage<Row>(database: Database, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  yield (await query.execute(database)).rows
}

export type AccountData = {
  email: string
  emailVerified: boolean
  signInMethods: string[]
  createdAt: Date
}

export async function* readAccount(database: Database, uid: string): AsyncGenerator<AccountData[]> {
  const { rows } = await sql<AccountData>`
    select email, email_verified as "emailVerified", created_at as "createdAt",
      array(select case provider_id when 'credential' then 'password' else provider_id end
            from accounts where user_id = users.id order by 1) as "signInMethods"
    from users where id = ${uid}`.execute(database)
  yield rows.map((row) => {
    const email = emailOrEmpty(row.email)
    return { ...row, email, emailVerified: email !== '' && row.emailVerified }
  })
}

export type ProfileData = {
  displayName: string
  bio: string
  professione: string
  citta: string
  telefono: string
  dataNascita: string
  interessi: string[]
  links: string[]
  photoURL: string
  updatedAt: Date
}

export const readProfile = (database: Database, uid: string) =>
  onePage(
    database,
    sql<ProfileData>`
      select display_name as "displayName", bio, profession as professione, city as citta, phone as telefono,
        coalesce(birth_date::text, '') as "dataNascita", skills as interessi, links, coalesce(photo_url, '') as "photoURL",
        updated_at as "updatedAt"
      from users where id = ${uid}`,
  )

/** The photo in its larger size (WebP), or null. */
export async function readPhoto(database: Database, uid: string): Promise<Buffer | null> {
  const photo = await database
    .selectFrom('photos')
    .select('large')
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return photo?.large ?? null
}

export type FriendData = { displayName: string; since: Date }

export const readFriends = (database: Database, uid: string) =>
  pagesOf<FriendData>(
    database,
    (after, limit) => sql`
      select display_name as "displayName", friendships.created_at as since, friend_id as cursor
      from friendships join users on users.id = friend_id
      where user_id = ${uid} and friend_id > ${after} order by friend_id limit ${limit}`,
  )

export type RequestData = { displayName: string; direction: 'sent' | 'received'; sentAt: Date }

export async function* readRequests(database: Database, uid: string): AsyncGenerator<RequestData[]> {
  yield* pagesOf<RequestData>(
    database,
    (after, limit) => sql`
      select display_name as "displayName", 'sent' as direction, requests.created_at as "sentAt",
        recipient_id as cursor
      from friend_requests requests join users on users.id = recipient_id
      where sender_id = ${uid} and recipient_id > ${after} order by recipient_id limit ${limit}`,
  )
  yield* pagesOf<RequestData>(
    database,
    (after, limit) => sql`
      select display_name as "displayName", 'received' as direction, requests.created_at as "sentAt",
        sender_id as cursor
      from friend_requests requests join users on users.id = sender_id
      where recipient_id = ${uid} and sender_id > ${after} order by sender_id limit ${limit}`,
  )
}

export type BlockData = { displayName: string; since: Date }

export const readBlocks = (database: Database, uid: string) =>
  pagesOf<BlockData>(
    database,
    (after, limit) => sql`
      select display_name as "displayName", blocks.blocked_at as since, blocked_id as cursor
      from blocks join users on users.id = blocked_id
      where user_id = ${uid} and blocked_id > ${after} order by blocked_id limit ${limit}`,
  )

export type EventData = {
  title: string
  description: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  isAllDay: boolean
  category: string
  duration: string
  venue: string
  address: string
  mapLink: string
  link: string
  capacity: number | null
  teamSize: number | null
  joinDeadline: Date | null
  ctftimeId: string
  status: string
  cancelReason: string
  createdAt: Date
}

/** The events that are the member's. Of those of others they say no more than `readParticipations`. */
export const readEvents = (database: Database, uid: string) =>
  pagesOf<EventData>(
    database,
    (after, limit) => sql`
      select title, description, starts_at as "startsAt", ends_at as "endsAt", time_zone as "timeZone",
        is_all_day as "isAllDay", category, duration, venue, address, map_link as "mapLink", link, capacity, team_size as "teamSize",
        join_deadline as "joinDeadline", ctftime_id as "ctftimeId", status, cancel_reason as "cancelReason", created_at as "createdAt",
        id as cursor
      from events where organizer_id = ${uid} and id > ${after} order by id limit ${limit}`,
  )

export type EventMessageData = { title: string; kind: string; text: string; sentAt: Date }

/** The member's texts to participants of events: messages, and the reasons of cancellations. */
export async function* readEventMessages(
  database: Database,
  uid: string,
): AsyncGenerator<EventMessageData[]> {
  let [eventId, number] = [firstUid, 0]
  for (;;) {
    const { rows } = await sql<EventMessageData & { eventId: string; number: number }>`
      select title, kind, text, event_updates.created_at as "sentAt", event_id as "eventId", number
      from event_updates join events on events.id = event_id
      where author_id = ${uid} and (event_id, number) > (${eventId}, ${number}) and text <> ''
      order by event_id, number limit ${literalLimit(pageSize)}`.execute(database)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    eventId = last.eventId
    number = last.number
  }
}

export type ParticipationData = {
  title: string
  startsAt: Date
  role: 'joined' | 'waiting' | 'organizer'
  since: Date
}

export async function* readParticipations(
  database: Database,
  uid: string,
): AsyncGenerator<ParticipationData[]> {
  yield* pagesOf<ParticipationData>(
    database,
    (after, limit) => sql`
      select title, starts_at as "startsAt", state as role, joined_at as since, event_id as cursor
      from event_participants join events on events.id = event_id
      where user_id = ${uid} and event_id > ${after} order by event_id limit ${limit}`,
  )
  yield* pagesOf<ParticipationData>(
    database,
    (after, limit) => sql`
      select title, starts_at as "startsAt", 'organizer' as role, added_at as since, event_id as cursor
      from event_organizers join events on events.id = event_id
      where user_id = ${uid} and event_id > ${after} order by event_id limit ${limit}`,
  )
}

type Conversation = { id: string; kind: ConversationKind; partner: string; head: number }

/** The conversations in which the member wrote, with the partner's name of private ones, and the name or event's title of rooms. */
async function findConversations(
  database: Database,
  uid: string,
  kind: Conversation['kind'],
): Promise<Conversation[]> {
  const { rows } = await sql<Conversation>`
    select conversations.id, kind, coalesce(display_name, title, rooms.name, teams.name, '') as partner, head
    from conversation_authors authors join conversations on conversations.id = authors.conversation_id
      left join conversation_members members
        on members.conversation_id = conversations.id and members.user_id = authors.user_id
      left join users on users.id = members.partner_id
      left join events on 'evento-' || events.id = conversations.id
      left join rooms on rooms.conversation_id = conversations.id
      left join teams on teams.conversation_id = conversations.id
    where authors.user_id = ${uid} and kind = ${kind} order by conversations.id`.execute(database)
  return rows
}

export type MessageData = {
  partner: string
  sequence: number
  text: string
  sentAt: Date
  editedAt: Date | null
  removedAt: Date | null
  replyTo: number | null
  /** Names. */
  files: string[]
}

/**
 * The member's own messages. Their table has no index by author: each statement looks through so many sequences of a
 * conversation, by the primary key.
 */
export async function* readMessages(
  database: Database,
  uid: string,
  kind: Conversation['kind'],
): AsyncGenerator<MessageData[]> {
  for (const { id, partner, head } of await findConversations(database, uid, kind)) {
    let after = 0
    while (after < head) {
      const rows = await database
        .selectFrom('messages')
        .select([
          'sequence',
          'text',
          'sent_at as sentAt',
          'edited_at as editedAt',
          'removed_at as removedAt',
          'reply_to as replyTo',
          sql<string[]>`array(
            select name from files
            where files.conversation_id = messages.conversation_id and files.sequence = messages.sequence
            order by place
          )`.as('files'),
        ])
        .where('conversation_id', '=', id)
        .where('sequence', '>', after)
        .where('sequence', '<=', after + sequencesAtOnce)
        .where('sender_id', '=', uid)
        .orderBy('sequence')
        .limit(literalLimit(pageSize))
        .execute()
      yield rows.map((row) => ({ partner, ...row }))
      const last = rows.length === pageSize ? rows.at(-1) : undefined
      after = last?.sequence ?? after + sequencesAtOnce
    }
  }
}

export type RoomData = { name: string; since: Date; readUpTo: number; mutedUntil: string | null }

/** The rooms that the member is in. */
export const readRooms = (database: Database, uid: string) =>
  onePage(
    database,
    sql<RoomData>`
      select name, since, read_up_to as "readUpTo", ${mutedUntil} as "mutedUntil" from memberships join rooms using (conversation_id)
      where user_id = ${uid} order by since`,
  )

export type TeamData = {
  /** Empty where they look for one. */
  name: string
  relation: 'captain' | 'member' | 'requested' | 'invited' | 'playing' | 'looking'
  since: Date
  /** The event that they play for the team, or where they look for one; null of the others. */
  event: string | null
  /** The member's own message to the team, or what they say of themselves at the event; null where they didn't ask. */
  text: string | null
}

/** The teams that the member is in, asks or is invited to; what they play, and where they look for a team. */
export const readTeams = (database: Database, uid: string) =>
  onePage(
    database,
    sql<TeamData>`
      select name, case when captain_id = ${uid} then 'captain' else 'member' end as relation, since, null as event, null as text
      from memberships join teams using (conversation_id) where user_id = ${uid}
      union all
      select name, case when is_invited then 'invited' else 'requested' end, team_candidates.created_at,
        null, case when is_invited then null else text end
      from team_candidates join teams on teams.id = team_id where user_id = ${uid}
      union all
      select name, 'playing', since, title, null
      from team_lineups join teams on teams.id = team_id join events on events.id = event_id where user_id = ${uid}
      union all
      select '', 'looking', since, title, text
      from event_seekers join events on events.id = event_id where user_id = ${uid}
      order by since`,
  )

export type ReactionData = { partner: string; sequence: number; reaction: string; reactedAt: Date }

/** The member's reactions to messages. */
export async function* readReactions(database: Database, uid: string): AsyncGenerator<ReactionData[]> {
  let [conversationId, sequence, reaction] = ['', 0, '']
  for (;;) {
    const { rows } = await sql<ReactionData & { conversationId: string }>`
      select coalesce(display_name, title, rooms.name, teams.name, '') as partner, reactions.conversation_id as "conversationId", sequence, reaction,
        reacted_at as "reactedAt"
      from message_reactions reactions
        left join conversation_members members
          on members.conversation_id = reactions.conversation_id and members.user_id = reactions.user_id
        left join users on users.id = members.partner_id
        left join events on 'evento-' || events.id = reactions.conversation_id
        left join rooms on rooms.conversation_id = reactions.conversation_id
        left join teams on teams.conversation_id = reactions.conversation_id
      where reactions.user_id = ${uid}
        and (reactions.conversation_id, sequence, reaction) > (${conversationId}, ${sequence}, ${reaction})
      order by reactions.conversation_id, sequence, reaction limit ${literalLimit(pageSize)}`.execute(
      database,
    )
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    ;({ conversationId, sequence, reaction } = last)
  }
}

export type DeviceData = { startedAt: Date; lastUsedAt: Date; expiresAt: Date }

export const readDevices = (database: Database, uid: string) =>
  onePage(
    database,
    sql<DeviceData>`
      select created_at as "startedAt", updated_at as "lastUsedAt", expires_at as "expiresAt"
      from sessions where user_id = ${uid} and expires_at > now() order by created_at`,
  )

export type KnownDeviceData = { device: string; lastUsedOn: string }

export const readKnownDevices = (database: Database, uid: string) =>
  onePage(
    database,
    sql<KnownDeviceData>`
      select device, last_used_on as "lastUsedOn" from known_devices
      where user_id = ${uid} order by last_used_on desc, device`,
  )

export type PasskeyData = { name: string; createdAt: Date }

export const readPasskeys = (database: Database, uid: string) =>
  onePage(
    database,
    sql<PasskeyData>`
      select name, created_at as "createdAt" from passkeys where user_id = ${uid} order by created_at`,
  )

export type TokenData = {
  name: string
  scopes: string[]
  createdAt: Date
  expiresAt: Date | null
  lastUsedOn: string | null
}

export const readTokens = (database: Database, uid: string) =>
  onePage(
    database,
    sql<TokenData>`
      select name, scopes, created_at as "createdAt", expires_at as "expiresAt", last_used_on as "lastUsedOn"
      from tokens where user_id = ${uid} order by created_at`,
  )

export type BotData = {
  name: string
  createdAt: Date
  /** Of its token; null, as the next fields, where it has none. */
  scopes: string[] | null
  expiresAt: Date | null
  lastUsedOn: string | null
  /** By subject, that the bot is in. */
  rooms: string[]
}

export const readBots = (database: Database, uid: string) =>
  onePage(
    database,
    sql<BotData>`
      select display_name as name, users.created_at as "createdAt", scopes, expires_at as "expiresAt",
        last_used_on as "lastUsedOn",
        array(
          select name from memberships join rooms using (conversation_id) where user_id = users.id order by name
        ) as rooms
      from users left join tokens on tokens.user_id = users.id and not is_webhook
      where bot_owner = ${uid} and erased_at is null order by users.created_at`,
  )

export type SettingsData = {
  bio: string
  professione: string
  citta: string
  telefono: string
  dataNascita: string
  emailToFriends: boolean
  findableByEmail: boolean
  showPresence: boolean
  readReceipts: boolean
  showTyping: boolean
  showParticipation: boolean
  reminders: boolean
  mailChanges: boolean
  mailMessages: boolean
  mailReminders: boolean
  notifyEvents: boolean
  notifyChat: boolean
  notifyFriendship: boolean
  pushEvents: boolean
  pushChat: boolean
  pushFriendship: boolean
  digestEvents: boolean
  digestChat: boolean
  digestFriendship: boolean
  showText: boolean
  hasQuietHours: boolean
  quietFrom: string
  quietTo: string
  zone: string
  digest: string
  hasCalendarFeed: boolean
  calendarScope: string
  calendarCategories: string[]
}

export const readSettings = (database: Database, uid: string) =>
  onePage(
    database,
    sql<SettingsData>`
      select bio_audience as bio, profession_audience as professione, city_audience as citta,
        phone_audience as telefono, birth_date_audience as "dataNascita",
        email_to_friends as "emailToFriends", findable_by_email as "findableByEmail", show_presence as "showPresence", read_receipts as "readReceipts", show_typing as "showTyping",
        show_participation as "showParticipation", coalesce(reminders, true) as reminders,
        coalesce(mail_changes, true) as "mailChanges", coalesce(mail_messages, false) as "mailMessages",
        coalesce(mail_reminders, false) as "mailReminders", coalesce(notify_events, true) as "notifyEvents",
        coalesce(notify_chat, true) as "notifyChat", coalesce(notify_friendship, true) as "notifyFriendship",
        coalesce(push_events, true) as "pushEvents", coalesce(push_chat, true) as "pushChat",
        coalesce(push_friendship, true) as "pushFriendship", coalesce(digest_events, true) as "digestEvents",
        coalesce(digest_chat, true) as "digestChat", coalesce(digest_friendship, true) as "digestFriendship",
        coalesce(show_text, true) as "showText",
        coalesce(has_quiet_hours, false) as "hasQuietHours", coalesce(quiet_from, '22:00') as "quietFrom",
        coalesce(quiet_to, '08:00') as "quietTo", coalesce(zone, 'Europe/Rome') as zone,
        coalesce(digest, 'never') as digest, feeds.id is not null as "hasCalendarFeed",
        coalesce(scope, 'own') as "calendarScope", coalesce(categories, '{}') as "calendarCategories"
      from users left join notification_settings notified on notified.user_id = users.id
        left join calendar_feeds feeds on feeds.user_id = users.id
      where users.id = ${uid}`,
  )

export type ReportData = {
  about: string
  reason: string
  details: string
  reportedAt: Date
  closedAt: Date | null
}

/** The member's reports: their own words, and not the copy of others' texts. */
export const readReports = (database: Database, uid: string) =>
  pagesOf<ReportData>(
    database,
    (after, limit) => sql`
      select subject_kind as about, reason, details, reported_at as "reportedAt", closed_at as "closedAt", id as cursor
      from reports where reporter_id = ${uid} and id > ${after} order by id limit ${limit}`,
  )

export type DecisionData = {
  about: string
  action: string
  rule: number | null
  facts: string
  suspendedUntil: Date | null
  decidedAt: Date
  revertedAt: Date | null
  appeal: string | null
  answer: string | null
}

/** The decisions against the member, with their appeals. */
export const readDecisions = (database: Database, uid: string) =>
  pagesOf<DecisionData>(
    database,
    (after, limit) => sql`
      select subject_kind as about, action, rule, facts, suspended_until as "suspendedUntil",
        decided_at as "decidedAt", reverted_at as "revertedAt", text as appeal, answer, id as cursor
      from decisions left join appeals on decision_id = id
      where member_id = ${uid} and action <> 'none' and id > ${after} order by id limit ${limit}`,
  )

export type NoticeData = {
  kind: NoticeKind
  displayName: string
  device: string
  toldAt: Date
  readAt: Date | null
}

/** Lines of 'Notifiche' about no event. */
export async function* readNotices(database: Database, uid: string): AsyncGenerator<NoticeData[]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: { rows: (NoticeData & { id: number })[] } = await sql<NoticeData & { id: number }>`
      select notifications.id, kind, coalesce(display_name, '') as "displayName", coalesce(device, '') as device,
        notifications.created_at as "toldAt", read_at as "readAt"
      from notifications left join users on users.id = author_id
      where user_id = ${uid} and event_id is null and team_id is null and notifications.id > ${after}
      order by notifications.id limit ${literalLimit(pageSize)}`.execute(database)
    yield rows.map(({ id: _, ...row }) => row)
    after = rows.length === pageSize ? rows.at(-1)?.id : undefined
  }
}
