import { typingLifetimeMs } from '@covo/contract/chat/chat.rules'

/** Somebody who is writing in a conversation. */
export type Typist = {
  uid: string
  displayName: string
  /** When it was last read whether the conversation's readers may see it: milliseconds, as `Date.now()` gives. */
  checkedAt: number
}

/** Those who are writing in a conversation: the first few of them, and how many more there are. */
type Publish = (conversationId: string, named: Typist[], more: number) => void

/** Milliseconds between two news of one conversation, at least. */
const pauseMs = 2000
/** How many the news names. */
const maximumNamed = 3
/** Members and conversations that are held at once, of each: above it, further ones are not shown. */
const capacity = 10_000

type Room = {
  /** In the order in which they began. */
  people: Map<string, Typist & { endsAt: number }>
  isChanged: boolean
  publishedAt: number
  timer: NodeJS.Timeout | undefined
}

/** Holds who is writing where, in memory alone, and publishes each change of it. */
export function createTypists(publish: Publish) {
  const rooms = new Map<string, Room>()
  let count = 0

  /** Publishes what changed at the given instant, or as soon after it as the conversation's last news allows. */
  function schedule(conversationId: string, room: Room, at: number): void {
    clearTimeout(room.timer)
    const delay = Math.max(at, room.publishedAt + pauseMs) - performance.now()
    room.timer = setTimeout(() => run(conversationId, room), Math.max(0, delay)).unref()
  }

  function run(conversationId: string, room: Room): void {
    const now = performance.now()
    for (const { uid, endsAt } of room.people.values()) if (endsAt <= now) remove(room, uid)
    if (!room.isChanged && room.people.size === 0) {
      rooms.delete(conversationId)
      return
    }
    if (room.isChanged) {
      const people = [...room.people.values()]
      room.isChanged = false
      room.publishedAt = now
      publish(conversationId, people.slice(0, maximumNamed), Math.max(0, people.length - maximumNamed))
    }
    const ends = [...room.people.values()].map(({ endsAt }) => endsAt)
    schedule(conversationId, room, ends.length > 0 ? ends.reduce((one, other) => Math.min(one, other)) : now)
  }

  function remove(room: Room, uid: string): boolean {
    if (!room.people.delete(uid)) return false
    count -= 1
    room.isChanged = true
    return true
  }

  function find(conversationId: string, uid: string): Typist | undefined {
    return rooms.get(conversationId)?.people.get(uid)
  }

  function stop(conversationId: string, uid: string): boolean {
    const room = rooms.get(conversationId)
    if (!room || !remove(room, uid)) return false
    schedule(conversationId, room, performance.now())
    return true
  }

  return {
    find,

    note(conversationId: string, typist: Typist): void {
      const now = performance.now()
      const known = rooms.get(conversationId)
      const isNew = !known?.people.has(typist.uid)
      if (isNew && (count >= capacity || (!known && rooms.size >= capacity))) return
      const room = known ?? { people: new Map(), isChanged: false, publishedAt: -pauseMs, timer: undefined }
      rooms.set(conversationId, room)
      if (isNew) count += 1
      room.people.set(typist.uid, { ...typist, endsAt: now + typingLifetimeMs })
      // Also of a typist who goes on: readers forget those whom no news names any more.
      room.isChanged = true
      schedule(conversationId, room, now)
    },

    /** Answers whether they were writing there. */
    stop,

    /** Answers whether they were writing anywhere. */
    stopEverywhere(uid: string): boolean {
      const stopped = [...rooms.keys()].filter((conversationId) => stop(conversationId, uid))
      return stopped.length > 0
    },

    count: () => ({ people: count, rooms: rooms.size }),
  }
}
