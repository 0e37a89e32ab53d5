import { randomUUID } from 'node:crypto'
import type { Message } from '@covo/contract/chat/chat.routes'
import { describe, expect, it } from 'vitest'
import { createHistory, type Faults, faultless } from './history.ts'

const [anna, bruno] = [randomUUID(), randomUUID()].toSorted() as [string, string]
const conversationId = `${anna}_${bruno}`

/** A small world that stores messages in order and shows them; a fault may be put into any part of it. */
type World = {
  /** The stored messages, as they would be read. */
  stored: Message[]
  /** The messages on Bruno's screen. */
  shown: Message[]
  unread: string[]
}

function checkWith(damage: (world: World) => void): Faults {
  const history = createHistory()
  const stored: Message[] = []
  for (let sequence = 1; sequence <= 5; sequence += 1) {
    const clientId = randomUUID()
    const text = `messaggio ${sequence}`
    const sending = history.send(conversationId, anna, clientId, text)
    stored.push({
      id: randomUUID(),
      conversationId,
      sequence,
      clientId,
      userId: anna,
      userName: 'Anna',
      photoURL: null,
      text,
      timestamp: new Date(sequence).toISOString(),
    })
    // The outcome of the last one stays unknown.
    if (sequence < 5) history.acknowledge(sending, { sequence })
  }
  history.read(conversationId, bruno, 5)
  const world = { stored: [...stored], shown: stored.slice(2), unread: [] as string[] }
  damage(world)
  history.keep(conversationId, world.stored)
  history.show(conversationId, 2, world.shown.map(history.entryOf))
  history.recordUnread(bruno, world.unread)
  history.recordUnread(anna, [])
  return history.check()
}

const at = (messages: Message[], index: number) => messages.at(index) as Message

it('finds nothing in a history without faults', () => {
  expect(checkWith(() => {})).toEqual(faultless)
})

it('takes what was sent with an unknown outcome and is not stored for what may happen', () => {
  const faults = checkWith(({ stored, shown }) => {
    stored.pop()
    shown.pop()
  })
  expect(faults).toEqual(faultless)
})

describe('counts', () => {
  const damages: [keyof Faults, string, (world: World) => void][] = [
    ['lost', 'an acknowledged message that is not stored', ({ stored }) => stored.splice(3, 1)],
    [
      'lost',
      'an acknowledged message with another text',
      ({ stored }) => {
        stored[3] = { ...at(stored, 3), text: '' }
      },
    ],
    [
      'phantom',
      'a message that nobody sent',
      ({ stored }) => {
        stored.push({ ...at(stored, 4), sequence: 6, clientId: randomUUID() })
      },
    ],
    [
      'phantom',
      'a message under another name',
      ({ stored }) => {
        stored[3] = { ...at(stored, 3), userId: bruno }
      },
    ],
    [
      'duplicate',
      'an acknowledged message that is stored twice',
      ({ stored }) => {
        stored.push({ ...at(stored, 3), sequence: 6 })
      },
    ],
    [
      'duplicate',
      'a message of unknown outcome that is stored twice',
      ({ stored }) => {
        stored.push({ ...at(stored, 4), sequence: 6 })
      },
    ],
    [
      'order',
      'two messages that are stored the other way round',
      ({ stored }) => {
        const [one, other] = [at(stored, 3), at(stored, 2)]
        stored.splice(2, 2, { ...one, sequence: 3 }, { ...other, sequence: 4 })
      },
    ],
    [
      'order',
      'a hole',
      ({ stored }) => {
        stored[4] = { ...at(stored, 4), sequence: 6 }
      },
    ],
    ['feed', 'a screen that misses one', ({ shown }) => shown.splice(1, 1)],
    ['feed', 'a screen that shows one twice', ({ shown }) => shown.push(at(shown, 2))],
    ['feed', 'a screen that shows two the other way round', ({ shown }) => shown.reverse()],
    [
      'feed',
      'a screen that shows what it is not entitled to',
      ({ shown, stored }) => {
        shown.unshift(at(stored, 0))
      },
    ],
    ['falseRead', 'an unread mark on what was read', ({ unread }) => unread.push(conversationId)],
    [
      'falseRead',
      'no mark on what is unread',
      ({ stored }) => {
        stored.push({ ...at(stored, 4), sequence: 6, clientId: randomUUID() })
      },
    ],
  ]
  it.each(damages)('as %s: %s', (count, _, damage) => {
    expect(checkWith(damage)[count]).toBeGreaterThan(0)
  })
})
