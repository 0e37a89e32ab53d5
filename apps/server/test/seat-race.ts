import type { Event } from '@covo/contract/events/events.routes'
import { eventForm } from '@covo/testing/event-form'
import { expect } from 'vitest'
import type { Database } from '../src/platform/database/database.ts'
import { signedInMembers } from './signed-in-members.ts'
import type { TestApp } from './test-app.ts'

/** Requests that are under way at once. */
const callers = 20

type Caller = { uid: string; cookie: string; origin: string }
type Race = { event: Event; callers: Caller[] }

/** An event with so many seats, and members of whom every other one calls another server. */
export async function openRace(app: TestApp, members: number, capacity: number): Promise<Race> {
  const anna = await app.as('anna')
  const answer = await anna.post('/api/events', { ...eventForm(), capacity })
  expect(answer.status).toBe(201)
  const origins = [app.origin, await app.startAnother()]
  const people = await signedInMembers(app.database, members)
  return {
    event: (await answer.json()) as Event,
    callers: people.map((one, number) => ({ ...one, origin: origins[number % 2] ?? app.origin })),
  }
}

/** Calls `work` for all of them, some at once. */
export async function atOnce<One>(all: One[], work: (one: One) => Promise<unknown>): Promise<void> {
  const waiting = all.values()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (const one of waiting) await work(one)
    }),
  )
}

export async function participate(caller: Caller, event: Event, method: 'PUT' | 'DELETE'): Promise<Event> {
  const { origin, cookie } = caller
  const path = `/api/events/${event.id}/participation`
  const answer = await fetch(`${origin}${path}`, { method, headers: { cookie, origin } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Event
}

/** The stored seats: who has one, the numbers of the queue in their order, and the event's own counts. */
export async function seatsOf(database: Database, { id }: Event) {
  const rows = await database
    .selectFrom('event_participants')
    .select(['user_id as uid', 'state', 'queue_number as queueNumber'])
    .where('event_id', '=', id)
    .orderBy('queue_number')
    .execute()
  const counts = await database
    .selectFrom('events')
    .select(['participant_count as joined', 'waiting_count as waiting'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const queue = rows.filter(({ state }) => state === 'waiting')
  return {
    joined: rows.filter(({ state }) => state === 'joined').map(({ uid }) => uid),
    queue: queue.map(({ uid }) => uid),
    numbers: queue.map(({ queueNumber }) => queueNumber),
    counts,
  }
}
