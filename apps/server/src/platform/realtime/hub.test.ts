import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MessageSent } from '@covo/contract/chat/chat.news'
import { expect, it } from 'vitest'
import { type Connection, createHub } from './hub.ts'

function newsOf(sequence: number): MessageSent {
  return {
    type: 'chat.message_sent',
    authorCount: 1,
    changes: 0,
    message: {
      id: `m${sequence}`,
      conversationId: 'generale',
      sequence,
      clientId: `c${sequence}`,
      userId: 'u',
      userName: 'Anna',
      photoURL: null,
      text: 'ciao',
      timestamp: '2026-11-21T10:00:00.000Z',
    },
  }
}

function listener(sessionId: string) {
  const frames: unknown[] = []
  const connection: Connection & { frames: unknown[]; closedWith: number[] } = {
    viewer: { uid: 'u', sessionId },
    frames,
    closedWith: [],
    send: (frame) => frames.push(JSON.parse(frame)),
    close: (code) => connection.closedWith.push(code),
  }
  return connection
}

it('sends all news of one turn as one frame, in order, to the subscribers', async () => {
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
  expect(second.frames).toEqual([[newsOf(1), newsOf(2), newsOf(7)]])
  expect(stranger.frames).toEqual([])
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
