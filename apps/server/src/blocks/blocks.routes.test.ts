import type { Account } from '@covo/contract/account/account.routes'
import type { BlockedPage } from '@covo/contract/blocks/blocks.routes'
import { conversationTopic, roomHeadTopic } from '@covo/contract/chat/chat.news'
import type {
  ChangedMessages,
  FoundMessages,
  HistoryEntry,
  Message,
  MessagePage,
  Partner,
  ReactingPage,
  UnreadMentions,
} from '@covo/contract/chat/chat.routes'
import { privateConversationId, publicRoomId } from '@covo/contract/chat/chat.rules'
import type { EventUpdatePage } from '@covo/contract/events/event-changes.routes'
import type { ParticipantPage } from '@covo/contract/events/event-participants.routes'
import type { Event, EventDetails } from '@covo/contract/events/events.routes'
import { nobody } from '@covo/contract/events/events.rules'
import type { Problem } from '@covo/contract/http'
import { membersTopic } from '@covo/contract/profiles/profiles.news'
import { eventForm } from '@covo/testing/event-form'
import { befriend, createEvent, makeBot, openPrivateChat } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import type { Member } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const limits = { blocksChanged: { points: 5000, seconds: 3600 } }
const app = runTestApp({ limits })

const newcomer = () => app.newcomer()
const newcomers = () => Promise.all([newcomer(), newcomer(), newcomer()])
const block = (by: Member, whom: Member) => by.put(`/api/blocks/${whom.uid}`)
const unblock = (by: Member, whom: Member) => by.delete(`/api/blocks/${whom.uid}`)
const room = `/api/chat/${publicRoomId}`

async function send(by: Member, text: string, replyTo?: number): Promise<Message> {
  const clientId = crypto.randomUUID()
  const answer = await by.post(`${room}/messages`, { clientId, text, ...(replyTo && { replyTo }) })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Message
}

async function entryOf(reader: Member, { sequence }: Message): Promise<HistoryEntry | undefined> {
  const { messages } = await reader.read<MessagePage>(`${room}/messages?after=${sequence - 1}&limit=1`)
  return messages[0]
}

const hiddenEntry = ({ conversationId, sequence }: Message) => ({ conversationId, sequence, isHidden: true })

describe('a block', () => {
  it('is listed for the member alone, once, the latest first, and ends', async () => {
    const [anna, bruno, carla] = await newcomers()
    for (const whom of [bruno, bruno, carla]) expect((await block(anna, whom)).status).toBe(204)
    const blockedBy = async (member: Member) =>
      (await member.read<BlockedPage>('/api/blocks')).people.map(({ uid }) => uid)
    expect(await blockedBy(anna)).toEqual([carla.uid, bruno.uid])
    expect(await blockedBy(bruno)).toEqual([])
    const countOf = async (member: Member) => (await member.read<Account>('/api/account')).blockedCount
    expect([await countOf(anna), await countOf(bruno)]).toEqual([2, 0])
    for (let round = 0; round < 2; round += 1) expect((await unblock(anna, bruno)).status).toBe(204)
    expect(await blockedBy(anna)).toEqual([carla.uid])
  })

  it('is refused of oneself, of nobody, and beyond a thousand', async () => {
    const [anna, bruno] = await newcomers()
    expect(await refusalOf(await block(anna, anna))).toEqual([422, 'blocks.self'])
    const missing = { ...bruno, uid: crypto.randomUUID() }
    expect(await refusalOf(await block(anna, missing))).toEqual([404, 'friends.member_not_found'])
    await sql`
      with made as (
        insert into users (display_name, email)
        select 'Bloccato ' || n, 'bloccato' || n || '@esempio.it' from generate_series(1, 999) as n returning id
      )
      insert into blocks (user_id, blocked_id) select ${anna.uid}, id from made`.execute(app.database)
    const tries = await Promise.all(
      [bruno, await newcomer(), await newcomer()].map((whom) => block(anna, whom)),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
    const { people, nextCursor } = await anna.read<BlockedPage>('/api/blocks')
    expect([people.length, nextCursor !== null]).toEqual([20, true])
    const uids = new Set<string>()
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: BlockedPage = await anna.read(`/api/blocks${cursor && `?cursor=${cursor}`}`)
      for (const { uid } of page.people) uids.add(uid)
      cursor = page.nextCursor
    }
    expect(uids.size).toBe(1000)
  })

  it('ends friendship and requests for good, and notifies neither of the block', async () => {
    const [anna, bruno, carla] = await newcomers()
    await befriend(anna, bruno)
    await carla.post('/api/friends/requests', { uid: anna.uid })
    const tab = app.live(bruno)
    await tab.receive('live.welcome')
    await block(anna, bruno)
    await block(anna, carla)
    expect(await tab.receive('friends.changed')).toMatchObject({ uid: anna.uid, relation: 'none' })
    const lists = await Promise.all(
      ['/api/friends', '/api/friends/requests', '/api/friends/requests/sent'].flatMap((path) =>
        [anna, bruno, carla].map((member) => member.read<{ people: [] }>(path)),
      ),
    )
    expect(lists.every(({ people }) => people.length === 0)).toBe(true)
    for (const [one, other] of [
      [anna, bruno],
      [bruno, anna],
    ] as const)
      expect(await refusalOf(await one.post('/api/friends/requests', { uid: other.uid }))).toEqual([
        404,
        'friends.member_not_found',
      ])
    await unblock(anna, bruno)
    expect((await bruno.post('/api/friends/requests', { uid: anna.uid })).status).toBe(200)
  })

  it('hides the profile and the search, both ways', async () => {
    const [anna, bruno] = await newcomers()
    await block(anna, bruno)
    for (const [one, other] of [
      [anna, bruno],
      [bruno, anna],
    ] as const) {
      expect(await refusalOf(await one.fetch(`/api/profiles/${other.uid}`))).toEqual([
        404,
        'profiles.not_found',
      ])
      const found = await one.read<{ people: { uid: string }[] }>('/api/friends/search?query=Nuova')
      expect(found.people.some(({ uid }) => uid === other.uid)).toBe(false)
    }
  })

  it('hides the bots of both members too, also bots created after the block (S-01)', async () => {
    const [anna, bruno] = await newcomers()
    const early = await makeBot(bruno, 'Bot di prima')
    const call = async (by: Member) => {
      const before = (await anna.read<UnreadMentions>('/api/chat/mentions')).total
      const message = await send(by, `<@${anna.uid}> ciao`)
      const after = (await anna.read<UnreadMentions>('/api/chat/mentions')).total
      return { calls: after - before, isHidden: 'isHidden' in ((await entryOf(anna, message)) ?? {}) }
    }
    expect(await call(early)).toEqual({ calls: 1, isHidden: false })
    const own = await makeBot(anna, 'Bot di Anna')
    await block(anna, bruno)
    const late = await makeBot(bruno, 'Bot di dopo')
    for (const bot of [early, late]) {
      expect(await call(bot)).toEqual({ calls: 0, isHidden: true })
      expect((await anna.fetch(`/api/profiles/${bot.uid}`)).status).toBe(404)
      const written = await send(anna, 'di Anna')
      expect(await entryOf(bot, written)).toEqual(hiddenEntry(written))
    }
    const written = await send(own, 'del bot di Anna')
    expect(await entryOf(bruno, written)).toEqual(hiddenEntry(written))
    await unblock(anna, bruno)
    expect(await call(late)).toEqual({ calls: 1, isHidden: false })
  })

  it('removes who organizes an event of the other’s, and hands none over', async () => {
    const [anna, bruno, carla] = await newcomers()
    const organize = async (owner: Member, whom: Member) => {
      const event = await createEvent(owner)
      await whom.put(`/api/events/${event.id}/participation`)
      expect((await owner.put(`/api/events/${event.id}/organizers/${whom.uid}`)).status).toBe(204)
      return event.id
    }
    const organizersOf = async (id: string) =>
      (await carla.read<EventDetails>(`/api/events/${id}`)).organizers.map(({ uid }) => uid)
    const ids = [await organize(anna, bruno), await organize(bruno, anna)]
    const third = await organize(carla, anna)
    await bruno.put(`/api/events/${third}/participation`)
    await carla.put(`/api/events/${third}/organizers/${bruno.uid}`)
    await block(bruno, anna)
    expect(await Promise.all([...ids, third].map(organizersOf))).toEqual([
      [anna.uid],
      [bruno.uid],
      [carla.uid, anna.uid, bruno.uid],
    ])
    await block(anna, carla)
    expect(await organizersOf(third)).toEqual([carla.uid, bruno.uid])
    // Added before, as by a request that crossed the block.
    await sql`insert into event_organizers (event_id, user_id) values (${third}, ${anna.uid})`.execute(
      app.database,
    )
    expect(await refusalOf(await carla.put(`/api/events/${third}/owner`, { uid: anna.uid }))).toEqual([
      404,
      'events.not_candidate',
    ])
  })

  it('hides in an event’s updates who changed it, and what they wrote to those who take part', async () => {
    const [anna, bruno, carla] = await newcomers()
    const event = await createEvent(bruno)
    for (const member of [anna, carla]) await member.put(`/api/events/${event.id}/participation`)
    const path = `/api/events/${event.id}/updates`
    await bruno.fetch(`/api/events/${event.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ version: event.version, title: 'Altro titolo' }),
    })
    await bruno.post(path, { clientId: crypto.randomUUID(), text: 'A presto.' })
    await block(anna, bruno)
    const updatesOf = async (member: Member) =>
      (await member.read<EventUpdatePage>(path)).updates.map(({ kind, authorId, authorName }) => [
        kind,
        authorId,
        authorName,
      ])
    expect(await updatesOf(anna)).toEqual([['edited', nobody.uid, nobody.displayName]])
    expect((await updatesOf(carla)).map(([kind, uid]) => [kind, uid])).toEqual([
      ['message', bruno.uid],
      ['edited', bruno.uid],
    ])
  })

  it('leaves the private chat readable, and says only to the one who blocked why it is closed', async () => {
    const [anna, bruno] = await newcomers()
    await befriend(anna, bruno)
    const id = privateConversationId(anna.uid, bruno.uid)
    await openPrivateChat(anna, bruno)
    await bruno.post(`/api/chat/${id}/messages`, { clientId: crypto.randomUUID(), text: 'ciao' })
    const unread = () => anna.read<{ total: number }>('/api/chat/unread')
    expect(await unread()).toMatchObject({ total: 1 })
    await block(anna, bruno)
    expect(await unread()).toMatchObject({ total: 0 })
    const { messages } = await anna.read<MessagePage>(`/api/chat/${id}/messages`)
    expect(messages).toMatchObject([{ text: 'ciao' }])
    const writing = async (member: Member) => (await member.read<Partner>(`/api/chat/${id}/partner`)).writing
    expect([await writing(anna), await writing(bruno)]).toEqual(['blocked_by_me', 'not_friends'])
    for (const member of [anna, bruno]) {
      const answer = await member.post(`/api/chat/${id}/messages`, {
        clientId: crypto.randomUUID(),
        text: 'x',
      })
      expect(await refusalOf(answer)).toEqual([403, 'chat.not_friends'])
    }
  })
})

describe('in the public room (S-01)', () => {
  it('each other’s messages keep their place alone: in pages, changes and news, both ways', async () => {
    const [anna, bruno, carla] = await newcomers()
    const before = await send(bruno, 'prima')
    await block(anna, bruno)
    const tabs = [anna, bruno, carla].map((member) => app.live(member))
    for (const tab of tabs) await tab.watch(conversationTopic(publicRoomId))
    const after = await send(bruno, 'dopo')
    const own = await send(anna, 'di Anna')
    for (const message of [before, after]) expect(await entryOf(anna, message)).toEqual(hiddenEntry(message))
    expect(await entryOf(bruno, own)).toEqual(hiddenEntry(own))
    expect(await entryOf(carla, after)).toEqual(after)
    const seen = await Promise.all(
      tabs.map((tab) => tab.receive('chat.message_sent', ({ message }) => message.sequence === own.sequence)),
    )
    expect(seen.map(({ message }) => message)).toEqual([own, hiddenEntry(own), own])
    const newest = await anna.read<MessagePage>(`${room}/messages`)
    expect(newest.messages.at(-2)).toEqual(hiddenEntry(after))
    expect(newest.authorCount).toBe((await carla.read<MessagePage>(`${room}/messages`)).authorCount)
    expect(await refusalOf(await anna.fetch(`${room}/messages?around=${after.sequence}`))).toEqual([
      404,
      'chat.message_not_found',
    ])

    await bruno.put(`${room}/messages/${after.sequence}`, { text: 'cambiato', edits: 0 })
    const { changes } = await carla.read<MessagePage>(`${room}/messages`)
    const read = await anna.read<ChangedMessages>(`${room}/changes?after=${changes - 1}`)
    expect(read.changed).toEqual([{ ...hiddenEntry(after), change: changes }])
    const [news, others] = await Promise.all(
      [tabs[0], tabs[2]].map((tab) => tab?.receive('chat.messages_changed')),
    )
    expect(news?.changed).toEqual([{ ...hiddenEntry(after), change: changes }])
    expect(others?.changed).toMatchObject([{ text: 'cambiato' }])
    expect(JSON.stringify(tabs[0]?.received)).not.toContain(bruno.uid)

    await unblock(anna, bruno)
    expect(await entryOf(anna, after)).toMatchObject({ text: 'cambiato' })
  })

  it('nothing can be done with a hidden message, and nothing finds it', async () => {
    const [anna, bruno, carla] = await newcomers()
    const word = `parola${crypto.randomUUID().slice(0, 8)}`
    const hidden = await send(bruno, word)
    const quoting = await send(carla, 'cito', hidden.sequence)
    await block(anna, bruno)
    const reply = { clientId: crypto.randomUUID(), text: 'rispondo', replyTo: hidden.sequence }
    expect(await refusalOf(await anna.post(`${room}/messages`, reply))).toEqual([
      422,
      'chat.reply_target_not_found',
    ])
    const reactions = `${room}/messages/${hidden.sequence}/reactions`
    expect(await refusalOf(await anna.put(`${reactions}/up`))).toEqual([404, 'chat.message_not_found'])
    expect(await refusalOf(await anna.fetch(`${reactions}?reaction=up`))).toEqual([
      404,
      'chat.message_not_found',
    ])
    const nothing = `${room}/messages/${quoting.sequence + 1_000_000}`
    const answers = [`${room}/messages/${hidden.sequence}`, nothing].map(async (path) => {
      const { requestId: _, ...problem } = await anna
        .fetch(path)
        .then((answer) => answer.json() as Promise<Problem>)
      return problem
    })
    const [ofHidden, ofNothing] = await Promise.all(answers)
    expect(ofHidden).toMatchObject({ code: 'chat.message_not_found' })
    expect(ofHidden).toEqual(ofNothing)
    expect(await anna.read<Message>(`${room}/messages/${quoting.sequence}`)).toEqual(
      await entryOf(anna, quoting),
    )
    const found = (member: Member) => member.read<FoundMessages>(`/api/chat/search?query=${word}`)
    expect((await found(anna)).results).toEqual([])
    expect((await found(carla)).results).toHaveLength(1)
    expect(await entryOf(anna, quoting)).toMatchObject({
      text: 'cito',
      replyTo: { sequence: hidden.sequence, isHidden: true },
    })
    expect((await entryOf(anna, quoting))?.replyTo).toEqual({ sequence: hidden.sequence, isHidden: true })

    const liked = await send(carla, 'mi piace')
    const path = `${room}/messages/${liked.sequence}/reactions`
    for (const member of [anna, bruno]) expect((await member.put(`${path}/up`)).status).toBe(200)
    const people = async (member: Member) =>
      (await member.read<ReactingPage>(`${path}?reaction=up`)).people.map(({ uid }) => uid)
    expect(await people(anna)).toEqual([anna.uid])
    expect(await people(bruno)).toEqual([bruno.uid])
    expect(await people(carla)).toEqual([anna.uid, bruno.uid])
    expect((await entryOf(anna, liked))?.reactions).toEqual([{ reaction: 'up', count: 2 }])
  })

  it('neither is called to what the other writes, and what waited goes', async () => {
    const [anna, bruno, carla] = await newcomers()
    const waiting = async () => (await anna.read<UnreadMentions>('/api/chat/mentions')).total
    await send(bruno, `<@${anna.uid}> guarda`)
    expect(await waiting()).toBe(1)
    await block(anna, bruno)
    expect(await waiting()).toBe(0)
    await send(bruno, `<@${anna.uid}> guarda ancora`)
    expect(await waiting()).toBe(0)
    const named = await send(carla, `<@${bruno.uid}> chiede a <@${anna.uid}>`)
    expect(await waiting()).toBe(1)
    await unblock(anna, bruno)
    expect(await waiting()).toBe(1)
    expect((await entryOf(anna, named))?.mentions?.map(({ uid }) => uid)).toEqual([bruno.uid, anna.uid])
  })

  it('publishes to neither what the other writes or their new name, and no head beyond what each sees', async () => {
    const [anna, bruno, carla] = await newcomers()
    await block(anna, bruno)
    const tab = app.live(anna)
    const { head } = await send(carla, 'inizio').then(({ sequence }) => ({ head: sequence }))
    await tab.watch(conversationTopic(publicRoomId))
    await tab.watch(membersTopic)
    expect(await tab.watch(roomHeadTopic)).toBe(head)
    await send(bruno, 'nascosto')
    await bruno.post(`${room}/typing`)
    await bruno.patch('/api/profiles/me', { displayName: `Rinominato ${bruno.name}` })
    await carla.post(`${room}/typing`)
    await tab.receive('chat.typing', ({ people }) => people.some(({ uid }) => uid === carla.uid))
    const visible = await send(carla, 'si vede')
    const heads = await tab.receive(
      'live.head',
      (news) => news.topic === roomHeadTopic && news.head === visible.sequence,
    )
    expect(heads.head).toBe(visible.sequence)
    const ofTopic = tab.received.flatMap((news) =>
      news.type === 'live.head' && news.topic === roomHeadTopic ? [news.head] : [],
    )
    expect(ofTopic).not.toContain(head + 1)
    expect(JSON.stringify(tab.received)).not.toContain(bruno.uid)
  })

  it('takes hold of open pages within a second, on both sides, and of nobody else’s', async () => {
    const [anna, bruno, carla] = await newcomers()
    const tabs = [anna, bruno, carla].map((member) => app.live(member))
    for (const tab of tabs) await tab.watch(conversationTopic(publicRoomId))
    await block(anna, bruno)
    await Promise.all(tabs.slice(0, 2).map((tab) => tab.receive('live.stale')))
    const sent = await send(bruno, 'dopo il blocco')
    const { message } = await (tabs[0] as (typeof tabs)[0]).receive('chat.message_sent')
    expect(message).toEqual(hiddenEntry(sent))
    await tabs[2]?.receive('chat.message_sent')
    expect(tabs[2]?.received.some(({ type }) => type === 'live.stale')).toBe(false)
  })
})

it('takes hold of a page that gave up its member’s own topic, too (S-01)', async () => {
  const [anna, bruno] = await newcomers()
  const tab = app.live(bruno)
  await tab.watch(conversationTopic(publicRoomId))
  for (const type of ['watch', 'unwatch'])
    tab.socket.send(JSON.stringify({ type, topic: `member:${bruno.uid}` }))
  await tab.receive('live.refused', ({ topic }) => topic === `member:${bruno.uid}`)
  await block(anna, bruno)
  await tab.receive('live.stale')
  const { sequence } = await send(anna, 'non per Bruno')
  await tab.receive('chat.message_sent', ({ message }) => message.sequence === sequence)
  expect(JSON.stringify(tab.received)).not.toContain('non per Bruno')
})

it('hides participants across a block, and leaves the counts', async () => {
  const [anna, bruno, carla] = await newcomers()
  const { id } = (await (await carla.post('/api/events', eventForm())).json()) as Event
  for (const member of [anna, bruno])
    expect((await member.put(`/api/events/${id}/participation`)).status).toBe(200)
  const people = async (member: Member) => {
    const page = await member.read<ParticipantPage>(`/api/events/${id}/participants`)
    return [page.people.map(({ uid }) => uid), page.hidden]
  }
  expect(await people(anna)).toEqual([[anna.uid, bruno.uid], 0])
  await block(bruno, anna)
  expect(await people(anna)).toEqual([[anna.uid], 1])
  expect(await people(carla)).toEqual([[anna.uid, bruno.uid], 0])
  await block(carla, bruno)
  expect(await people(carla)).toEqual([[anna.uid], 1])
  const candidates = await carla.read<{ people: { uid: string }[] }>(
    `/api/events/${id}/organizers/candidates`,
  )
  expect(JSON.stringify(candidates)).not.toContain(bruno.uid)
})

it('keeps each message before or after a block, whatever collides', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [anna, bruno] = await newcomers()
    await befriend(anna, bruno)
    await openPrivateChat(anna, bruno)
    const id = privateConversationId(anna.uid, bruno.uid)
    const message = () => ({ clientId: crypto.randomUUID(), text: 'in tempo?' })
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => bruno.post(`/api/chat/${id}/messages`, message())),
      block(anna, bruno),
      block(bruno, anna),
      bruno.post('/api/friends/requests', { uid: anna.uid }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    const stored = (await anna.read<MessagePage>(`/api/chat/${id}/messages`)).messages
    const accepted = answers.slice(0, 6).filter(({ status }) => status === 201)
    expect(stored).toHaveLength(accepted.length)
    expect(await anna.read('/api/chat/unread')).toMatchObject({ total: 0 })
    const { rows } = await sql`
      select from friendships where user_id = ${anna.uid} or friend_id = ${anna.uid}
      union all select from friend_requests where recipient_id = ${anna.uid}`.execute(app.database)
    expect(rows).toEqual([])
  }
})
