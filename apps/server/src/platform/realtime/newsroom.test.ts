import { randomUUID } from 'node:crypto'
import type { Message } from '@covo/contract/chat/chat.routes'
import type { News } from '@covo/contract/realtime'
import { eventForm } from '@covo/testing/event-form'
import { figure } from '@covo/testing/figure'
import type { LiveClient } from '@covo/testing/live'
import { type Member, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { runTestApp, type TestApp } from '../../../test/test-app.ts'

const redisUrl = process.env.COVO_TEST_REDIS_URL

function send(by: Visitor, method: string, path: string, body?: unknown): Promise<Response> {
  return by.fetch(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}

/** What one member does at the first server, and the news by which another hears of it at the second. */
type Change = { does: string; hears: News['type']; act: (scene: Scene) => Promise<Response> }
type Scene = { anna: Member; bruno: Member; conversationId: string; eventId: string }

const changes: Change[] = [
  {
    does: 'writes in the public room',
    hears: 'chat.message_sent',
    act: ({ anna }) =>
      send(anna, 'POST', '/api/chat/generale/messages', { clientId: randomUUID(), text: 'ciao a tutti' }),
  },
  {
    does: 'writes in private',
    hears: 'chat.unread_changed',
    act: ({ anna, conversationId }) =>
      send(anna, 'POST', `/api/chat/${conversationId}/messages`, { clientId: randomUUID(), text: 'ciao' }),
  },
  {
    does: 'creates an event',
    hears: 'events.created',
    act: ({ anna }) => send(anna, 'POST', '/api/events', eventForm()),
  },
  {
    does: 'joins an event',
    hears: 'events.participants_changed',
    act: ({ anna, eventId }) => send(anna, 'PUT', `/api/events/${eventId}/participation`),
  },
  {
    does: 'takes another name',
    hears: 'profiles.member_changed',
    act: ({ anna }) =>
      send(anna, 'PATCH', '/api/profiles/me', {
        displayName: 'Anna Maria',
        professione: '',
        citta: '',
        telefono: '',
        dataNascita: '',
        bio: '',
      }),
  },
]

describe.each([
  { way: 'over Redis', url: redisUrl, isThere: Boolean(redisUrl) },
  { way: 'by the sweep, where there is no Redis', url: null, isThere: true },
])('$way', ({ way, url, isThere }) => {
  if (!isThere) return it.skip('what happens at one server is heard at another', () => {})
  const app: TestApp = runTestApp({ redisUrl: url ?? null })
  let scene: Scene
  let second: string
  let tab: LiveClient

  beforeAll(async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    await send(anna, 'POST', '/api/friends/requests', { uid: bruno.uid })
    await send(bruno, 'POST', '/api/friends/requests', { uid: anna.uid })
    const chat = await send(anna, 'POST', '/api/chat/private', { uid: bruno.uid })
    const event = await send(bruno, 'POST', '/api/events', eventForm())
    scene = {
      anna,
      bruno,
      conversationId: ((await chat.json()) as { conversationId: string }).conversationId,
      eventId: ((await event.json()) as { id: string }).id,
    }
    second = await app.startAnother()
    tab = app.live(visit(second, { cookie: bruno.cookie() }))
    for (const topic of ['chat:generale', 'events:all', 'members:all']) await tab.watch(topic)
  })

  /** Where a message's own news got lost, its watchers are told how far the conversation goes, and fetch it. */
  const hearMessage = (sequence: number) =>
    url === null
      ? tab.hear('live.head', ({ topic, head }) => topic === 'chat:generale' && head === sequence)
      : tab.hear('chat.message_sent', ({ message }) => message.sequence === sequence)

  it.each(changes)('who $does is heard at another server, once', async ({ hears, act }) => {
    const startedAt = performance.now()
    expect((await act(scene)).ok).toBe(true)
    await (hears === 'chat.message_sent' ? hearMessage(1) : tab.hear(hears))
    figure('R-09', `${hears} ${way}: heard after ${Math.round(performance.now() - startedAt)} ms`)
  })

  it('who comes to watch a conversation hides no message of it from those who do already (R-09)', async () => {
    const body = { clientId: randomUUID(), text: 'ci sono' }
    const answer = await send(scene.anna, 'POST', '/api/chat/generale/messages', body)
    const { sequence } = (await answer.json()) as Message
    await app.live(visit(second, { cookie: scene.anna.cookie() })).watch('chat:generale')
    await hearMessage(sequence)
  })

  it('tells nothing twice', async () => {
    // A sweep that begins after all of it has read what the hints had told.
    const { rows } = await sql<{ id: number }>`select max(id) as id from news`.execute(app.database)
    expect(rows[0]?.id).toBeGreaterThan(0)
    await send(scene.anna, 'DELETE', `/api/events/${scene.eventId}/participation`)
    await tab.hear('events.participants_changed', ({ participantsCount }) => participantsCount === 0)
    await sql`insert into news (topic, body) values ('members:all', '{"type":"friends.changed","last":1}')`.execute(
      app.database,
    )
    await tab.hear('friends.changed', (news) => 'last' in news)
    // What was told before this server started may be told here too, as long as any transaction is older than it.
    const heard = tab.heard
      .map((news) => JSON.stringify(news))
      .filter((news) => !/live\.|friends\./.test(news))
    expect(heard.length).toBeGreaterThan(changes.length - 2)
    expect(heard.filter((news, index) => heard.indexOf(news) !== index)).toEqual([])
  })
})

describe.skipIf(!redisUrl)('two instances on one Redis', () => {
  const [here, there] = [runTestApp({ redisUrl: redisUrl ?? null }), runTestApp({ redisUrl: otherNumber() })]

  /** Another database of the same Redis: its channels are the same all over it. */
  function otherNumber(): string | null {
    if (!redisUrl) return null
    const url = new URL(redisUrl)
    url.pathname = '/7'
    return url.href
  }

  it('hear nothing of each other (R-09)', async () => {
    const write = (by: Member, text: string) =>
      send(by, 'POST', '/api/chat/generale/messages', { clientId: randomUUID(), text })
    const [anna, bruno] = [await here.as('anna'), await there.as('bruno')]
    const second = here.live(visit(await here.startAnother(), { cookie: anna.cookie() }))
    const foreign = there.live(visit(await there.startAnother(), { cookie: bruno.cookie() }))
    for (const tab of [second, foreign]) await tab.watch('chat:generale')
    await write(anna, 'di qua')
    await second.hear('chat.message_sent')
    await write(bruno, 'di là')
    await foreign.hear('chat.message_sent', ({ message }) => message.text === 'di là')
    const texts = foreign.heard.flatMap((news) =>
      news.type === 'chat.message_sent' ? [news.message.text] : [],
    )
    expect(texts).toEqual(['di là'])
  })
})
