import type { Message } from '@covo/contract/chat/chat.routes'
import type { News } from '@covo/contract/realtime'
import { eventForm } from '@covo/testing/event-form'
import { figure } from '@covo/testing/figure'
import type { LiveClient } from '@covo/testing/live'
import { befriend, createEvent, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { type Member, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { runTestApp, type TestApp } from '../../../test/test-app.ts'

const redisUrl = process.env.COVO_TEST_REDIS_URL

/** An action of one member at the first server, and the news that another receives at the second. */
type Change = { does: string; receives: News['type']; act: (scene: Scene) => Promise<Response> }
type Scene = { anna: Member; bruno: Member; conversationId: string; eventId: string }

const changes: Change[] = [
  {
    does: 'writes in the public room',
    receives: 'chat.message_sent',
    act: ({ anna }) => sendMessage(anna, 'generale', 'ciao a tutti'),
  },
  {
    does: 'writes in private',
    receives: 'chat.last_message_changed',
    act: ({ anna, conversationId }) => sendMessage(anna, conversationId, 'ciao'),
  },
  {
    does: 'creates an event',
    receives: 'events.created',
    act: ({ anna }) => anna.post('/api/events', eventForm()),
  },
  {
    does: 'joins an event',
    receives: 'events.participants_changed',
    act: ({ anna, eventId }) => anna.put(`/api/events/${eventId}/participation`),
  },
  {
    does: 'takes another name',
    receives: 'profiles.member_changed',
    act: ({ anna }) =>
      anna.patch('/api/profiles/me', {
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
  if (!isThere) return it.skip('publishes changes of one server at another', () => {})
  const app: TestApp = runTestApp({ redisUrl: url ?? null })
  let scene: Scene
  let second: string
  let tab: LiveClient

  beforeAll(async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    await befriend(anna, bruno)
    scene = {
      anna,
      bruno,
      conversationId: await openPrivateChat(anna, bruno),
      eventId: (await createEvent(bruno)).id,
    }
    second = await app.startAnother()
    tab = app.live(visit(second, { cookie: bruno.cookie() }))
    for (const topic of ['chat:generale', 'events:all', 'members:all']) await tab.watch(topic)
  })

  /** Where a message's own news is lost, its subscribers receive the conversation's head, and fetch it. */
  const receiveMessage = (sequence: number) =>
    url === null
      ? tab.receive('live.head', ({ topic, head }) => topic === 'chat:generale' && head === sequence)
      : tab.receive('chat.message_sent', ({ message }) => message.sequence === sequence)

  it.each(changes)('publishes once at another server that a member $does', async ({ receives, act }) => {
    const startedAt = performance.now()
    expect((await act(scene)).ok).toBe(true)
    await (receives === 'chat.message_sent' ? receiveMessage(1) : tab.receive(receives))
    figure('R-09', `${receives} ${way}: received after ${Math.round(performance.now() - startedAt)} ms`)
  })

  it('a new subscriber hides no undelivered message from the others (R-09)', async () => {
    const answer = await sendMessage(scene.anna, 'generale', 'ci sono')
    const { sequence } = (await answer.json()) as Message
    await app.live(visit(second, { cookie: scene.anna.cookie() })).watch('chat:generale')
    await receiveMessage(sequence)
  })

  it('delivers no news twice', async () => {
    // A sweep that begins after all of it has read the news that was delivered over Redis.
    const { rows } = await sql<{ id: number }>`select max(id) as id from news`.execute(app.database)
    expect(rows[0]?.id).toBeGreaterThan(0)
    await scene.anna.delete(`/api/events/${scene.eventId}/participation`)
    await tab.receive('events.participants_changed', ({ participantsCount }) => participantsCount === 0)
    await sql`insert into news (topic, body) values ('members:all', '{"type":"friends.changed","last":1}')`.execute(
      app.database,
    )
    await tab.receive('friends.changed', (news) => 'last' in news)
    // News from before this server's start may be delivered here too, as long as any transaction is older than it.
    const received = tab.received
      .map((news) => JSON.stringify(news))
      .filter((news) => !/live\.|friends\./.test(news))
    expect(received.length).toBeGreaterThan(changes.length - 2)
    expect(received.filter((news, index) => received.indexOf(news) !== index)).toEqual([])
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

  it('receive no news of each other (R-09)', async () => {
    const [anna, bruno] = [await here.as('anna'), await there.as('bruno')]
    const second = here.live(visit(await here.startAnother(), { cookie: anna.cookie() }))
    const foreign = there.live(visit(await there.startAnother(), { cookie: bruno.cookie() }))
    for (const tab of [second, foreign]) await tab.watch('chat:generale')
    await sendMessage(anna, 'generale', 'di qua')
    await second.receive('chat.message_sent')
    await sendMessage(bruno, 'generale', 'di là')
    await foreign.receive('chat.message_sent', ({ message }) => message.text === 'di là')
    const texts = foreign.received.flatMap((news) =>
      news.type === 'chat.message_sent' ? [news.message.text] : [],
    )
    expect(texts).toEqual(['di là'])
  })
})
