import { randomUUID } from 'node:crypto'
import { privateConversationId, publicRoomId } from '@covo/contract/chat/chat.rules'
import type pg from 'pg'
import { sampleEvents } from './community/events.ts'
import {
  sampleCast,
  sampleFriendsOfAnna,
  sampleMembers,
  sampleRequestsFromAnna,
  sampleRequestsToAnna,
} from './community/members.ts'
import { samplePrivateChats } from './community/private-chats.ts'
import {
  type SampleTalk,
  sampleEdits,
  samplePublicTalks,
  sampleReactions,
  sampleReplies,
} from './community/public-room.ts'
import { hashPassword } from './password.ts'

type Row = Record<string, string | number | boolean | null>

const second = 1000
const hour = 3_600_000
const day = 24 * hour

/**
 * Fills a migrated database without members with the sample community, and answers whether it did: a database that has
 * members stays as it is.
 *
 * @param now milliseconds since the epoch; times lie around it
 */
export async function seedCommunity(client: pg.ClientBase, now: number): Promise<boolean> {
  const passwords = new Map(
    await Promise.all(
      sampleCast.map(async ({ email, password }) => [email, await hashPassword(password)] as const),
    ),
  )
  await client.query('begin')
  try {
    // Until the end nobody registers, and a second seeding waits.
    await client.query('lock table users in share row exclusive mode')
    const { rowCount } = await client.query('select from users limit 1')
    if (!rowCount) await insertCommunity(client, passwords, now)
    await client.query('commit')
    return !rowCount
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function insertCommunity(client: pg.ClientBase, passwords: Map<string, string>, now: number) {
  const uids = new Map(sampleMembers.map(({ name }) => [givenName(name), randomUUID()]))
  const uidOf = (name: string) => {
    const uid = uids.get(name)
    if (!uid) throw new Error(`the community has no ${name}`)
    return uid
  }
  await insert(client, 'users', memberRows(uidOf, now))
  await insert(client, 'accounts', accountRows(uidOf, passwords, now))
  await insert(client, 'friendships', friendshipRows(uidOf, now))
  await insert(client, 'friend_requests', requestRows(uidOf, now))
  for (const [index, event] of sampleEvents.entries()) {
    const { row, participants } = eventRows(event, index, uidOf, now)
    await insert(client, 'events', [row])
    await insert(client, 'event_participants', participants)
  }
  await insertPublicRoom(client, uidOf, now)
  for (const chat of samplePrivateChats) await insertPrivateChat(client, chat, uidOf, now)
  await client.query(
    `insert into conversation_authors (conversation_id, user_id) select distinct conversation_id, sender_id from messages`,
  )
  await client.query(
    `update conversations c set author_count = (select count(*) from conversation_authors a where a.conversation_id = c.id)`,
  )
}

type UidOf = (name: string) => string

function memberRows(uidOf: UidOf, now: number): Row[] {
  return sampleMembers.map((member) => ({
    id: uidOf(givenName(member.name)),
    display_name: member.name,
    display_name_chosen: true,
    email: emailOf(member.name),
    email_verified: false,
    profession: member.profession ?? '',
    city: member.city ?? '',
    phone: member.phone ?? '',
    birth_date: member.birthDate ?? null,
    bio: member.bio ?? '',
    created_at: iso(now - member.days * day),
    updated_at: iso(now - member.days * day),
  }))
}

/** As the authentication library stores a password. */
function accountRows(uidOf: UidOf, passwords: Map<string, string>, now: number): Row[] {
  return sampleCast.map(({ name, email }) => ({
    id: randomUUID(),
    user_id: uidOf(givenName(name)),
    account_id: uidOf(givenName(name)),
    provider_id: 'credential',
    password: passwords.get(email) ?? null,
    created_at: iso(now),
    updated_at: iso(now),
  }))
}

function friendshipRows(uidOf: UidOf, now: number): Row[] {
  const [anna, ...others] = sampleMembers.map(({ name }) => givenName(name))
  const pairs = [
    ...sampleFriendsOfAnna.map((name) => [anna ?? '', name]),
    ...samplePrivateChats.map(({ between }) => between),
    ...others.flatMap((name, index) =>
      [1, 5, 11].map((step) => [name, others[(index + step) % others.length] ?? '']),
    ),
  ]
  const unique = new Map(pairs.map((pair) => [pair.toSorted().join(), pair]))
  return [...unique.values()].flatMap(([one = '', other = ''], index) => {
    const created_at = iso(now - ((index * 7) % 30) * day - 5 * hour)
    return [
      { user_id: uidOf(one), friend_id: uidOf(other), created_at },
      { user_id: uidOf(other), friend_id: uidOf(one), created_at },
    ]
  })
}

function requestRows(uidOf: UidOf, now: number): Row[] {
  const pairs = [
    ...sampleRequestsToAnna.map((name) => [name, 'Anna'] as const),
    ...sampleRequestsFromAnna.map((name) => ['Anna', name] as const),
  ]
  return pairs.map(([sender, recipient], index) => ({
    sender_id: uidOf(sender),
    recipient_id: uidOf(recipient),
    created_at: iso(now - (40 - index * 7) * hour),
  }))
}

function eventRows(event: (typeof sampleEvents)[number], index: number, uidOf: UidOf, now: number) {
  const id = randomUUID()
  const start = localTime(now, event.day, event.at)
  const createdAt = Math.min(start, now) - 9 * day
  const crowd = sampleMembers
    .slice(sampleCast.length)
    .map(({ name }) => givenName(name))
    .filter((name) => name !== event.organizer)
  // Steps of a prime number pick nobody twice, and give every event its own mix.
  const others = Array.from(
    { length: event.others },
    (_, number) => crowd[(index * 5 + number * 17) % crowd.length] ?? '',
  )
  const names = [...event.cast, ...others]
  const row = {
    id,
    title: event.title,
    description: event.description,
    starts_at: iso(start),
    ends_at: iso(start + event.hours * hour),
    link: event.link,
    category: event.category,
    duration: event.duration,
    organizer_id: uidOf(event.organizer),
    participant_count: names.length,
    revision: names.length,
    created_at: iso(createdAt),
    updated_at: iso(createdAt + names.length * 5 * hour),
  }
  const participants = names.map((name, number) => ({
    event_id: id,
    user_id: uidOf(name),
    joined_at: iso(createdAt + (number + 1) * 5 * hour),
  }))
  return { row, participants }
}

async function insertPublicRoom(client: pg.ClientBase, uidOf: UidOf, now: number) {
  const lines = samplePublicTalks.flatMap((talk) => linesOf(talk, now))
  await insert(client, 'messages', messageRows(publicRoomId, lines, uidOf))
  await client.query('update conversations set head = $1 where id = $2', [lines.length, publicRoomId])
  const placeOf = (beginning: string) => {
    const index = lines.findIndex(({ text }) => text.startsWith(beginning))
    if (index < 0) throw new Error(`the room has no line that begins with ${beginning}`)
    return index + 1
  }
  for (const { reply, to } of sampleReplies)
    await client.query('update messages set reply_to = $1 where conversation_id = $2 and sequence = $3', [
      placeOf(to),
      publicRoomId,
      placeOf(reply),
    ])
  for (const beginning of sampleEdits)
    await client.query(
      `with numbered as (update conversations set changes = changes + 1 where id = $1 returning changes)
       update messages set edits = 1, edited_at = sent_at + interval '1 minute', change = changes
       from numbered where conversation_id = $1 and sequence = $2`,
      [publicRoomId, placeOf(beginning)],
    )
  for (const { to, reaction, by } of sampleReactions)
    for (const name of by)
      await client.query('select set_reaction($1, $2, $3, $4, true)', [
        publicRoomId,
        placeOf(to),
        reaction,
        uidOf(name),
      ])
}

async function insertPrivateChat(
  client: pg.ClientBase,
  chat: (typeof samplePrivateChats)[number],
  uidOf: UidOf,
  now: number,
) {
  const [writer, reader] = chat.between
  const id = privateConversationId(uidOf(writer), uidOf(reader))
  const lines = linesOf(chat, now)
  const last = lines.at(-1)
  const last_message_at = iso(last?.sentAt ?? now)
  const head = lines.length
  await insert(client, 'conversations', [
    { id, kind: 'private', head, author_count: 0, last_message: last?.text ?? null, last_message_at },
  ])
  await insert(
    client,
    'conversation_members',
    [
      { own: writer, partner: reader, unread: 0 },
      { own: reader, partner: writer, unread: chat.unread },
    ].map(({ own, partner, unread }) => ({
      conversation_id: id,
      user_id: uidOf(own),
      partner_id: uidOf(partner),
      last_read: head - unread,
      is_unread: unread > 0,
      last_message_at,
    })),
  )
  await insert(client, 'messages', messageRows(id, lines, uidOf))
}

type Line = { author: string; text: string; sentAt: number }

/** The lines with their times: as long apart as writing them may take. */
function linesOf(talk: SampleTalk, now: number): Line[] {
  let elapsed = 0
  const lines = talk.lines.map((line, index) => {
    const colon = line.indexOf(': ')
    const text = line.slice(colon + 2)
    if (index > 0) elapsed += (20 + text.length * 0.6 + ((index * 37) % 80)) * second
    return { author: line.slice(0, colon), text, sentAt: elapsed }
  })
  const start =
    'day' in talk ? localTime(now, talk.day, talk.at) : now - talk.minutesAgo * 60 * second - elapsed
  return lines.map((line) => ({ ...line, sentAt: start + line.sentAt }))
}

function messageRows(conversationId: string, lines: Line[], uidOf: UidOf): Row[] {
  return lines.map(({ author, text, sentAt }, index) => ({
    conversation_id: conversationId,
    sequence: index + 1,
    id: randomUUID(),
    sender_id: uidOf(author),
    client_id: randomUUID(),
    text,
    sent_at: iso(sentAt),
  }))
}

/** Rows of one table, all with the same columns, in one statement. */
async function insert(client: pg.ClientBase, table: string, rows: Row[]) {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  if (!columns) return
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

function givenName(name: string): string {
  return name.split(' ')[0] ?? ''
}

function emailOf(name: string): string {
  const known = sampleCast.find((member) => member.name === name)
  if (known) return known.email
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return `${plain.replaceAll(' ', '.')}@esempio.it`
}

/** The instant of a local time, so many days from today. */
function localTime(now: number, days: number, at: string): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const time = new Date(now)
  time.setDate(time.getDate() + days)
  return time.setHours(hours, minutes, 0, 0)
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
