import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSessionCache } from './session-cache.ts'

const listening = {
  subscribe: () => {},
  has: () => false,
  isRenewed: () => false,
  isListening: () => true,
  catchUp: async () => {},
  stop: async () => {},
}
const viewerOf = (number: number) => ({ uid: `uid ${number}`, sessionId: `session ${number}` })

describe('the session cache', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('remembers twenty thousand sessions, those that were used last', () => {
    const sessions = createSessionCache(listening)
    for (let number = 0; number < 20_000; number += 1) sessions.remember(`cookie ${number}`, viewerOf(number))
    expect(sessions.find('cookie 0')).toEqual(viewerOf(0))
    sessions.remember('cookie 20000', viewerOf(20_000))
    expect(sessions.find('cookie 0')).toEqual(viewerOf(0))
    expect(sessions.find('cookie 1')).toBeNull()
    expect(sessions.find('cookie 20000')).toEqual(viewerOf(20_000))
  })

  it('finds nobody while ends of sessions may be missed (S-03)', () => {
    let isListening = true
    const sessions = createSessionCache({ ...listening, isListening: () => isListening })
    sessions.remember('cookie', viewerOf(1))
    expect(sessions.find('cookie')).toEqual(viewerOf(1))
    isListening = false
    expect(sessions.find('cookie')).toBeNull()
  })

  it('holds nothing of a session once it was read five minutes ago', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const sessions = createSessionCache(listening)
    for (let number = 0; number < 100; number += 1) sessions.remember(`cookie ${number}`, viewerOf(number))
    expect(sessions.count()).toBe(100)
    const now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now + 301_000)
    vi.advanceTimersByTime(301_000)
    expect(sessions.count()).toBe(0)
  })
})
