import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNewsTimes } from './news-times.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'], now: 0 }))
afterEach(() => void vi.useRealTimers())

describe('createNewsTimes', () => {
  it.each([
    { what: 'nothing was published', age: 5_000, isQuiet: true },
    {
      what: 'news came before the data was asked for',
      news: { of: 'events:all', ago: 15_001 },
      age: 5_000,
      isQuiet: true,
    },
    { what: 'news came after it', news: { of: 'events:all', ago: 4_000 }, age: 5_000, isQuiet: false },
    {
      what: 'the frame was on its way for long',
      news: { of: 'events:all', ago: 14_999 },
      age: 5_000,
      isQuiet: false,
    },
    {
      what: 'the news is of another of the topics',
      news: { of: 'member:a', ago: 1 },
      age: 5_000,
      isQuiet: false,
    },
    {
      what: 'the news is of none of the topics',
      news: { of: 'member:b', ago: 1 },
      age: 5_000,
      isQuiet: true,
    },
    { what: 'the data is older than the memory', age: 50_001, isQuiet: false },
  ])('$what: $isQuiet', ({ news, age, isQuiet }) => {
    const times = createNewsTimes()
    vi.advanceTimersByTime(60_000 - (news?.ago ?? 0))
    if (news) times.note(news.of)
    vi.advanceTimersByTime(news?.ago ?? 0)
    expect(times.isQuietSince(age, ['events:all', 'member:a'])).toBe(isQuiet)
  })

  it('knows nothing of the time before all was forgotten', () => {
    const times = createNewsTimes()
    vi.advanceTimersByTime(60_000)
    times.forget()
    vi.advanceTimersByTime(12_000)
    expect(times.isQuietSince(2_500, ['events:all'])).toBe(false)
    expect(times.isQuietSince(1_500, ['events:all'])).toBe(true)
  })

  it('forgets all where there is more than it remembers', () => {
    const times = createNewsTimes()
    vi.advanceTimersByTime(60_000)
    times.note('events:all')
    for (let index = 0; index < 9_999; index += 1) times.note(`member:${index}`)
    vi.advanceTimersByTime(20_000)
    expect(times.isQuietSince(15_000, ['members:all'])).toBe(true)
    times.note('member:9999')
    vi.advanceTimersByTime(12_000)
    expect(times.isQuietSince(2_500, ['members:all'])).toBe(false)
    expect(times.isQuietSince(1_500, ['members:all'])).toBe(true)
  })
})
