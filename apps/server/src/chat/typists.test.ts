import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTypists } from './typists.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const published: string[] = []
  const typists = createTypists((conversationId, named, more) =>
    published.push(`${conversationId}: ${named.map(({ uid }) => uid).join(' ')} +${more}`),
  )
  const note = (uid: string, conversationId = 'generale') =>
    typists.note(conversationId, { uid, displayName: uid, checkedAt: 0 })
  return { published, typists, note }
}

it('names the first three, and counts the others', () => {
  const { published, note } = open()
  note('anna')
  vi.advanceTimersByTime(0)
  expect(published).toEqual(['generale: anna +0'])
  for (const uid of ['bruno', 'carla', 'dario', 'elena', 'anna']) note(uid)
  vi.advanceTimersByTime(1999)
  expect(published).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(published[1]).toBe('generale: anna bruno carla +2')
})

it('publishes once in two seconds, however many write', () => {
  const { published, note } = open()
  for (let instant = 0; instant < 10_000; instant += 50) {
    note(`membro ${instant % 1000}`)
    vi.advanceTimersByTime(50)
  }
  expect(published).toHaveLength(6)
})

it('drops a typist who was not noted again for six seconds, and then the conversation', () => {
  const { published, typists, note } = open()
  note('anna')
  note('bruno')
  vi.advanceTimersByTime(4000)
  note('bruno')
  vi.advanceTimersByTime(1999)
  expect(published.at(-1)).toBe('generale: anna bruno +0')
  vi.advanceTimersByTime(1)
  expect(published.at(-1)).toBe('generale: bruno +0')
  vi.advanceTimersByTime(4000)
  expect(published.at(-1)).toBe('generale:  +0')
  expect(typists.count()).toEqual({ people: 0, rooms: 1 })
  vi.advanceTimersByTime(2000)
  expect(typists.count()).toEqual({ people: 0, rooms: 0 })
  const news = published.length
  vi.advanceTimersByTime(60_000)
  expect(published).toHaveLength(news)
})

it('drops a typist who stopped, in one conversation or everywhere', () => {
  const { published, typists, note } = open()
  for (const conversationId of ['generale', 'altra']) {
    note('anna', conversationId)
    note('bruno', conversationId)
  }
  vi.advanceTimersByTime(2000)
  expect(typists.stop('altra', 'anna')).toBe(true)
  expect(typists.stop('altra', 'anna')).toBe(false)
  expect(typists.stopEverywhere('bruno')).toBe(true)
  vi.advanceTimersByTime(0)
  expect(published.slice(-2).toSorted()).toEqual(['altra:  +0', 'generale: anna +0'])
})

it('holds ten thousand members and conversations at most, and takes further ones when these have stopped', () => {
  const { typists, note } = open()
  for (let index = 0; index < 6000; index += 1) {
    note(`membro ${index}`)
    note('anna', `chat ${index}`)
  }
  expect(typists.count()).toEqual({ people: 10_000, rooms: 5001 })
  note('uno di troppo')
  expect(typists.find('generale', 'uno di troppo')).toBeUndefined()

  vi.advanceTimersByTime(10_000)
  expect(typists.count()).toEqual({ people: 0, rooms: 0 })
  for (let index = 0; index < 11_000; index += 1) {
    note('anna', `chat ${index}`)
    typists.stop(`chat ${index}`, 'anna')
  }
  expect(typists.count()).toEqual({ people: 0, rooms: 10_000 })
  vi.advanceTimersByTime(10_000)
  note('anna')
  expect(typists.count()).toEqual({ people: 1, rooms: 1 })
})
