import { isDeepStrictEqual } from 'node:util'
import type { Event } from '@covo/contract/events/events.routes'
import { eventForm } from '@covo/testing/event-form'
import { figure, repetitions } from '@covo/testing/figure'
import { type LiveClient, openLive } from '@covo/testing/live'
import { randomFrom } from '@covo/testing/random'
import { type Visitor, visit } from '@covo/testing/visitor'
import { afterAll, expect, it } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })

const changes = repetitions('R-12', 400, 10_000)
const memberCount = 8
const eventCount = 10
const seed = 12

type Tab = { visitor: Visitor; live: LiveClient }
type Person = { uid: string; tabs: Tab[] }

const people: Person[] = []

afterAll(() => {
  for (const { live } of people.flatMap(({ tabs }) => tabs)) live.close()
})

function takePart(visitor: Visitor, eventId: string, joins: boolean): Promise<Response> {
  return visitor.fetch(`/api/events/${eventId}/participation`, { method: joins ? 'PUT' : 'DELETE' })
}

async function createEvent(organizer: Visitor): Promise<Event> {
  const answer = await organizer.post('/api/events', eventForm())
  return (await answer.json()) as Event
}

type Versioned = { eventId: string; revision: number }

/** Of the news about an event, the one with the greatest revision counts. */
function newest<News extends Versioned>(all: News[], eventId: string): News | undefined {
  return all
    .filter((news) => news.eventId === eventId)
    .toSorted((one, other) => one.revision - other.revision)
    .at(-1)
}

/** Whether its member takes part in an event, and how many do, by the news that a tab received. */
function publishedTo({ live }: Tab, eventId: string) {
  const own = live.received.filter((news) => news.type === 'events.own_participation_changed')
  const all = live.received.filter((news) => news.type === 'events.participants_changed')
  return {
    isParticipating: newest(own, eventId)?.isParticipating ?? false,
    participantsCount: newest(all, eventId)?.participantsCount ?? 0,
  }
}

it('keeps the participants exact while everybody joins and leaves from two tabs at two servers (R-12)', async () => {
  const organizer = await app.as('anna')
  const elsewhere = await app.startAnother()
  const events = await Promise.all(Array.from({ length: eventCount }, () => createEvent(organizer)))
  for (const member of await app.members(memberCount)) {
    const tabs = [member, visit(elsewhere, { cookie: member.cookie() })].map((visitor) => ({
      visitor,
      live: openLive(visitor),
    }))
    await Promise.all(tabs.map(({ live }) => live.watch('events:all')))
    people.push({ uid: member.uid, tabs })
  }

  const statuses = new Map<number, number>()
  const count = ({ status }: Response) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const startedAt = performance.now()

  /** Both tabs at once, the same or the opposite; the last word on each event is said by both. Answers the model. */
  async function joinAndLeave({ tabs }: Person, random: () => number): Promise<Map<string, boolean>> {
    const parts = new Map(events.map(({ id }) => [id, random() < 0.5]))
    for (let made = 0; made < changes / memberCount; made += tabs.length) {
      const { id } = events[Math.floor(random() * eventCount)] as Event
      const answers = await Promise.all(tabs.map(({ visitor }) => takePart(visitor, id, random() < 0.5)))
      answers.forEach(count)
    }
    for (const [id, joins] of parts)
      (await Promise.all(tabs.map(({ visitor }) => takePart(visitor, id, joins)))).forEach(count)
    return parts
  }

  /** Tries to take part in what they organise as long as the others are at it. */
  async function insist(isOver: () => boolean): Promise<void> {
    for (let tried = 0; !isOver(); tried += 1) {
      const { id } = events[tried % eventCount] as Event
      count(await takePart(organizer, id, tried % 2 === 0))
    }
  }

  let isOver = false
  const insisting = insist(() => isOver)
  const models = await Promise.all(
    people.map((person, number) => joinAndLeave(person, randomFrom(seed + number))),
  )
  isOver = true
  await insisting
  const seconds = (performance.now() - startedAt) / 1000
  // A tab that receives the creation of an event has received all news that its server published before.
  const last = [
    await createEvent(organizer),
    await createEvent(visit(elsewhere, { cookie: organizer.cookie() })),
  ]
  for (const { live } of people.flatMap(({ tabs }) => tabs))
    await Promise.all(last.map(({ id }) => live.receive('events.created', ({ event }) => event.id === id)))

  const stored = await app.database.selectFrom('event_participants').select(['event_id', 'user_id']).execute()
  const faults = { wrong: 0, duplicates: 0, organizers: 0, miscounted: 0, publishedWrong: 0 }
  for (const { id } of events) {
    const participants = stored.filter((row) => row.event_id === id).map((row) => row.user_id)
    const expected = people.filter((_, number) => models[number]?.get(id)).map(({ uid }) => uid)
    faults.wrong += new Set(participants).symmetricDifference(new Set([...expected])).size
    faults.duplicates += participants.length - new Set(participants).size
    if (participants.includes(organizer.uid)) faults.organizers += 1
    for (const [number, { tabs }] of people.entries()) {
      const right = { isParticipating: models[number]?.get(id), participantsCount: expected.length }
      for (const tab of tabs) {
        const answer = await tab.visitor.fetch('/api/events')
        const { events: shown } = (await answer.json()) as { events: Event[] }
        const { isParticipating, participantsCount, revision } = shown.find((one) => one.id === id) as Event
        if (!isDeepStrictEqual({ isParticipating, participantsCount }, right)) faults.miscounted += 1
        // The last count is published up to a quarter of a second later.
        await tab.live.receive(
          'events.participants_changed',
          (news) => news.eventId === id && news.revision === revision,
        )
        if (!isDeepStrictEqual(publishedTo(tab, id), right)) faults.publishedWrong += 1
      }
    }
  }
  figure(
    'R-12',
    `${[...statuses.values()].reduce((sum, some) => sum + some, 0)} joins and leaves of ${memberCount} members from two tabs at two servers and of the organiser (seed ${seed}) in ${seconds.toFixed(1)} s: ${JSON.stringify(faults)}, refused to the organiser ${statuses.get(403)}`,
  )
  expect(faults).toEqual({ wrong: 0, duplicates: 0, organizers: 0, miscounted: 0, publishedWrong: 0 })
  // The organiser alone is refused, and was at it all the time.
  expect([...statuses.keys()].toSorted((one, other) => one - other)).toEqual([200, 403])
})
