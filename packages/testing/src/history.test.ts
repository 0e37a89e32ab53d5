import { randomUUID } from 'node:crypto'
import type { Message, UnreadMentions } from '@covo/contract/chat/chat.routes'
import { publicRoomId, type ReactionKind } from '@covo/contract/chat/chat.rules'
import { describe, expect, it } from 'vitest'
import { createHistory, type Faults, faultless, type History } from './history.ts'
import type { Wanted } from './history-changes.ts'

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
  history.show(conversationId, 2, world.shown)
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
      'phantom',
      'a message that nobody sent',
      ({ stored }) => {
        stored.push({ ...at(stored, 4), sequence: 6, clientId: randomUUID() })
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

const [carla, text] = [randomUUID(), 'messaggio']

/** A message of the public room as it would be read. */
const stored = (sequence: number, userId: string, more: Partial<Message> = {}): Message => ({
  id: `${sequence}`,
  conversationId: publicRoomId,
  sequence,
  clientId: `client ${sequence}`,
  userId,
  userName: 'Qualcuno',
  photoURL: null,
  text,
  timestamp: new Date(sequence).toISOString(),
  ...more,
})

/** A room after changes of each kind, all acknowledged; a fault may be put into any part of it. */
function changedRoom() {
  return {
    /** Edited twice, mentions Bruno, removed, replied to the removed one, has a reaction of Bruno, untouched. */
    stored: [
      stored(1, anna, { text: 'dopo', edits: 2, editedAt: '2026-11-23T10:00:00.000Z', change: 2 }),
      stored(2, anna, { text: `ciao <@${bruno}>` }),
      stored(3, anna, { text: '', isRemoved: true, removedBy: 'author', change: 3 }),
      stored(4, carla, {
        replyTo: { sequence: 3, userId: anna, userName: 'Anna', excerpt: '', isRemoved: true },
      }),
      stored(5, carla, { reactions: [{ reaction: 'up', count: 1 }], change: 4 }),
      stored(6, bruno),
    ],
    changes: 4,
    /** On Bruno's screen. */
    shown: [] as Message[],
    shownOwn: new Map<number, ReactionKind[]>([[5, ['up']]]),
    /** Bruno's stored reactions. */
    own: [{ sequence: 5, change: 4, reactions: ['up'] as ReactionKind[] }],
    unread: {
      total: 1,
      byRoom: { [publicRoomId]: 1 },
      oldest: [{ conversationId: publicRoomId, sequence: 2 }],
    } as UnreadMentions,
    /** The numbers that the changes were acknowledged with, in the order in which they were made. */
    numbers: [1, 2, 3, 4],
  }
}

type Room = ReturnType<typeof changedRoom>

function checkRoom(damage: (room: Room) => void, alter: (history: History) => void = () => {}): Faults {
  const room = changedRoom()
  damage(room)
  const history = createHistory()
  const texts = new Map([
    [1, 'prima'],
    [2, `ciao <@${bruno}>`],
  ])
  for (const { sequence, userId, clientId } of changedRoom().stored) {
    const sending = history.send(publicRoomId, userId, clientId, texts.get(sequence) ?? text)
    history.acknowledge(sending, { sequence })
  }
  const made: [uid: string, sequence: number, wanted: Wanted, edits?: number][] = [
    [anna, 1, { type: 'edit', text: 'durante' }, 1],
    [anna, 1, { type: 'edit', text: 'dopo' }, 2],
    [anna, 3, { type: 'remove' }],
    [bruno, 5, { type: 'react', reaction: 'up', isSet: true }],
  ]
  for (const [index, [uid, sequence, wanted, edits]] of made.entries()) {
    const change = history.change(publicRoomId, uid, sequence, wanted)
    const number = wanted.type === 'remove' ? undefined : room.numbers[index]
    history.acknowledgeChange(change, { change: number, edits })
  }
  history.refuse(history.change(publicRoomId, anna, 2, { type: 'edit', text: 'rifiutato' }))
  // The outcome of these stays unknown.
  history.change(publicRoomId, carla, 4, { type: 'edit', text: 'forse' })
  history.change(publicRoomId, carla, 6, { type: 'react', reaction: 'heart', isSet: true })
  alter(history)
  history.keep(publicRoomId, room.stored, room.changes)
  history.keepOwn(publicRoomId, bruno, { own: room.own })
  history.keepOwn(publicRoomId, carla, { own: [] })
  history.show(publicRoomId, 0, room.shown.length > 0 ? room.shown : room.stored, {
    own: { uid: bruno, reactions: room.shownOwn },
  })
  history.recordMentions(publicRoomId, bruno, room.unread)
  return history.check()
}

function readMention(history: History, { sequence, clientId }: Pick<Message, 'sequence' | 'clientId'>): void {
  history.acknowledgeChange(history.change(publicRoomId, bruno, sequence, { type: 'read', clientId }))
}

/** Another state of one of the messages. */
const change = (messages: Message[], sequence: number, more: Partial<Message>) => {
  messages[sequence - 1] = { ...at(messages, sequence - 1), ...more }
}

it('finds nothing in a history of changes without faults', () => {
  expect(checkRoom(() => {})).toEqual(faultless)
})

it('takes a change of unknown outcome for what may have been made', () => {
  const faults = checkRoom(({ stored }) => {
    change(stored, 4, { text: 'forse', edits: 1, change: 5 })
  })
  expect(faults).toEqual({ ...faultless, order: 1 })
  const counted = checkRoom((room) => {
    change(room.stored, 4, { text: 'forse', edits: 1, change: 5 })
    room.changes = 5
  })
  expect(counted).toEqual(faultless)
})

it('takes the number of a reaction that was there already for that of an earlier change', () => {
  const faults = checkRoom(
    () => {},
    (history) => {
      const again = history.change(publicRoomId, bruno, 5, { type: 'react', reaction: 'up', isSet: true })
      history.acknowledgeChange(again, { change: 4 })
    },
  )
  expect(faults).toEqual(faultless)
})

it('accepts a mention as read or unread where the member marked a lost message of the same sequence as read', () => {
  for (const isListed of [true, false]) {
    const faults = checkRoom(
      (room) => {
        if (!isListed) room.unread = { total: 0, byRoom: {}, oldest: [] }
      },
      (history) => readMention(history, { sequence: 2, clientId: randomUUID() }),
    )
    expect(faults).toEqual(faultless)
  }
})

it('compares an earlier state with what has not changed since', () => {
  const earlier = (damage: (messages: Message[]) => void) => {
    const history = createHistory()
    const { stored: messages } = changedRoom()
    const before = messages.slice(0, 5)
    change(before, 5, { reactions: undefined, change: undefined })
    damage(before)
    history.keep(publicRoomId, messages, 4)
    history.show(publicRoomId, 0, before, { upTo: 5, changes: 3 })
    return history.check().feed
  }
  expect(earlier(() => {})).toBe(0)
  expect(earlier((before) => change(before, 1, { text: 'durante', edits: 1, change: 1 }))).toBe(1)
  expect(earlier((before) => change(before, 5, { change: 4 }))).toBe(1)
})

describe('counts of changes', () => {
  const damages: [keyof Faults, string, (room: Room) => void, ((history: History) => void)?][] = [
    [
      'lost',
      'an acknowledged edit that is not stored',
      ({ stored }) => change(stored, 1, { text: 'prima', edits: 1 }),
    ],
    ['lost', 'the text of a removed message', ({ stored }) => change(stored, 3, { text })],
    [
      'lost',
      'a reaction that is not stored',
      (room) => {
        change(room.stored, 5, { reactions: undefined })
        room.own = []
      },
    ],
    ['phantom', 'a text that its author never gave', ({ stored }) => change(stored, 1, { text: 'altro' })],
    [
      'phantom',
      'a refused edit',
      ({ stored }) => change(stored, 2, { text: 'rifiutato', edits: 1, change: 5 }),
    ],
    [
      'phantom',
      'a removal that nobody made',
      ({ stored }) => change(stored, 6, { text: '', isRemoved: true }),
    ],
    [
      'duplicate',
      'more counts than reactions',
      ({ stored }) => change(stored, 5, { reactions: [{ reaction: 'up', count: 2 }] }),
    ],
    [
      'duplicate',
      'more changes than were made',
      (room) => {
        room.changes = 7
      },
    ],
    [
      'order',
      'a later change with the smaller number',
      (room) => {
        room.numbers = [2, 1, 3, 4]
      },
    ],
    ['order', 'one number on two messages', ({ stored }) => change(stored, 5, { change: 3 })],
    [
      'falseRead',
      'a mention that is listed though it was read',
      () => {},
      (history) => readMention(history, at(changedRoom().stored, 1)),
    ],
    [
      'falseRead',
      'a mention that is not listed',
      (room) => (room.unread = { total: 0, byRoom: {}, oldest: [] }),
    ],
    ['feed', 'an older text', (room) => (room.shown = shownWith(1, { text: 'durante', edits: 1 }))],
    ['feed', 'no reactions', (room) => (room.shown = shownWith(5, { reactions: undefined }))],
    ['feed', 'an older quote', (room) => (room.shown = shownWith(4, { replyTo: quote }))],
    ['feed', 'no own reactions', (room) => room.shownOwn.clear()],
  ]
  const quote = { sequence: 3, userId: anna, userName: 'Anna', excerpt: text }

  function shownWith(sequence: number, more: Partial<Message>): Message[] {
    const shown = [...changedRoom().stored]
    change(shown, sequence, more)
    return shown
  }

  it.each(damages)('as %s: %s', (count, _, damage, alter) => {
    expect(checkRoom(damage, alter)[count]).toBeGreaterThan(0)
  })
})
