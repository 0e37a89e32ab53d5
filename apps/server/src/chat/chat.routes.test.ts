import { randomUUID } from 'node:crypto'
import { roomHeadTopic } from '@covo/contract/chat/chat.news'
import type { Message, MessagePage } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type { Visitor } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const plenty = { points: 100_000, seconds: 1 }
const app = runTestApp({ limits: { messageBurst: plenty, messagesSustained: plenty } })

const path = `/api/chat/${publicRoomId}/messages`

async function send(visitor: Visitor, text: string, clientId: string = randomUUID()): Promise<Message> {
  const answer = await post(visitor, { clientId, text })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Message
}

function post(visitor: Visitor, body: unknown, to = path): Promise<Response> {
  return visitor.post(to, body)
}

async function list(visitor: Visitor, query = ''): Promise<MessagePage> {
  const answer = await visitor.fetch(`${path}${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as MessagePage
}

describe('the room’s head', () => {
  it('is broadcast to pages that don’t show the room, without what is said there', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const tab = app.live(bruno)
    const head = await tab.watch(roomHeadTopic)
    const { sequence } = await send(anna, 'si parla altrove')
    expect(sequence).toBeGreaterThan(head)
    await tab.receive('live.head', (news) => news.topic === roomHeadTopic && news.head === sequence)
    expect(JSON.stringify(tab.received)).not.toContain('altrove')
  })
})

describe('sending', () => {
  it('stores the trimmed text under the sender’s name and publishes it to all subscribers, the sender too', async () => {
    const anna = await app.as('anna')
    const bruno = await app.as('bruno')
    const tabs = [app.live(anna), app.live(bruno)]
    await Promise.all(tabs.map((tab) => tab.watch(`chat:${publicRoomId}`)))
    const stranger = app.live(bruno)
    await stranger.receive('live.welcome')

    const message = await send(anna, '  Buongiorno a tutti \n')
    expect(message).toMatchObject({
      text: 'Buongiorno a tutti',
      userId: anna.uid,
      userName: 'Anna Bassi',
      photoURL: null,
      conversationId: publicRoomId,
    })
    for (const tab of tabs) {
      const news = await tab.receive('chat.message_sent', ({ message: { id } }) => id === message.id)
      expect(news.message).toEqual(message)
      expect(news.authorCount).toBe((await list(anna)).authorCount)
    }
    expect(stranger.received.filter(({ type }) => type === 'chat.message_sent')).toEqual([])
  })

  it('stores a message once however often it is sent, and keeps its first text', async () => {
    const anna = await app.as('anna')
    const clientId = randomUUID()
    const before = (await list(anna)).head
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post(anna, { clientId, text: index ? 'altro' : 'una volta' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201])
    const messages = await Promise.all(answers.map((answer) => answer.json() as Promise<Message>))
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1)
    expect((await list(anna)).head).toBe(before + 1)
    const later = await post(anna, { clientId, text: 'più tardi' })
    expect([later.status, await later.json()]).toEqual([200, messages[0]])
  })

  it('lets two members use one client id', async () => {
    const clientId = randomUUID()
    const first = await send(await app.as('anna'), 'mio', clientId)
    const second = await send(await app.as('bruno'), 'anche mio', clientId)
    expect(second.id).not.toBe(first.id)
  })

  it.each([
    ['blanks', ' \n\t ', 422, 'chat.message_empty'],
    ['2001 letters', 'a'.repeat(2001), 422, 'chat.message_too_long'],
  ])('refuses %s, stores and publishes nothing', async (_, text, status, code) => {
    const bruno = await app.as('bruno')
    const tab = app.live(bruno)
    const head = await tab.watch(`chat:${publicRoomId}`)
    const answer = await post(bruno, { clientId: randomUUID(), text })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code })
    const next = await send(bruno, 'il prossimo')
    expect(next.sequence).toBe(head + 1)
    await tab.receive('chat.message_sent', ({ message }) => message.id === next.id)
    expect(tab.received.filter(({ type }) => type === 'chat.message_sent')).toHaveLength(1)
  })

  it('takes the largest message that the rule accepts', async () => {
    const text = '🦊'.repeat(2000)
    expect((await send(await app.as('anna'), text)).text).toBe(text)
  })

  it.each([
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['quotes for SQL', `'; drop table messages; --`],
    ['a right-to-left override', 'abc\u202Edcba'],
    ['a NUL', 'prima\0dopo'],
    ['half an emoji', 'rotto \ud83d'],
  ])('keeps %s as the text that it is', async (_, text) => {
    const stored = await send(await app.as('anna'), text)
    expect(stored.text).toBe(text.toWellFormed().replaceAll('\0', ''))
  })
})

describe('one message', () => {
  it('is answered as pages have it, also when it was removed', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const first = await send(anna, 'la prima')
    const reply = await post(bruno, { clientId: randomUUID(), text: 'e io', replyTo: first.sequence })
    const sent = (await reply.json()) as Message
    await bruno.put(`${path}/${sent.sequence}/reactions/up`)
    const inPage = async () => (await list(anna, `?around=${sent.sequence}&limit=1`)).messages[0]
    const alone = () => anna.read<Message>(`${path}/${sent.sequence}`)
    expect(await alone()).toMatchObject({ id: sent.id, replyTo: { excerpt: 'la prima' } })
    expect(await alone()).toEqual(await inPage())
    await bruno.delete(`${path}/${sent.sequence}`)
    expect(await alone()).toMatchObject({ id: sent.id, text: '', isRemoved: true })
    expect(await alone()).toEqual(await inPage())
  })
})

describe('paging', () => {
  it('answers the newest page, the ones before it and missed messages, each in order and without holes', async () => {
    const carla = await app.as('carla')
    for (let index = 0; index < 60; index += 1) await send(carla, `pagina ${index}`)
    const { head } = await list(carla)

    const newest = await list(carla, '?limit=10')
    expect(newest.messages.map(({ sequence }) => sequence)).toEqual(range(head - 9, head))
    const older = await list(carla, `?limit=10&before=${head - 9}`)
    expect(older.messages.map(({ sequence }) => sequence)).toEqual(range(head - 19, head - 10))
    const missed = await list(carla, `?limit=10&after=${head - 15}`)
    expect(missed.messages.map(({ sequence }) => sequence)).toEqual(range(head - 14, head - 5))
    const many = await list(carla, `?limit=60&before=${head + 1}`)
    expect(many.messages.map(({ sequence }) => sequence)).toEqual(range(head - 59, head))
    const allMissed = await list(carla, `?after=${head - 60}`)
    expect(allMissed.messages.map(({ sequence }) => sequence)).toEqual(range(head - 59, head))
    expect((await list(carla, `?after=${head}`)).messages).toEqual([])
    expect((await list(carla, '?before=1')).messages).toEqual([])
  })

  it('counts the distinct authors of the whole history', async () => {
    const dario = await app.as('dario')
    const before = (await list(dario)).authorCount
    await Promise.all(Array.from({ length: 5 }, () => send(dario, 'eccomi')))
    expect((await list(dario)).authorCount).toBe(before + 1)
  })

  it('names an author without a name so', async () => {
    const dario = await app.as('dario')
    await app.database.updateTable('users').set({ display_name: '' }).where('id', '=', dario.uid).execute()
    expect(await send(dario, 'chi sono?')).toMatchObject({ userName: 'Utente Anonimo' })
  })
})

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
