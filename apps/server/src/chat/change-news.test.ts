import type { Message } from '@covo/contract/chat/chat.routes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HistoryPublication } from '../platform/realtime/newsroom.ts'
import { createChangeNews } from './change-news.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const edited = (sequence: number, change: number, text = `change ${change}`): Message => ({
  id: `id-${sequence}`,
  conversationId: 'generale',
  sequence,
  clientId: `client-${sequence}`,
  userId: 'anna',
  userName: 'Anna',
  photoURL: null,
  text,
  timestamp: '2026-11-23T10:00:00.000Z',
  change,
})

function open() {
  const published: HistoryPublication[] = []
  const { add } = createChangeNews({ publishBestEffort: (...more) => published.push(...more) })
  return { published, add: (...changed: Parameters<typeof add>[1]) => add('generale', changed) }
}

const news = (after: number, changes: number, ...changed: Message[]) => ({
  topic: 'chat:generale',
  news: { type: 'chat.messages_changed', conversationId: 'generale', after, changes, changed },
  position: { changes },
})

it('gathers changes for a tenth of a second, and has the last state of each message', () => {
  const { published, add } = open()
  add(edited(1, 5))
  vi.advanceTimersByTime(99)
  add(edited(2, 6), edited(1, 7))
  expect(published).toEqual([])
  vi.advanceTimersByTime(1)
  expect(published).toEqual([news(4, 7, edited(2, 6), edited(1, 7))])
  add(edited(3, 8))
  vi.advanceTimersByTime(100)
  expect(published[1]).toEqual(news(7, 8, edited(3, 8)))
})

it('quotes in a reply what the run made of it, also where the reply’s text is older than its reactions', () => {
  const { published, add } = open()
  const quote = (text: string) => ({ sequence: 1, userId: 'anna', userName: 'Anna', excerpt: text })
  const reactions = [{ reaction: 'up' as const, count: 1 }]
  const reply = edited(2, 5)
  add({ ...reply, replyTo: quote('before') }, edited(1, 6), { sequence: 2, change: 7, reactions })
  vi.advanceTimersByTime(100)
  const now = { ...reply, change: 7, reactions, replyTo: quote('change 6') }
  expect(published).toEqual([news(4, 7, edited(1, 6), now)])
})

it('leaves out what another process numbered in between', () => {
  const { published, add } = open()
  add(edited(1, 1), edited(2, 2), edited(3, 4))
  vi.advanceTimersByTime(100)
  expect(published).toEqual([news(0, 2, edited(1, 1), edited(2, 2)), news(3, 4, edited(3, 4))])
})

it('publishes the position alone where the messages exceed the size limit', () => {
  const { published, add } = open()
  add(...Array.from({ length: 20 }, (_, index) => edited(index + 1, index + 1, 'à'.repeat(2000))))
  vi.advanceTimersByTime(100)
  const head = { type: 'live.head', topic: 'chat:generale', head: 0, changes: 20 }
  expect(published).toEqual([{ topic: 'chat:generale', news: head, position: { changes: 20 } }])
})
