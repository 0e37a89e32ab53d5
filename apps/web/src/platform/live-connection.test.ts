import {
  closeCodes,
  longestDelay,
  protocolVersion,
  pulseIntervalMs,
  type ServerFrame,
  type SliceNews,
  type TopicPosition,
} from '@covo/contract/realtime'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLive, type SocketEvents } from './live-connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection whose socket is moved by hand. */
function open() {
  const frames: unknown[] = []
  const calls: string[] = []
  let events: SocketEvents | null = null
  let isOpen = false
  let age: number | undefined
  const live = createLive({
    openSocket(given) {
      events = given
      return {
        isOpen: () => isOpen,
        send: (data) => frames.push(JSON.parse(data)),
        reconnect: () => calls.push('reconnect'),
        close: () => calls.push('close'),
      }
    },
    onSessionEnded: () => calls.push('session ended'),
    onVersionUnsupported: () => calls.push('version unsupported'),
    onWelcome: () => calls.push('welcome'),
  })
  const disconnect = live.connect(() => age)
  return {
    live,
    disconnect,
    /** The frames that were sent since the last look. */
    sent: () => frames.splice(0),
    calls: () => calls.splice(0),
    openSocket() {
      isOpen = true
      events?.onOpen()
    },
    closeSocket(code: number) {
      isOpen = false
      events?.onClose(code)
    },
    setDataAge(milliseconds: number) {
      age = milliseconds
    },
    deliver: (...frame: ServerFrame) => events?.onMessage(JSON.stringify(frame)),
  }
}

it('subscribes when the socket opens, and again after each reconnection', () => {
  const { live, sent, openSocket, closeSocket } = open()
  const leave = live.watchTopic('events:all', () => {})
  live.watchTopic('events:all', () => {})
  expect(sent()).toEqual([])
  openSocket()
  expect(sent()).toEqual([{ type: 'watch', topic: 'events:all' }])
  closeSocket(1006)
  openSocket()
  expect(sent()).toEqual([{ type: 'watch', topic: 'events:all' }])
  leave()
  expect(sent()).toEqual([])
})

it('ends the subscription with its last watcher', () => {
  const { live, sent, openSocket } = open()
  openSocket()
  const leaves = [live.watchTopic('chat:generale', () => {}), live.watchTopic('chat:generale', () => {})]
  sent()
  leaves[0]?.()
  expect(sent()).toEqual([])
  leaves[1]?.()
  expect(sent()).toEqual([{ type: 'unwatch', topic: 'chat:generale' }])
})

it('passes positions to the watchers of their topic, and news to all listeners, a frame at a time', () => {
  const { live, openSocket, deliver } = open()
  const positions: TopicPosition[] = []
  const received: (readonly SliceNews[])[] = []
  live.watchTopic('chat:generale', ({ head, changes }) => positions.push({ head, changes }))
  live.subscribeToNews((news) => received.push(news))
  openSocket()
  const news: SliceNews = { type: 'profiles.own_profile_changed' }
  deliver({ type: 'live.watching', topic: 'chat:generale', head: 3, changes: 1 }, news, news)
  deliver({ type: 'live.head', topic: 'chat:altra', head: 9, changes: 0 }, { type: 'live.pulse' })
  expect(positions).toEqual([{ head: 3, changes: 1 }])
  expect(received).toEqual([[news, news]])
})

it('subscribes to everything again, within two seconds, when news may have been lost', async () => {
  const { live, sent, openSocket, deliver } = open()
  live.watchTopic('events:all', () => {})
  openSocket()
  sent()
  deliver({ type: 'live.stale' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent()).toEqual([{ type: 'watch', topic: 'events:all' }])
})

it('refetches everything where the database has another history than before', async () => {
  const { live, openSocket, deliver } = open()
  const welcome = (epoch: string) => deliver({ type: 'live.welcome', version: protocolVersion, epoch })
  let refetches = 0
  live.subscribeToStale(() => {
    refetches += 1
  })
  openSocket()
  for (const epoch of ['one', 'one', 'two', 'two']) welcome(epoch)
  live.noteEpoch('two')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(refetches).toBe(1)
  live.noteEpoch('three')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(refetches).toBe(2)
})

it('says how old its data is, unless news of it may have been lost', async () => {
  const { live, sent, openSocket, closeSocket, deliver, setDataAge } = open()
  const answers: unknown[] = []
  live.watchTopic('events:all', ({ isCurrent }) => answers.push(isCurrent))
  setDataAge(1_200)
  openSocket()
  expect(sent()).toEqual([{ type: 'watch', topic: 'events:all', age: 1_200 }])
  deliver({ type: 'live.watching', topic: 'events:all', head: 0, changes: 0, isCurrent: true })
  deliver({ type: 'live.watching', topic: 'events:all', head: 0, changes: 0 })
  expect(answers).toEqual([true, undefined])
  deliver({ type: 'live.stale' })
  closeSocket(1006)
  openSocket()
  expect(sent()).toEqual([{ type: 'watch', topic: 'events:all' }])
})

it('ignores that data is current where the answer took longer than the longest delay', async () => {
  const { live, openSocket, deliver } = open()
  const answers: unknown[] = []
  live.watchTopic('events:all', ({ isCurrent }) => answers.push(isCurrent))
  openSocket()
  await vi.advanceTimersByTimeAsync(longestDelay)
  live.probe()
  await vi.advanceTimersByTimeAsync(1)
  deliver({ type: 'live.watching', topic: 'events:all', head: 0, changes: 0, isCurrent: true })
  live.probe()
  await vi.advanceTimersByTimeAsync(longestDelay)
  deliver({ type: 'live.watching', topic: 'events:all', head: 0, changes: 0, isCurrent: true })
  expect(answers).toEqual([undefined, true])
})

it('reconnects after two pulses without a frame', async () => {
  const { live, openSocket, deliver, calls } = open()
  openSocket()
  deliver({ type: 'live.welcome', version: protocolVersion, epoch: 'one' })
  expect(live.state()).toBe('online')
  await vi.advanceTimersByTimeAsync(2 * pulseIntervalMs - 1)
  expect(calls()).toEqual(['welcome'])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls()).toEqual(['reconnect'])
  expect(live.state()).toBe('reconnecting')
})

it('probes with a subscription that has to be answered within five seconds', async () => {
  const { live, openSocket, sent, calls, deliver } = open()
  live.probe()
  expect(calls()).toEqual(['reconnect'])
  live.watchTopic('events:all', () => {})
  openSocket()
  sent()
  live.probe()
  expect(sent()).toEqual([{ type: 'watch', topic: 'events:all' }])
  deliver({ type: 'live.watching', topic: 'events:all', head: 0, changes: 0 })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(calls()).toEqual([])
  live.probe()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(calls()).toEqual(['reconnect'])
})

it.each([
  [closeCodes.sessionEnded, ['close', 'session ended']],
  [closeCodes.versionUnsupported, ['close', 'version unsupported']],
  [closeCodes.reconnect, []],
])('after close code %i does %o', (code, expected) => {
  const { openSocket, closeSocket, calls, live } = open()
  openSocket()
  closeSocket(code)
  expect(calls()).toEqual(expected)
  expect(live.state()).toBe('reconnecting')
})

it('reports no close of its own', () => {
  const { live, disconnect, openSocket, closeSocket, calls } = open()
  openSocket()
  disconnect()
  closeSocket(closeCodes.sessionEnded)
  expect(calls()).toEqual(['close'])
  expect(live.state()).toBe('connecting')
})
