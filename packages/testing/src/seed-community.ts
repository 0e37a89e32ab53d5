import { randomUUID } from 'node:crypto'
import { privateConversationId, publicRoomId, roomId, teamRoomId } from '@covo/contract/chat/chat.rules'
import { mentionedUids } from '@covo/contract/chat/markup.text'
import { foldText } from '@covo/contract/chat/search.rules'
import { readWallTime, wallTimeAt } from '@covo/contract/time-zones'
import type pg from 'pg'
import { type SampleEvent, type SampleUpdate, sampleEvents } from './community/events.ts'
import {
  sampleCast,
  sampleFriendsOfAnna,
  sampleMembers,
  sampleRequestsFromAnna,
  sampleRequestsToAnna,
} from './community/members.ts'
import { samplePrivateChats } from './community/private-chats.ts'
import {
  publicChanges,
  type SampleChanges,
  type SampleTalk,
  samplePublicTalks,
} from './community/public-room.ts'
import { type SampleRoom, sampleRooms } from './community/rooms.ts'
import { type SampleEntries, type SampleTeam, sampleEntries, sampleTeams } from './community/teams.ts'
import { hashPassword } from './password.ts'

type Row = Record<string, string | number | boolean | object | null>

const second = 1000
const minute = 60 * second
const hour = 3_600_000
const day = 24 * hour
/** Of the community, wherever the machine stands. */
const homeZone = 'Europe/Rome'

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
    const { row, participants, organizers, updates } = eventRows(event, index, uidOf, now)
    await insert(client, 'events', [row])
    await insert(client, 'event_participants', participants)
    await insert(client, 'event_organizers', organizers)
    await insert(client, 'event_updates', updates)
  }
  await insertPublicRoom(client, uidOf, now)
  for (const [index, room] of sampleRooms.entries()) await insertRoom(client, room, index, uidOf, now)
  for (const team of sampleTeams) await insertTeam(client, team, uidOf, now)
  for (const entries of sampleEntries) await insertEntries(client, entries, uidOf, now)
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
    skills: member.skills ?? [],
    links: member.links ?? [],
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

function eventRows(event: SampleEvent, index: number, uidOf: UidOf, now: number) {
  const { timeZone = homeZone, waiting = [], organizers = [], updates = [] } = event
  const id = randomUUID()
  const start = timeOn(now, event.day, event.at, timeZone)
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
  const joined = [...event.cast, ...others]
  const names = [...joined, ...waiting]
  const updatedAt = now - 5 * hour
  const cancelled = updates.find((update) => 'cancelled' in update)
  const row = {
    id,
    title: event.title,
    description: event.description,
    starts_at: iso(start),
    ends_at: iso(start + event.hours * hour - (event.isAllDay ? minute : 0)),
    time_zone: timeZone,
    is_all_day: event.isAllDay ?? false,
    venue: event.venue ?? 'none',
    address: event.address ?? '',
    link: event.link,
    map_link: '',
    ctftime_id: '',
    category: event.category,
    duration: event.duration,
    organizer_id: uidOf(event.organizer),
    capacity: event.capacity ?? null,
    team_size: event.teamSize ?? null,
    join_deadline: event.joinsEndHoursBefore ? iso(start - event.joinsEndHoursBefore * hour) : null,
    participant_count: joined.length,
    waiting_count: waiting.length,
    next_queue_number: waiting.length + 1,
    had_participants: joined.length > 0,
    revision: names.length,
    status: cancelled ? 'cancelled' : 'planned',
    cancel_reason: cancelled?.cancelled ?? '',
    cancelled_at: cancelled ? iso(updatedAt) : null,
    version: updates.filter((update) => !('message' in update)).length,
    version_at: iso(updates.length > 0 ? updatedAt : createdAt),
    update_number: updates.length,
    created_at: iso(createdAt),
    updated_at: iso(createdAt + names.length * 5 * hour),
  }
  const participants = names.map((name, number) => ({
    event_id: id,
    user_id: uidOf(name),
    state: number < joined.length ? 'joined' : 'waiting',
    queue_number: number < joined.length ? null : number - joined.length + 1,
    is_shown: true,
    joined_at: iso(createdAt + (number + 1) * 5 * hour),
  }))
  return {
    row,
    participants,
    organizers: organizers.map((name) => ({
      event_id: id,
      user_id: uidOf(name),
      added_at: iso(createdAt + hour),
    })),
    updates: updates.map((update, number) => ({
      event_id: id,
      number: number + 1,
      author_id: uidOf(event.organizer),
      created_at: iso(updatedAt),
      ...updateColumns(update, start, event.hours),
    })),
  }
}

/** A move by hours moves the end as well as the start, which are as they are after it. */
function updateColumns(update: SampleUpdate, start: number, hours: number) {
  if ('cancelled' in update)
    return { kind: 'cancelled', changes: {}, is_weighty: true, text: update.cancelled, client_id: null }
  if ('message' in update)
    return { kind: 'message', changes: {}, is_weighty: true, text: update.message, client_id: randomUUID() }
  const moved = (at: number) => ({ before: iso(at - update.movedHours * hour), after: iso(at) })
  const changes = { dateTime: moved(start), deadline: moved(start + hours * hour) }
  return { kind: 'edited', changes, is_weighty: true, text: '', client_id: null }
}

async function insertPublicRoom(client: pg.ClientBase, uidOf: UidOf, now: number) {
  const lines = samplePublicTalks.flatMap((talk) => linesOf(talk, uidOf, now))
  await insert(client, 'messages', messageRows(publicRoomId, lines, uidOf))
  await client.query('update conversations set head = $1 where id = $2', [lines.length, publicRoomId])
  await insertChanges(client, publicRoomId, lines, publicChanges, uidOf)
  await insertMentions(client, publicRoomId, lines, uidOf, publicChanges.replies)
}

async function insertRoom(client: pg.ClientBase, room: SampleRoom, index: number, uidOf: UidOf, now: number) {
  const { slug, name, purpose, group, members, unread, archivedDays, talk } = room
  const id = roomId(slug)
  const lines = linesOf(talk, uidOf, now)
  const head = lines.length
  await insert(client, 'conversations', [{ id, kind: 'room', head, author_count: 0 }])
  const archived_at = archivedDays === undefined ? null : iso(now - archivedDays * day)
  const texts = { slug, name, purpose, group_name: group }
  // Before its memberships, which are counted there.
  await insert(client, 'rooms', [
    { conversation_id: id, ...texts, place: index + 1, members: 0, version: 1, archived_at },
  ])
  await insert(
    client,
    'memberships',
    members.map((member) => ({
      conversation_id: id,
      user_id: uidOf(member),
      read_up_to: unread.includes(member) ? head - 1 : head,
      since: iso(now - 90 * day),
    })),
  )
  await insert(client, 'messages', messageRows(id, lines, uidOf))
  await insertMentions(client, id, lines, uidOf)
}

async function insertTeam(client: pg.ClientBase, team: SampleTeam, uidOf: UidOf, now: number) {
  const { name, presentation, maximum, skills, isLooking, ctftimeId, members, requests, invited, talk } = team
  const teamId = randomUUID()
  const id = teamRoomId(teamId)
  const lines = linesOf(talk, uidOf, now)
  await insert(client, 'conversations', [{ id, kind: 'team', head: lines.length, author_count: 0 }])
  await insert(client, 'teams', [
    {
      id: teamId,
      name,
      presentation,
      folded: foldText(`${name}\n${presentation}`),
      maximum,
      members: 0,
      skills,
      looking_until: isLooking ? iso(now + 20 * day) : null,
      ctftime_id: ctftimeId,
      captain_id: uidOf(members[0] ?? ''),
      version: 1,
      created_at: iso(now - 100 * day),
    },
  ])
  await insert(
    client,
    'memberships',
    members.map((member, place) => ({
      conversation_id: id,
      user_id: uidOf(member),
      read_up_to: lines.length,
      since: iso(now - (100 - place) * day),
      opened_on: iso(now).slice(0, 10),
    })),
  )
  const candidates = [
    ...Object.entries(requests).map(([member, text]) => ({ member, text, is_invited: false })),
    ...invited.map((member) => ({ member, text: '', is_invited: true })),
  ]
  await insert(
    client,
    'team_candidates',
    candidates.map(({ member, ...candidate }) => ({
      team_id: teamId,
      user_id: uidOf(member),
      created_at: iso(now - 5 * hour),
      ...candidate,
    })),
  )
  await insert(client, 'messages', messageRows(id, lines, uidOf))
}

async function insertEntries(client: pg.ClientBase, entries: SampleEntries, uidOf: UidOf, now: number) {
  const idOf = async (table: 'events' | 'teams', column: 'title' | 'name', value: string) => {
    const text = `select id from ${table} where ${column} = $1`
    const { rows } = await client.query<{ id: string }>(text, [value])
    if (!rows[0]) throw new Error(`the community has no ${value}`)
    return rows[0].id
  }
  const event_id = await idOf('events', 'title', entries.event)
  for (const [place, [team, players]] of Object.entries(entries.lineups).entries()) {
    const team_id = await idOf('teams', 'name', team)
    await insert(client, 'team_entries', [{ event_id, team_id, entered_at: iso(now - (3 - place) * day) }])
    await insert(
      client,
      'team_lineups',
      players.map((player, number) => ({
        event_id,
        team_id,
        user_id: uidOf(player),
        since: iso(now - 2 * day + number * hour),
      })),
    )
  }
  const seekers = Object.entries(entries.seekers)
  await insert(
    client,
    'event_seekers',
    seekers.map(([seeker, text], place) => ({
      event_id,
      user_id: uidOf(seeker),
      text,
      since: iso(now - (place + 1) * 7 * hour),
    })),
  )
}

async function insertChanges(
  client: pg.ClientBase,
  conversationId: string,
  lines: Line[],
  { reactions, replies, edits, removals }: SampleChanges,
  uidOf: UidOf,
) {
  const placeOf = (beginning: string) => {
    const index = lines.findIndex(({ text }) => text.startsWith(beginning))
    if (index < 0) throw new Error(`${conversationId} has no line that begins with ${beginning}`)
    return index + 1
  }
  const change = (beginning: string, what: string) =>
    client.query(
      `with numbered as (update conversations set changes = changes + 1 where id = $1 returning changes)
       update messages set ${what}, change = changes
       from numbered where conversation_id = $1 and sequence = $2`,
      [conversationId, placeOf(beginning)],
    )
  for (const { reply, to } of replies)
    await client.query('update messages set reply_to = $1 where conversation_id = $2 and sequence = $3', [
      placeOf(to),
      conversationId,
      placeOf(reply),
    ])
  for (const beginning of edits)
    await change(beginning, "edits = 1, edited_at = sent_at + interval '1 minute'")
  for (const beginning of removals)
    await change(beginning, "text = '', removed_at = sent_at + interval '30 seconds', removed_by = 'author'")
  for (const { to, reaction, by } of reactions)
    for (const name of by)
      await client.query('select set_reaction($1, $2, $3, $4, true)', [
        conversationId,
        placeOf(to),
        reaction,
        uidOf(name),
      ])
}

/** Members who wrote something later have read their mentions. */
async function insertMentions(
  client: pg.ClientBase,
  conversationId: string,
  lines: Line[],
  uidOf: UidOf,
  replies: SampleChanges['replies'] = [],
) {
  const authorReplied = new Map(
    replies.map(({ reply, to }) => [
      lines.findIndex(({ text }) => text.startsWith(reply)),
      lines.find(({ text }) => text.startsWith(to))?.author,
    ]),
  )
  for (const [index, { author, text, sentAt }] of lines.entries()) {
    const replied = authorReplied.get(index)
    const people = new Set([...mentionedUids(text), ...(replied ? [uidOf(replied)] : [])])
    people.delete(uidOf(author))
    for (const uid of people) {
      const isRead = lines.slice(index + 1).some((later) => uidOf(later.author) === uid)
      await client.query(
        `insert into message_mentions (user_id, conversation_id, sequence, read_at) values ($1, $2, $3, $4)`,
        [uid, conversationId, index + 1, isRead ? iso(sentAt) : null],
      )
    }
  }
}

async function insertPrivateChat(
  client: pg.ClientBase,
  chat: (typeof samplePrivateChats)[number],
  uidOf: UidOf,
  now: number,
) {
  const [writer, reader] = chat.between
  const id = privateConversationId(uidOf(writer), uidOf(reader))
  const lines = linesOf(chat, uidOf, now)
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
  if (chat.changes) await insertChanges(client, id, lines, chat.changes, uidOf)
}

type Line = { author: string; text: string; sentAt: number }

/** The lines as they are stored, with their times: as long apart as writing them may take. */
function linesOf(talk: SampleTalk, uidOf: UidOf, now: number): Line[] {
  let elapsed = 0
  const lines = talk.lines.map((line, index) => {
    const colon = line.indexOf(': ')
    const text = line.slice(colon + 2).replaceAll(/<@(\p{L}+)>/gu, (_, name: string) => `<@${uidOf(name)}>`)
    if (index > 0) elapsed += (20 + text.length * 0.6 + ((index * 37) % 80)) * second
    return { author: line.slice(0, colon), text, sentAt: elapsed }
  })
  const start = 'day' in talk ? timeOn(now, talk.day, talk.at) : now - talk.minutesAgo * 60 * second - elapsed
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

/** The instant of a clock's time in a zone, so many days from its today. */
function timeOn(now: number, days: number, at: string, timeZone = homeZone): number {
  const today = Date.parse(wallTimeAt(now, timeZone).slice(0, 10))
  const date = new Date(today + days * day).toISOString().slice(0, 10)
  return readWallTime(`${date}T${at}`, timeZone)?.instant ?? now
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
