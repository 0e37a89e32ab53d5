import type { Event } from '@covo/contract/events/events.routes'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

it('keeps the set of participants exact while three members join and leave from two tabs each', async () => {
  const organizer = await app.as('anna')
  const members = [await app.as('bruno'), await app.as('carla'), await app.as('dario')]
  const answer = await organizer.fetch('/api/events', {
    method: 'POST',
    body: JSON.stringify({
      title: 'Gara',
      description: 'di iscrizioni',
      dateTime: new Date(Date.now() + 3_600_000).toISOString(),
      deadline: new Date(Date.now() + 7_200_000).toISOString(),
      link: 'https://esempio.it',
      category: 'contest',
      duration: '1 ora',
    }),
  })
  const { id } = (await answer.json()) as Event
  const path = `/api/events/${id}/participation`
  const tab = app.live(organizer)
  await tab.watch('events:all')

  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      members[index % 3]?.fetch(path, { method: index % 2 ? 'PUT' : 'DELETE' }),
    ),
  )
  expect(answers.every((one) => one?.status === 200)).toBe(true)
  // The last word is each member's own, one at a time.
  for (const [index, member] of members.entries())
    await member.fetch(path, { method: index ? 'PUT' : 'DELETE' })

  const rows = await app.database
    .selectFrom('event_participants')
    .select('user_id')
    .where('event_id', '=', id)
    .execute()
  expect(new Set(rows.map((row) => row.user_id))).toEqual(new Set(members.slice(1).map(({ uid }) => uid)))
  const event = await app.database
    .selectFrom('events')
    .select(['participant_count', 'revision'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(event.participant_count).toBe(2)
  const last = await tab.hear('events.participants_changed', ({ revision }) => revision === event.revision)
  expect(last.participantsCount).toBe(2)
})
