import { expect, it } from 'vitest'
import {
  type ConversationState,
  emptyConversation,
  withNewestPage,
  withRemoved,
} from './conversation-state.ts'
import { messageRows } from './message-rows.ts'

function stateOf(...written: [userId: string, timestamp: string][]): ConversationState {
  return {
    ...emptyConversation('anna', []),
    isLoaded: true,
    messages: written.map(([userId, timestamp], index) => ({
      id: String(index),
      conversationId: 'generale',
      sequence: index + 1,
      clientId: String(index),
      userId,
      userName: userId,
      photoURL: null,
      text: 'ciao',
      timestamp,
    })),
  }
}

it('groups what one author wrote within five minutes of one day', () => {
  const rows = messageRows(
    stateOf(
      ['bruno', '2026-11-20T10:00:00'],
      ['bruno', '2026-11-20T10:05:00'],
      ['bruno', '2026-11-20T10:10:01'],
      ['anna', '2026-11-20T10:10:02'],
      ['bruno', '2026-11-20T23:59:00'],
      ['bruno', '2026-11-21T00:01:00'],
    ),
    null,
  )
  expect(rows.map(({ startsGroup }) => startsGroup)).toEqual([true, false, true, true, true, true])
  expect(rows.map(({ endsGroup }) => endsGroup)).toEqual([false, true, true, true, true, true])
  expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, false, false, false, false, true])
  expect(rows.map(({ isOwn }) => isOwn)).toEqual([false, false, false, true, false, false])
})

it('shows a message as removed that was removed before it was fetched, or is told to be, in whichever order', () => {
  const { messages } = stateOf(
    ['bruno', '2026-11-20T10:00:00'],
    ['bruno', '2026-11-20T10:01:00'],
    ['bruno', '2026-11-20T10:02:00'],
  )
  const [first, second, third] = messages
  if (!first || !second || !third) throw new Error('three messages were made')
  const fetched = [{ ...first, text: '', isRemoved: true as const }, second, third]
  const page = { messages: fetched, head: 3, authorCount: 1 }
  const empty = emptyConversation('anna', [])
  for (const state of [
    withRemoved(withNewestPage(empty, page), 2),
    withNewestPage(withRemoved(empty, 2), page),
  ])
    expect(messageRows(state, null).map(({ isRemoved }) => isRemoved)).toEqual([true, true, false])
})

it('begins what was not read with the first message of another, in a group of its own, once all of it is there', () => {
  const state = stateOf(
    ['bruno', '2026-11-20T10:00:00'],
    ['anna', '2026-11-20T10:01:00'],
    ['bruno', '2026-11-20T10:02:00'],
    ['bruno', '2026-11-20T10:03:00'],
    ['bruno', '2026-11-20T10:04:00'],
  )
  const startsAt = (after: number, upTo: number, messages = state.messages) => {
    const rows = messageRows({ ...state, messages }, { after, upTo })
    const first = rows.find(({ startsUnread }) => startsUnread)
    return first && { sequence: first.sequence, startsGroup: first.startsGroup }
  }
  expect(startsAt(1, 5)).toEqual({ sequence: 3, startsGroup: true })
  expect(startsAt(3, 5)).toEqual({ sequence: 4, startsGroup: true })
  expect(startsAt(3, 3)).toBeUndefined()
  expect(startsAt(5, 5)).toBeUndefined()
  expect(startsAt(1, 5, state.messages.slice(2))).toBeUndefined()
  expect(startsAt(2, 5, state.messages.slice(2))).toEqual({ sequence: 3, startsGroup: true })
})

it('makes the same row again of a message that looks as before', () => {
  const state = stateOf(
    ['bruno', '2026-11-20T10:00:00'],
    ['bruno', '2026-11-20T10:01:00'],
    ['bruno', '2026-11-20T10:02:00'],
  )
  const before = messageRows({ ...state, messages: state.messages.slice(0, 2) }, null)
  const after = messageRows(state, null)
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})
