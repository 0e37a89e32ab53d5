import type { MessagePage, PrivateChatPage, UnreadMentions } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type { EventDetails, EventPage } from '@covo/contract/events/events.routes'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anna } from './cast.ts'
import { sampleCast, sampleMembers } from './community/members.ts'
import { samplePrivateChats } from './community/private-chats.ts'
import { samplePublicTalks } from './community/public-room.ts'
import { embeddedDatabase } from './embedded-database.ts'
import { sendMessage } from './member-actions.ts'
import { seedCommunity } from './seed-community.ts'
import { type RunningServer, runServerProcess } from './server-process.ts'
import { type Visitor, visit } from './visitor.ts'

const now = Date.now()
let server: RunningServer
let client: pg.Client
let visitor: Visitor

beforeAll(async () => {
  server = await runServerProcess()
  visitor = visit(server.origin)
  client = new pg.Client(embeddedDatabase(server.dataDirectory))
  await client.connect()
})

afterAll(async () => {
  await client?.end()
  await server?.stop()
})

test('a database without members is filled, once', async () => {
  const both = new pg.Client(embeddedDatabase(server.dataDirectory))
  await both.connect()
  const filled = await Promise.all([seedCommunity(client, now), seedCommunity(both, now)])
  await both.end()
  expect(filled.toSorted()).toEqual([false, true])
  const { rows } = await client.query<{ members: string }>('select count(*) as members from users')
  expect(rows).toEqual([{ members: String(sampleMembers.length) }])
})

test('stored counts agree with the rows', async () => {
  const { rows } = await client.query(`
    select 'head' as wrong, id from conversations c
    where head <> (select count(*) from messages m where m.conversation_id = c.id)
       or head <> (select max(sequence) from messages m where m.conversation_id = c.id)
    union all
    select 'author count', id from conversations c
    where author_count <> (select count(distinct sender_id) from messages m where m.conversation_id = c.id)
    union all
    select 'last message', c.id from conversations c join messages m on m.conversation_id = c.id and sequence = head
    where kind = 'private' and (last_message, last_message_at) is distinct from (m.text, m.sent_at)
    union all
    select 'members', conversation_id
    from (select conversation_id, members from rooms union all select conversation_id, members from teams) r
    where members <> (select count(*) from memberships own where own.conversation_id = r.conversation_id)
    union all
    select 'unread', conversation_id from conversation_members own
    where is_unread <> exists (
      select from messages m
      where m.conversation_id = own.conversation_id and sequence > last_read and sender_id = partner_id
    )
    union all
    select 'order', conversation_id from messages m
    where exists (
      select from messages older
      where older.conversation_id = m.conversation_id and older.sequence < m.sequence and older.sent_at > m.sent_at
    )
    union all
    select 'participants', id::text from events e
    where (participant_count, waiting_count) <> (
      select count(*) filter (where state = 'joined')::integer, count(*) filter (where state = 'waiting')::integer
      from event_participants p where p.event_id = e.id
    )
    union all
    select 'updates', id::text from events e
    where update_number <> (select count(*) from event_updates u where u.event_id = e.id)
    union all
    select 'free seat while somebody waits', id::text from events
    where waiting_count > 0 and (capacity is null or participant_count < capacity)
    union all
    select 'organizer takes part', event_id::text from event_participants p join events e on e.id = event_id
    where user_id = organizer_id
    union all
    select 'one-sided', user_id::text from friendships f
    where not exists (select from friendships g where g.user_id = f.friend_id and g.friend_id = f.user_id)
    union all
    select 'request between friends', sender_id::text from friend_requests join friendships on user_id = sender_id
    where friend_id = recipient_id
    union all
    select 'chat between strangers', conversation_id from conversation_members own
    where not exists (select from friendships f where f.user_id = own.user_id and f.friend_id = partner_id)
    union all
    select 'changes', id from conversations c
    where changes <> (select coalesce(max(change), 0) from messages m where m.conversation_id = c.id)
    union all
    select 'message of the future', id::text from messages where sent_at > now()
  `)
  expect(rows).toEqual([])
})

test.each(['the public room', 'a private chat'])('%s has each kind of message', async (where) => {
  const { email, password } = anna
  await visitor.post('/api/auth/login', { email, password })
  const { chats } = await visitor.read<PrivateChatPage>('/api/chat')
  const nora = chats.find(({ partner }) => partner.displayName.startsWith('Nora'))
  const conversationId = where === 'the public room' ? publicRoomId : nora?.conversationId
  const { messages } = await visitor.read<MessagePage>(`/api/chat/${conversationId}/messages`)
  for (const field of ['edits', 'isRemoved', 'mentions', 'reactions', 'replyTo'] as const)
    expect(messages.filter((message) => message[field]).length, field).toBeGreaterThan(0)
  for (const mark of ['```', '||', '**'])
    expect(
      messages.some(({ text }) => text?.includes(mark)),
      mark,
    ).toBe(true)
})

test('events are in each state', async () => {
  const pages = await Promise.all(
    ['/api/events', '/api/events?filter=past'].map((path) => visitor.read<EventPage>(path)),
  )
  const events = await Promise.all(
    pages.flatMap((page) => page.events).map(({ id }) => visitor.read<EventDetails>(`/api/events/${id}`)),
  )
  const now = new Date().toISOString()
  const states: Record<string, (event: EventDetails) => unknown> = {
    'to come': ({ dateTime }) => dateTime > now,
    running: ({ dateTime, deadline }) => dateTime < now && now < deadline,
    over: ({ deadline }) => deadline < now,
    cancelled: ({ status }) => status === 'cancelled',
    changed: ({ status, version }) => status === 'planned' && version > 0,
    full: ({ waitingCount }) => waitingCount > 0,
    'with free seats': ({ capacity, participantsCount }) => capacity && participantsCount < capacity,
    closed: ({ joinDeadline }) => joinDeadline && joinDeadline < now,
    'all day': ({ isAllDay }) => isAllDay,
    online: ({ venue }) => venue === 'online',
    'at a place': ({ venue, address }) => venue === 'place' && address,
    both: ({ venue }) => venue === 'both',
    'in another zone': ({ timeZone }) => timeZone !== 'Europe/Rome',
    'with several organizers': ({ organizers }) => organizers.length > 1,
  }
  const missing = Object.entries(states).filter(([, holds]) => !events.some((event) => holds(event)))
  expect(missing.map(([name]) => name)).toEqual([])
})

test('the cast signs in and goes on where the community stands', async () => {
  for (const { email, password } of sampleCast) {
    const answer = await visitor.post('/api/auth/login', { email, password })
    expect(answer.status).toBe(200)
  }
  const { email, password } = anna
  await visitor.post('/api/auth/login', { email, password })
  const unread = await visitor.fetch('/api/chat/unread')
  expect(await unread.json()).toMatchObject({
    total: samplePrivateChats.filter((chat) => chat.between[1] === 'Anna' && chat.unread > 0).length,
  })
  expect(await visitor.read<UnreadMentions>('/api/chat/mentions')).toMatchObject({ total: 2 })
  const sent = await sendMessage(visitor, 'generale', 'Eccomi')
  expect(await sent.json()).toMatchObject({
    sequence: samplePublicTalks.flatMap(({ lines }) => lines).length + 1,
    userName: anna.name,
  })
})
