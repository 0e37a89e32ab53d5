import { randomUUID } from 'node:crypto'
import type { FoundMessages, Message, MessagePage } from '@covo/contract/chat/chat.routes'
import { eventRoomId } from '@covo/contract/chat/chat.rules'
import type { EventDetails } from '@covo/contract/events/events.routes'
import type { NotificationPage } from '@covo/contract/notifications/notifications.routes'
import { figure } from '@covo/testing/figure'
import type { LiveClient } from '@covo/testing/live'
import { createEvent, sendMessage } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { lockWaits } from '../../test/lock-waits.ts'
import { runTestApp } from '../../test/test-app.ts'
import { deleteOrphanedRoom, lockEventRoom } from './event-rooms.store.ts'

const plenty = { points: 1_000_000, seconds: 3600 }
const app = runTestApp({
  limits: {
    messagesSustained: plenty,
    participationChanges: plenty,
    eventsCreated: plenty,
    mentions: plenty,
  },
})
const day = 86_400_000

const newcomer = () => app.newcomer()

type Room = { owner: Member; guest: Member; eventId: string; id: string }

/** The room of a new event in which a guest takes part. */
async function openRoom(): Promise<Room> {
  const [owner, guest] = await Promise.all([newcomer(), newcomer()])
  const { id: eventId } = await createEvent(owner)
  await join(guest, eventId)
  return { owner, guest, eventId, id: eventRoomId(eventId) }
}

async function join(member: Visitor, eventId: string): Promise<void> {
  expect((await member.put(`/api/events/${eventId}/participation`)).status).toBe(200)
}

async function leave(member: Visitor, eventId: string): Promise<void> {
  expect((await member.delete(`/api/events/${eventId}/participation`)).status).toBe(200)
}

async function send(by: Visitor, id: string, text: string, more: object = {}): Promise<Message> {
  const answer = await by.post(`/api/chat/${id}/messages`, { clientId: randomUUID(), text, ...more })
  expect([200, 201]).toContain(answer.status)
  return (await answer.json()) as Message
}

async function textsOf(member: Visitor, id: string): Promise<(string | undefined)[]> {
  const { messages } = await member.read<MessagePage>(`/api/chat/${id}/messages`)
  return messages.map(({ text }) => text)
}

it('is one by an id in capitals, as a private chat and a client’s own id are', async () => {
  const { owner, id, eventId } = await openRoom()
  const inCapitals = eventRoomId(eventId.toUpperCase())
  const clientId = randomUUID()
  const sent = await owner.post(`/api/chat/${inCapitals}/messages`, {
    clientId: clientId.toUpperCase(),
    text: 'maiuscola',
  })
  expect(await sent.json()).toMatchObject({ conversationId: id, clientId })
  expect(await textsOf(owner, inCapitals)).toEqual(['maiuscola'])
  const tab = app.live(owner)
  await tab.receive('live.welcome')
  tab.socket.send(JSON.stringify({ type: 'watch', topic: `chat:${inCapitals}` }))
  expect(await tab.receive('live.watching')).toMatchObject({ topic: `chat:${id}`, head: 1 })
})

const notFound = [404, 'chat.conversation_not_found']
const closed = [403, 'chat.read_only']

/** As if the event had ended, or been cancelled, so many milliseconds ago. */
async function endedAgo(eventId: string, milliseconds: number): Promise<void> {
  const endsAt = new Date(Date.now() - milliseconds)
  await app.database
    .updateTable('events')
    .set({ starts_at: endsAt, ends_at: endsAt })
    .where('id', '=', eventId)
    .execute()
}
async function cancelledAgo(eventId: string, milliseconds: number): Promise<void> {
  await app.database
    .updateTable('events')
    .set({ status: 'cancelled', cancelled_at: new Date(Date.now() - milliseconds) })
    .where('id', '=', eventId)
    .execute()
}

let another: string

beforeAll(async () => {
  another = await app.startAnother()
})

/** A tab at each server. Without Redis the other one learns by its sweep how far the room goes. */
function openTabs(member: Member): [LiveClient, LiveClient] {
  return [app.live(member), app.live(visit(another, { cookie: member.cookie() }))]
}

describe('the room of an event', () => {
  it('is not there without its event, nor under another form of its name', async () => {
    const { owner, eventId } = await openRoom()
    for (const id of [eventRoomId(randomUUID()), 'evento-', `evento-${eventId}_`])
      expect(await refusalOf(await sendMessage(owner, id, 'qui?'))).toEqual(notFound)
  })

  it('has one history, however many open it at once at two servers', async () => {
    const { owner, guest, id } = await openRoom()
    const elsewhere = visit(another, { cookie: guest.cookie() })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 3 === 0
          ? owner.fetch(`/api/chat/${id}/messages`)
          : sendMessage(index % 3 === 1 ? owner : elsewhere, id, `${index}`),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
    const { messages } = await owner.read<MessagePage>(`/api/chat/${id}/messages`)
    expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((_, index) => index + 1))
    expect(messages).toHaveLength(40)
    const rows = await app.database.selectFrom('conversations').select('kind').where('id', '=', id).execute()
    expect(rows).toEqual([{ kind: 'event' }])
  })

  it('keeps each message once, with its edit, its reactions and its quote, and has no row for a reader', async () => {
    const { owner, guest, id } = await openRoom()
    const clientId = randomUUID()
    const [first, again] = [
      await send(owner, id, 'prima', { clientId }),
      await send(owner, id, 'prima', { clientId }),
    ]
    expect(again).toEqual(first)
    const reply = await send(guest, id, 'dopo', { replyTo: 1 })
    expect(reply.replyTo).toMatchObject({ sequence: 1, excerpt: 'prima' })
    const edit = { text: 'prima di tutto', edits: 0 }
    expect((await owner.put(`/api/chat/${id}/messages/1`, edit)).status).toBe(200)
    expect((await guest.put(`/api/chat/${id}/messages/1/reactions/up`)).status).toBe(200)
    expect((await guest.post(`/api/chat/${id}/read`, { sequence: 2 })).status).toBe(204)
    const { messages } = await guest.read<MessagePage>(`/api/chat/${id}/messages`)
    expect(messages[0]).toMatchObject({
      text: 'prima di tutto',
      edits: 1,
      reactions: [{ reaction: 'up', count: 1 }],
    })
    const readers = await app.database
      .selectFrom('conversation_members')
      .where('conversation_id', '=', id)
      .selectAll()
      .execute()
    expect(readers).toEqual([])
  })

  it('comes live to those who take part, at two servers', async () => {
    const { owner, guest, id } = await openRoom()
    const [here, there] = openTabs(guest)
    for (const tab of [here, there]) await tab.watch(`chat:${id}`)
    await send(owner, id, 'dal vivo')
    await here.receive('chat.message_sent', ({ message }) => message.text === 'dal vivo')
    await there.receive('live.head', ({ head }) => head === 1)
    await guest.post(`/api/chat/${id}/typing`)
    await here.receive('chat.typing', ({ people }) => people[0]?.uid === guest.uid)
  })

  it('counts its messages against the limit of all messages', async () => {
    const { owner, id } = await openRoom()
    const answers = await Promise.all(
      Array.from({ length: 31 }, (_, index) => sendMessage(owner, id, `${index}`)),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await sendMessage(owner, 'generale', 'altrove')).status).toBe(429)
  })

  it('mentions any member, so that it reveals no participant', async () => {
    const { owner, guest, id } = await openRoom()
    const stranger = await newcomer()
    for (const { uid } of [guest, stranger])
      expect((await send(owner, id, `ciao <@${uid}>`)).mentions).toMatchObject([{ uid }])
    expect(await refusalOf(await sendMessage(owner, id, `ciao <@${randomUUID()}>`))).toEqual([
      422,
      'chat.mention_invalid',
    ])
    expect(await stranger.read('/api/chat/mentions')).toMatchObject({ total: 0 })
  })

  it('is searched with all other conversations by those who take part, as long as they do', async () => {
    const { owner, guest, eventId, id } = await openRoom()
    const word = `parola${id.slice(-12)}`
    await send(owner, id, `una ${word} in stanza`)
    const found = async (member: Member) =>
      (await member.read<FoundMessages>(`/api/chat/search?query=${word}`)).results
    for (const member of [owner, guest])
      expect(await found(member)).toMatchObject([{ conversationId: id, sequence: 1 }])
    expect(await found(await newcomer())).toEqual([])
    // Beyond the newest messages the index is asked.
    await sql`
      insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
      select ${id}, 1 + place, ${owner.uid}, gen_random_uuid(), 'altro', clock_timestamp()
      from generate_series(1, 4100) as place`.execute(app.database)
    await sql`update conversations set head = 4101 where id = ${id}`.execute(app.database)
    for (const member of [owner, guest])
      expect(await found(member)).toMatchObject([{ conversationId: id, sequence: 1 }])
    await leave(guest, eventId)
    expect(await found(guest)).toEqual([])
  })

  it('hides as the public room does who has blocked whom, also when it is searched', async () => {
    const { owner, guest, id } = await openRoom()
    await send(owner, id, 'parola nascosta')
    await send(guest, id, 'parola mia')
    expect((await guest.put(`/api/blocks/${owner.uid}`)).status).toBe(204)
    const { messages } = await guest.read<MessagePage>(`/api/chat/${id}/messages`)
    expect(messages[0]).toEqual({ conversationId: id, sequence: 1, isHidden: true })
    const { results } = await guest.read<FoundMessages>(`/api/chat/search?query=parola&conversationId=${id}`)
    expect(results.map(({ excerpt }) => excerpt)).toEqual(['parola mia'])
    expect((await guest.put(`/api/chat/${id}/messages/1/reactions/up`)).status).toBe(404)
  })

  it('is reported and moderated like the public room, by those who read it', async () => {
    const { owner, guest, id } = await openRoom()
    const stranger = await newcomer()
    const message = await send(owner, id, 'compra subito')
    const report = (by: Member) =>
      by.post('/api/reports', { subject: { kind: 'message', id: message.id }, reason: 'spam' })
    expect((await report(stranger)).status).toBe(404)
    expect((await report(guest)).status).toBe(201)
  })
})

describe('a message of a room that is for somebody', () => {
  const linesOf = async (member: Member) =>
    (await member.read<NotificationPage>('/api/notifications')).notifications

  it('is a line for members whom it names or answers, if they take part, and notifies nobody elsewhere', async () => {
    const { owner, guest, eventId, id } = await openRoom()
    const stranger = await newcomer()
    const tab = app.live(guest)
    await tab.receive('live.welcome')
    await send(guest, id, 'domanda')
    await send(owner, id, `<@${guest.uid}> e <@${stranger.uid}>, venite?`)
    await tab.receive('notifications.changed', ({ unread }) => unread === 1)
    await send(owner, id, 'risposta', { replyTo: 1 })
    await tab.receive('notifications.changed', ({ unread }) => unread === 2)
    await send(owner, id, `risposta per <@${guest.uid}>`, { replyTo: 1 })
    await send(guest, id, `io <@${guest.uid}>`, { replyTo: 1 })
    const line = { eventId, title: 'Serata', author: { uid: owner.uid }, isRead: false, text: '' }
    expect(await linesOf(guest)).toMatchObject([
      { ...line, kind: 'mentioned', sequence: 4 },
      { ...line, kind: 'replied', sequence: 3 },
      { ...line, kind: 'mentioned', sequence: 2 },
    ])
    expect(await linesOf(owner)).toMatchObject([{ kind: 'joined' }])
    expect(await linesOf(stranger)).toEqual([])
    expect(await guest.read('/api/chat/mentions')).toMatchObject({ total: 0 })
    expect((await guest.post('/api/notifications/read', { eventId })).status).toBe(204)
    expect(await guest.read('/api/notifications')).toMatchObject({ unread: 0 })
  })

  it('is one notification, however often it is sent', async () => {
    const { owner, guest, id } = await openRoom()
    const clientId = randomUUID()
    for (const _ of [1, 2]) await send(owner, id, `<@${guest.uid}>`, { clientId })
    expect(await linesOf(guest)).toHaveLength(1)
  })

  it('is no line any more when it is removed, or names them no more, nor after they left when it was sent', async () => {
    const { owner, guest, eventId, id } = await openRoom()
    const tab = app.live(guest)
    await send(owner, id, `uno <@${guest.uid}>`)
    await send(owner, id, `due <@${guest.uid}>`)
    await send(owner, id, `tre <@${guest.uid}>`)
    await tab.receive('live.welcome')
    expect((await owner.delete(`/api/chat/${id}/messages/1`)).status).toBe(204)
    await tab.receive('notifications.changed', ({ unread }) => unread === 2)
    expect((await owner.put(`/api/chat/${id}/messages/2`, { text: 'due', edits: 0 })).status).toBe(200)
    await tab.receive('notifications.changed', ({ unread }) => unread === 1)
    const edit = { text: `tre, <@${guest.uid}>`, edits: 0 }
    expect((await owner.put(`/api/chat/${id}/messages/3`, edit)).status).toBe(200)
    expect(await linesOf(guest)).toMatchObject([{ sequence: 3 }])
    await leave(guest, eventId)
    await send(owner, id, `quattro <@${guest.uid}>`)
    expect(await linesOf(guest)).toHaveLength(1)
  })

  it('is none from a member whom the reader has blocked', async () => {
    const { owner, guest, id } = await openRoom()
    await send(owner, id, `prima <@${guest.uid}>`)
    expect((await guest.put(`/api/blocks/${owner.uid}`)).status).toBe(204)
    await send(owner, id, `dopo <@${guest.uid}>`)
    expect(await linesOf(guest)).toEqual([])
  })
})

describe('a member who leaves the event', () => {
  it('reads and writes no more, and is in again after joining again', async () => {
    const { owner, guest, eventId, id } = await openRoom()
    await send(guest, id, 'ciao')
    await leave(guest, eventId)
    const asks = [
      guest.fetch(`/api/chat/${id}/messages`),
      guest.fetch(`/api/chat/${id}/changes?after=0`),
      guest.fetch(`/api/chat/search?query=ciao&conversationId=${id}`),
      sendMessage(guest, id, 'ancora'),
      guest.put(`/api/chat/${id}/messages/1`, { text: 'altro', edits: 0 }),
      guest.put(`/api/chat/${id}/messages/1/reactions/up`),
      guest.post(`/api/chat/${id}/typing`),
    ]
    for (const answer of await Promise.all(asks)) expect(await refusalOf(answer)).toEqual(notFound)
    expect(await textsOf(owner, id)).toEqual(['ciao'])
    await join(guest, eventId)
    expect(await textsOf(guest, id)).toEqual(['ciao'])
  })

  it.each([
    ['by leaving', ({ guest, eventId }: Room) => leave(guest, eventId)],
    [
      'by the end of the account',
      async ({ guest }: Room) => {
        await sql`delete from event_participants where user_id = ${guest.uid}`.execute(app.database)
      },
    ],
    [
      'by the end of the event',
      async ({ eventId }: Room) => {
        await app.database.deleteFrom('events').where('id', '=', eventId).execute()
      },
    ],
  ])('gets no more news of the room, at any server: %s', async (how, end) => {
    const room = await openRoom()
    const tabs = openTabs(room.guest)
    const topic = `chat:${room.id}`
    for (const tab of tabs) await tab.watch(topic)
    const leftAt = performance.now()
    await end(room)
    await Promise.all(tabs.map((tab) => tab.receive('live.refused', (news) => news.topic === topic)))
    const passed = Math.round(performance.now() - leftAt)
    figure('S-03', `no news of an event's room ${passed} ms after the member left ${how}`)
    await sendMessage(room.owner, room.id, 'dopo')
    // News of the socket that comes later than the message would.
    await sendMessage(room.owner, 'generale', 'altrove')
    for (const tab of tabs) {
      await tab.watch('chat:generale')
      const texts = tab.received.flatMap((news) =>
        news.type === 'chat.message_sent' ? [news.message.text] : [],
      )
      expect(texts).toEqual([])
    }
  })

  it('leaves the others their subscriptions', async () => {
    const { owner, guest, eventId, id } = await openRoom()
    const tab = app.live(owner)
    await tab.watch(`chat:${id}`)
    await leave(guest, eventId)
    await send(owner, id, 'resto io')
    await tab.receive('chat.message_sent')
    expect(tab.received.filter(({ type }) => type === 'live.refused')).toEqual([])
  })

  it('ends as an organizer too, but not with handing the event over', async () => {
    const { owner, guest, eventId, id } = await openRoom()
    const organizer = await newcomer()
    await app.database
      .insertInto('event_organizers')
      .values({ event_id: eventId, user_id: organizer.uid })
      .execute()
    const tabs = [app.live(owner), app.live(organizer)]
    for (const tab of tabs) await tab.watch(`chat:${id}`)
    expect((await owner.put(`/api/events/${eventId}/owner`, { uid: organizer.uid })).status).toBe(204)
    await send(owner, id, 'resto')
    await tabs[0]?.receive('chat.message_sent')
    expect((await organizer.delete(`/api/events/${eventId}/organizers/${owner.uid}`)).status).toBe(204)
    await tabs[0]?.receive('live.refused')
    expect(await refusalOf(await sendMessage(owner, id, 'e ora?'))).toEqual(notFound)
    expect(tabs[1]?.received.some(({ type }) => type === 'live.refused')).toBe(false)
    expect(await textsOf(guest, id)).toEqual(['resto'])
  })

  it('waits with the first message of all for a leaving that is under way', async () => {
    const { guest, eventId, id } = await openRoom()
    const sent = await app.database.transaction().execute(async (trx) => {
      await lockEventRoom(trx, eventId)
      const sending = sendMessage(guest, id, 'prima')
      await expect.poll(() => lockWaits(app.database)).toBe(1)
      await trx.deleteFrom('event_participants').where('event_id', '=', eventId).execute()
      return { sending }
    })
    expect(await refusalOf(await sent.sending)).toEqual(notFound)
  })

  it('writes nothing that is stored after the leaving is committed', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { owner, guest, eventId, id } = await openRoom()
      if (round % 2) await send(owner, id, 'aperta')
      const elsewhere = visit(another, { cookie: guest.cookie() })
      const sending = Array.from({ length: 10 }, (_, index) => sendMessage(guest, id, `${index}`))
      const left = elsewhere.delete(`/api/events/${eventId}/participation`)
      sending.push(...Array.from({ length: 10 }, (_, index) => sendMessage(guest, id, `poi ${index}`)))
      expect((await left).status).toBe(200)
      const { head } = await owner.read<MessagePage>(`/api/chat/${id}/messages`)
      const answers = await Promise.all(sending)
      for (const { status } of answers) expect([201, 404]).toContain(status)
      expect((await owner.read<MessagePage>(`/api/chat/${id}/messages`)).head).toBe(head)
      const stored = answers.filter(({ status }) => status === 201).length
      expect(stored).toBe(head - (round % 2))
    }
  }, 60_000)
})

describe('a room that is closed', () => {
  it.each([
    ['30 days after the end', (id: string) => endedAgo(id, 30 * day)],
    ['7 days after a cancellation', (id: string) => cancelledAgo(id, 7 * day)],
  ])('is read only: %s', async (_, end) => {
    const { owner, guest, eventId, id } = await openRoom()
    await send(owner, id, 'prima')
    await send(guest, id, 'seconda')
    await end(eventId)
    const tab = app.live(guest)
    await tab.watch(`chat:${id}`)
    const asks = [
      sendMessage(owner, id, 'tardi'),
      owner.put(`/api/chat/${id}/messages/1`, { text: 'altro', edits: 0 }),
      owner.put(`/api/chat/${id}/messages/1/reactions/up`),
    ]
    for (const answer of await Promise.all(asks)) expect(await refusalOf(answer)).toEqual(closed)
    expect((await owner.post(`/api/chat/${id}/typing`)).status).toBe(204)
    // One's own messages may still be removed.
    expect((await owner.delete(`/api/chat/${id}/messages/1`)).status).toBe(204)
    await tab.receive('chat.messages_changed')
    expect(tab.received.some(({ type }) => type === 'chat.typing')).toBe(false)
    expect(await textsOf(guest, id)).toEqual(['', 'seconda'])
  })

  it.each([
    ['shortly before 30 days after the end', (id: string) => endedAgo(id, 30 * day - 60_000)],
    ['shortly before 7 days after a cancellation', (id: string) => cancelledAgo(id, 7 * day - 60_000)],
  ])('is none: %s', async (_, end) => {
    const { owner, eventId, id } = await openRoom()
    await end(eventId)
    await send(owner, id, 'ancora aperta')
  })

  it('is shown by the event’s page', async () => {
    const { owner, eventId } = await openRoom()
    const read = () => owner.read<EventDetails>(`/api/events/${eventId}`)
    const { deadline, chatClosesAt } = await read()
    expect(Date.parse(chatClosesAt) - Date.parse(deadline)).toBe(30 * day)
    await cancelledAgo(eventId, 0)
    expect(Math.abs(Date.parse((await read()).chatClosesAt) - Date.now() - 7 * day)).toBeLessThan(60_000)
  })
})

describe('the room of a deleted event', () => {
  it('is deleted with all that is of it, and others stay', async () => {
    const [gone, other] = [await openRoom(), await openRoom()]
    for (const { owner, guest, id } of [gone, other]) {
      await send(owner, id, 'parola')
      await send(guest, id, 'risposta', { replyTo: 1 })
      await guest.put(`/api/chat/${id}/messages/1/reactions/up`)
      await guest.read(`/api/chat/search?query=parola&conversationId=${id}`)
    }
    await app.database.deleteFrom('events').where('id', '=', gone.eventId).execute()
    expect(await refusalOf(await gone.owner.fetch(`/api/chat/${gone.id}/messages`))).toEqual(notFound)
    expect(await refusalOf(await sendMessage(gone.owner, gone.id, 'c’è nessuno?'))).toEqual(notFound)
    while (await deleteOrphanedRoom(app.database));
    const tables = [
      'messages',
      'message_reactions',
      'searched_messages',
      'searched_conversations',
      'conversation_authors',
    ] as const
    for (const table of tables) {
      const rows = await app.database.selectFrom(table).select('conversation_id').execute()
      const ids = rows.map(({ conversation_id }) => conversation_id)
      expect(ids).not.toContain(gone.id)
      expect(ids).toContain(other.id)
    }
    expect(await textsOf(other.owner, other.id)).toEqual(['parola', 'risposta'])
  })

  it('waits while moderation may bring the event back', async () => {
    const { owner, eventId, id } = await openRoom()
    await send(owner, id, 'parola')
    await sql`
      insert into decisions (subject_kind, subject_id, member_id, action, rule, facts, removed)
      values ('event', ${eventId}, ${owner.uid}, 'remove', 3, 'Vende cose a tutti.', '{}')`.execute(
      app.database,
    )
    await app.database.deleteFrom('events').where('id', '=', eventId).execute()
    while (await deleteOrphanedRoom(app.database));
    const rows = await app.database
      .selectFrom('messages')
      .where('conversation_id', '=', id)
      .select('text')
      .execute()
    expect(rows).toEqual([{ text: 'parola' }])
  })
})
