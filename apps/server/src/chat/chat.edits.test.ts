import { randomUUID } from 'node:crypto'
import { conversationTopic } from '@covo/contract/chat/chat.news'
import type { ChangedMessages, Message, MessagePage, PrivateChatPage } from '@covo/contract/chat/chat.routes'
import { befriend, openPrivateChat } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const plenty = { points: 10_000, seconds: 60 }
const app = runTestApp({
  limits: { messageBurst: plenty, messagesSustained: plenty, messageChanges: { points: 40, seconds: 600 } },
})
const room = 'generale'

async function send(member: Member, text: string, conversationId = room): Promise<Message> {
  const answer = await member.post(`/api/chat/${conversationId}/messages`, { clientId: randomUUID(), text })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Message
}

/** Somebody whose changes count against nobody's limit but their own. */
const newcomer = (name: string) =>
  register(app.origin, { email: `${name}@esempio.it`, name, password: 'Tana-rossa1' })

const pathOf = ({ conversationId, sequence }: Pick<Message, 'conversationId' | 'sequence'>) =>
  `/api/chat/${conversationId}/messages/${sequence}`

const put = (
  member: Member,
  message: Pick<Message, 'conversationId' | 'sequence'>,
  text: string,
  edits = 0,
) => member.put(pathOf(message), { text, edits })

async function edit(member: Member, message: Message, text: string, edits = 0): Promise<Message> {
  const answer = await put(member, message, text, edits)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Message
}

async function remove(member: Member, message: Message): Promise<void> {
  expect((await member.delete(pathOf(message))).status).toBe(204)
}

const changesAfter = (member: Member, after: number, conversationId = room) =>
  member.read<ChangedMessages>(`/api/chat/${conversationId}/changes?after=${after}`)

async function chatOf(one: Member, other: Member): Promise<string> {
  await befriend(one, other)
  return await openPrivateChat(one, other)
}

describe('an edit', () => {
  it('replaces the text, counts, and keeps the place and the time', async () => {
    const anna = await app.as('anna')
    const message = await send(anna, 'refusi')
    const { changes: before } = await changesAfter(anna, 0)
    const once = await edit(anna, message, ' rifusi ')
    expect(once).toEqual({
      ...message,
      text: 'rifusi',
      edits: 1,
      editedAt: once.editedAt,
      change: before + 1,
    })
    const twice = await edit(anna, once, '**refusi**', 1)
    expect(twice).toMatchObject({
      text: '**refusi**',
      edits: 2,
      change: before + 2,
      sequence: message.sequence,
    })
    expect(await changesAfter(anna, before)).toEqual({
      changed: [twice],
      changes: before + 2,
      hasMore: false,
    })
    const page = await anna.read<MessagePage>(`/api/chat/${room}/messages`)
    expect(page.messages.at(-1)).toEqual(twice)
  })

  it('to the text that is stored changes nothing, whatever number of edits it names', async () => {
    const anna = await app.as('anna')
    const edited = await edit(anna, await send(anna, 'uno'), 'due')
    expect(await edit(anna, edited, 'due')).toEqual(edited)
    expect(await edit(anna, edited, ' due', 7)).toEqual(edited)
    expect((await changesAfter(anna, edited.change ?? 0)).changed).toEqual([])
  })

  it('is refused with its reason, in the order of the checks', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const message = await send(anna, 'mio')
    expect(await refusalOf(put(anna, { ...message, conversationId: 'altrove' }, 'x'))).toEqual([
      404,
      'chat.conversation_not_found',
    ])
    expect(await refusalOf(put(anna, { ...message, sequence: 99_999 }, 'x'))).toEqual([
      404,
      'chat.message_not_found',
    ])
    expect(await refusalOf(put(bruno, message, 'tuo'))).toEqual([403, 'chat.not_own_message'])
    expect(await refusalOf(put(anna, message, ' ', 3))).toEqual([422, 'chat.message_empty'])
    expect(await refusalOf(put(anna, message, 'x'.repeat(2001), 3))).toEqual([422, 'chat.message_too_long'])
    expect(await refusalOf(put(anna, message, 'altro', 3))).toEqual([409, 'chat.edit_conflict'])
    for (const sequence of [0, 1.5, -1])
      expect(await refusalOf(put(anna, { ...message, sequence }, 'x'))).toEqual([
        400,
        'common.invalid_request',
      ])
    await sql`update messages set sent_at = sent_at - interval '24 hours' where id = ${message.id}`.execute(
      app.database,
    )
    expect(await refusalOf(put(anna, message, ' ', 3))).toEqual([409, 'chat.edit_too_late'])
    await remove(anna, message)
    expect(await refusalOf(put(anna, message, 'torna'))).toEqual([409, 'chat.message_removed'])
    expect((await changesAfter(anna, 0)).changed.find(({ id }) => id === message.id)).toMatchObject({
      text: '',
    })
  })

  it('of two at once that saw the same text one is stored', async () => {
    const anna = await app.as('anna')
    const message = await send(anna, 'partenza')
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => put(anna, message, text)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const { changed, changes } = await changesAfter(anna, 0)
    expect(changed.find(({ id }) => id === message.id)).toMatchObject({ edits: 1, change: changes })
  })

  it('is published to readers', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const message = await send(anna, 'si legge')
    const tab = app.live(bruno)
    await tab.watch(conversationTopic(room))
    const edited = await edit(anna, message, 'si rilegge')
    const news = await tab.receive('chat.messages_changed', ({ changes }) => changes === edited.change)
    expect(news.changed.at(-1)).toEqual(edited)
  })
})

describe('a removal', () => {
  it('leaves the place without the text, also the second time and for a retry of the send', async () => {
    const [anna, bruno] = [await app.as('bruno'), await app.as('carla')]
    const clientId = randomUUID()
    const first = await anna.post(`/api/chat/${room}/messages`, { clientId, text: 'segreto da ritirare' })
    const message = await edit(anna, (await first.json()) as Message, 'segreto corretto')
    expect(await refusalOf(bruno.delete(pathOf(message)))).toEqual([403, 'chat.not_own_message'])
    await remove(anna, message)
    const { changes, changed } = await changesAfter(anna, message.change ?? 0)
    const tombstone = { ...message, text: '', isRemoved: true, removedBy: 'author', change: changes }
    expect(changed).toEqual([tombstone])
    await remove(anna, message)
    expect((await changesAfter(anna, changes)).changed).toEqual([])
    const again = await anna.post(`/api/chat/${room}/messages`, { clientId, text: 'segreto da ritirare' })
    expect(await again.json()).toEqual(tombstone)
    const { rows } = await sql<{
      count: number
    }>`select count(*) from messages where text like '%segreto%'`.execute(app.database)
    expect(Number(rows[0]?.count)).toBe(0)
    expect((await operate(await operatorSettings(app), 'check')).code).toBe(0)
  })

  it('and an edit at once leave nothing of the text', async () => {
    const anna = await app.as('dario')
    for (let round = 0; round < 5; round += 1) {
      const message = await send(anna, 'corsa')
      const [, removed] = await Promise.all([put(anna, message, 'corsa vinta'), anna.delete(pathOf(message))])
      expect(removed.status).toBe(204)
      const page = await anna.read<MessagePage>(`/api/chat/${room}/messages`)
      expect(page.messages.at(-1)).toMatchObject({ text: '', isRemoved: true, removedBy: 'author' })
    }
  })
})

describe('in private', () => {
  it('an edit of the newest changes both lists, and a removal of all unread ends the being unread', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const chat = await chatOf(anna, bruno)
    const [first, second] = [await send(anna, 'uno', chat), await send(anna, 'due', chat)]
    const tab = app.live(bruno)
    await tab.receive('live.welcome')
    await edit(anna, second, 'due ||segreto||')
    await tab.receive('chat.unread_changed', ({ isUnread }) => isUnread)
    const list = async () => (await bruno.read<PrivateChatPage>('/api/chat')).chats
    expect(await list()).toMatchObject([{ lastMessage: 'due [spoiler]', isUnread: true }])
    await edit(anna, first, 'uno e mezzo')
    expect(await list()).toMatchObject([{ lastMessage: 'due [spoiler]' }])
    await remove(anna, second)
    expect(await list()).toMatchObject([{ lastMessage: '', isUnread: true }])
    await remove(anna, first)
    await tab.receive('chat.unread_changed', ({ isUnread }) => !isUnread)
    expect(await list()).toMatchObject([{ lastMessage: '', isUnread: false }])
    expect(await bruno.read('/api/chat/unread')).toEqual({ chats: [], total: 0 })
  })

  it('a former friend edits nothing, and may remove their own messages', async () => {
    const [anna, dario] = [await app.as('anna'), await app.as('dario')]
    const chat = await chatOf(anna, dario)
    const message = await send(anna, 'prima', chat)
    expect((await anna.delete(`/api/friends/${dario.uid}`)).status).toBe(204)
    expect(await refusalOf(put(anna, message, 'dopo'))).toEqual([403, 'chat.not_friends'])
    await remove(anna, message)
  })
})

it('counts edits and removals together', async () => {
  const elena = await newcomer('elena')
  const message = await send(elena, 'in fretta')
  const answers: number[] = []
  for (let edits = 0; edits < 42; edits += 1)
    answers.push((await put(elena, message, `in fretta ${edits}`, edits)).status)
  expect(answers.filter((status) => status === 200)).toHaveLength(40)
  expect(await refusalOf(elena.delete(pathOf(message)))).toEqual([429, 'chat.too_many_changes'])
})
