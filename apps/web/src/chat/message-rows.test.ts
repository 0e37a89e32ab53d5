import type { Message } from '@covo/contract/chat/chat.routes'
import { historyOf } from '@covo/contract/chat/history.fold'
import { expect, it } from 'vitest'
import { createRowMaker } from './message-rows.ts'

function messagesOf(...written: [userId: string, timestamp: string][]): Message[] {
  return written.map(([userId, timestamp], index) => ({
    id: String(index),
    conversationId: 'generale',
    sequence: index + 1,
    clientId: String(index),
    userId,
    userName: userId,
    photoURL: null,
    text: 'ciao',
    timestamp,
  }))
}

function viewOf(messages: Message[]) {
  return {
    ownId: 'anna',
    echoes: [],
    edits: [],
    history: historyOf({ messages, head: messages.length, authorCount: 2, changes: 0 }),
  }
}

it('groups what one author wrote within five minutes of one day', () => {
  const rows = createRowMaker()(
    viewOf(
      messagesOf(
        ['bruno', '2026-11-20T10:00:00'],
        ['bruno', '2026-11-20T10:05:00'],
        ['bruno', '2026-11-20T10:10:01'],
        ['anna', '2026-11-20T10:10:02'],
        ['bruno', '2026-11-20T23:59:00'],
        ['bruno', '2026-11-21T00:01:00'],
      ),
    ),
    null,
  )
  expect(rows.map(({ startsGroup }) => startsGroup)).toEqual([true, false, true, true, true, true])
  expect(rows.map(({ endsGroup }) => endsGroup)).toEqual([false, true, true, true, true, true])
  expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, false, false, false, false, true])
  expect(rows.map(({ isOwn }) => isOwn)).toEqual([false, false, false, true, false, false])
})

it('begins what was not read with the first message of another, in a group of its own, once all of it is there', () => {
  const all = messagesOf(
    ['bruno', '2026-11-20T10:00:00'],
    ['anna', '2026-11-20T10:01:00'],
    ['bruno', '2026-11-20T10:02:00'],
    ['bruno', '2026-11-20T10:03:00'],
    ['bruno', '2026-11-20T10:04:00'],
  )
  const startsAt = (after: number, upTo: number, messages = all) => {
    const rows = createRowMaker()(viewOf(messages), { after, upTo })
    const first = rows.find(({ startsUnread }) => startsUnread)
    return first && { sequence: first.sequence, startsGroup: first.startsGroup }
  }
  expect(startsAt(1, 5)).toEqual({ sequence: 3, startsGroup: true })
  expect(startsAt(3, 5)).toEqual({ sequence: 4, startsGroup: true })
  expect(startsAt(3, 3)).toBeUndefined()
  expect(startsAt(5, 5)).toBeUndefined()
  expect(startsAt(1, 5, all.slice(2))).toBeUndefined()
  expect(startsAt(2, 5, all.slice(2))).toEqual({ sequence: 3, startsGroup: true })
})

it('makes the same row again of a message that looks as before', () => {
  const all = messagesOf(
    ['bruno', '2026-11-20T10:00:00'],
    ['bruno', '2026-11-20T10:01:00'],
    ['bruno', '2026-11-20T10:02:00'],
  )
  const makeRows = createRowMaker()
  const before = makeRows(viewOf(all.slice(0, 2)), null)
  const after = makeRows(viewOf(all), null)
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})
