import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MessageSent } from '@covo/contract/chat/chat.news'
import { expect, it, vi } from 'vitest'
import type { Hidden } from '../viewer.ts'
import { type Connection, createHub, type RedactNews } from './hub.ts'

function newsOf(sequence: number, userId = 'u'): MessageSent {
  return {
    type: 'chat.message_sent',
    authorCount: 1,
    changes: 0,
    message: {
      id: `m${sequence}`,
      conversationId: 'generale',
      sequence,
      clientId: `c${sequence}`,
      userId,
      userName: 'Anna',
      photoURL: null,
      text: 'ciao',
      timestamp: '2026-11-21T10:00:00.000Z',
    },
  }
}

function listener(sessionId: string, hidden: Hidden = new Set()) {
  const frames: unknown[] = []
  const acts: string[] = []
  const connection: Connection & { frames: unknown[]; acts: string[]; closedWith: number[] } = {
    viewer: { uid: 'u', sessionId },
    hidden,
    frames,
    acts,
    closedWith: [],
    send(frame) {
      acts.push('send')
      frames.push(JSON.parse(frame))
    },
    cork: () => acts.push('cork'),
    uncork: () => acts.push('uncork'),
    close: (code) => connection.closedWith.push(code),
  }
  return connection
}

it('sends the news of one turn as one frame a topic, in order, and those of a connection together', async () => {
  const hub = createHub()
  const [first, second, stranger] = [listener('1'), listener('2'), listener('3')]
  for (const connection of [first, second, stranger]) hub.add(connection)
  hub.watch(first, 'chat:generale')
  hub.watch(second, 'chat:generale')
  hub.watch(second, 'chat:altra')

  hub.publish('chat:generale', JSON.stringify(newsOf(1)))
  hub.publish('chat:altra', JSON.stringify(newsOf(7)))
  hub.publish('chat:generale', JSON.stringify(newsOf(2)))
  await nextTurn()

  expect(first.frames).toEqual([[newsOf(1), newsOf(2)]])
  expect(second.frames).toEqual([[newsOf(1), newsOf(2)], [newsOf(7)]])
  expect(second.acts).toEqual(['cork', 'send', 'send', 'uncork'])
  expect(stranger.frames).toEqual([])
})

it('redacts news once for each set of hidden members whom it names', async () => {
  const uidOf = (letter: string) => `${letter.repeat(8)}-1111-4111-8111-111111111111`
  const [anna, bruno, carla] = [uidOf('a'), uidOf('b'), uidOf('c')]
  const redactNews = vi.fn<RedactNews>((news, hidden) =>
    news.type === 'chat.message_sent' && hidden.has(news.message.userId ?? '') ? null : news,
  )
  const hub = createHub(undefined, redactNews)
  const readers = [[], [anna], [anna, carla], [bruno]].map((hidden, place) =>
    listener(String(place), new Set(hidden)),
  )
  for (const reader of readers) {
    hub.add(reader)
    hub.watch(reader, 'chat:generale')
  }
  const [first, second] = [newsOf(1, anna), newsOf(2, bruno)]
  for (const news of [first, second]) hub.publish('chat:generale', JSON.stringify(news))
  await nextTurn()

  expect(readers.map(({ frames }) => frames)).toEqual([[[first, second]], [[second]], [[second]], [[first]]])
  expect(redactNews).toHaveBeenCalledTimes(2)
})

it('sends of news with a pace the first at once, and of what follows the newest four times a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] })
  const hub = createHub((topic, news) => {
    const { key, order } = JSON.parse(news)
    return topic === 'paced:all' && key ? { key, order } : null
  })
  const reader = listener('1')
  hub.add(reader)
  for (const topic of ['paced:all', 'chat:generale']) hub.watch(reader, topic)
  const publish = (key: string, order: number, topic = 'paced:all') =>
    hub.publish(topic, JSON.stringify({ key, order }))
  for (const order of [1, 2, 5, 4]) publish('one', order)
  publish('other', 1)
  for (const order of [1, 2]) publish('one', order, 'chat:generale')
  const seen = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return reader.frames.splice(0).flat()
  }
  expect(await seen(249)).toEqual([
    { key: 'one', order: 1 },
    { key: 'other', order: 1 },
    { key: 'one', order: 1 },
    { key: 'one', order: 2 },
  ])
  expect(await seen(10)).toEqual([{ key: 'one', order: 5 }])
  publish('one', 6)
  expect(await seen(200)).toEqual([])
  expect(await seen(50)).toEqual([{ key: 'one', order: 6 }])
  expect(await seen(500)).toEqual([])
  publish('one', 7)
  expect(await seen(1)).toEqual([{ key: 'one', order: 7 }])
  vi.useRealTimers()
})

it('lets a publisher wait until its news has been sent, and keeps none waiting where nobody subscribes', async () => {
  const hub = createHub()
  await hub.whenSent()
  const reader = listener('1')
  hub.add(reader)
  hub.watch(reader, 'chat:generale')
  hub.publish('chat:generale', JSON.stringify(newsOf(1)))
  expect(reader.frames).toEqual([])
  await hub.whenSent()
  expect(reader.frames).toEqual([[newsOf(1)]])
})

it('sends nothing to closed connections, and closes only the sockets of the session that ended', async () => {
  const hub = createHub()
  const [gone, ended, staying] = [listener('1'), listener('2'), listener('3')]
  for (const connection of [gone, ended, staying]) {
    hub.add(connection)
    hub.watch(connection, 'chat:generale')
  }
  hub.publish('chat:generale', JSON.stringify(newsOf(1)))
  hub.remove(gone)
  hub.closeSession('2', 4401)
  await nextTurn()

  expect(gone.frames).toEqual([])
  expect(ended.closedWith).toEqual([4401])
  expect(staying.closedWith).toEqual([])
  expect(staying.frames).toEqual([[newsOf(1)]])
})
