import { monitorEventLoopDelay } from 'node:perf_hooks'
import { eventCategories } from '@covo/contract/events/events.rules'
import { figure } from '@covo/testing/figure'
import type { Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { callerOf, prepare, samples, sendRequest } from '../operations/operations.ts'
import { makeWorld } from '../operations/world.ts'
import { runTestApp, unlimited } from '../test-app.ts'

const app = runTestApp({ limits: unlimited })

/** Milliseconds of one turn of the event loop. */
const longestTurn = 50
const letters = 3990

/** Every set of categories, each a public calendar. */
const calendars = Array.from({ length: 2 ** eventCategories.length - 1 }, (_, index) =>
  eventCategories.filter((_category, place) => (index + 1) & (1 << place)),
)

it('no read holds the event loop, with the fullest tables that the limits allow (R-16)', async () => {
  const world = await makeWorld(app)
  const { owner } = world.members
  await sql`
    insert into events (title, description, starts_at, ends_at, link, category, duration, organizer_id)
    select 'Evento ' || n, repeat('a', ${letters}), now() + n * interval '1 hour', now() + n * interval '1 hour',
      'https://esempio.it', (array['ctf', 'hackathon', 'contest', 'other'])[1 + n % 4], '0', ${owner.uid}
    from generate_series(1, 1000) n`.execute(app.database)
  // Over, and in the sitemap still.
  await sql`
    insert into events
      (title, description, starts_at, ends_at, link, category, duration, organizer_id, participant_count)
    select 'Finito ' || n, '', now() - interval '60 days', now() - interval '60 days', 'https://esempio.it', 'ctf', '0',
      ${owner.uid}, 3
    from generate_series(1, 5000) n`.execute(app.database)
  await sql`
    with people as (
      insert into users (id, display_name, display_name_chosen, email)
      select gen_random_uuid(), 'Folla ' || n, true, 'folla.' || n || '@esempio.it' from generate_series(1, 2000) n
      returning id
    )
    insert into event_participants (event_id, user_id, state, queue_number)
    select ${world.eventId}, id, 'waiting', 1000 + row_number() over () from people`.execute(app.database)
  const { url } = (await (await owner.post('/api/events/feed')).json()) as { url: string }
  await owner.put('/api/events/feed', { scope: 'all' })

  const turns: { path: string; milliseconds: number }[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  async function read(path: string, send: () => Promise<Response>): Promise<void> {
    delay.reset()
    const { body } = await send()
    // In pieces: the test's own reading is in the same process.
    for await (const _ of body ?? []) await new Promise(setImmediate)
    turns.push({ path, milliseconds: delay.max / 1e6 })
  }
  const get = (visitor: Visitor, path: string) => read(path, () => visitor.fetch(path))

  const visitor = app.visit()
  for (const categories of calendars) await get(visitor, `/eventi.ics?categoria=${categories}`)
  const month = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 7)
  for (const path of ['/', '/eventi', `/eventi?mese=${month}`, '/eventi.atom', '/sitemap.xml'])
    await get(visitor, path)
  for (const path of [
    new URL(url).pathname,
    `/eventi/${world.eventId}`,
    `/eventi/${world.eventId}.ics`,
    `/eventi/${world.eventId}.png`,
  ])
    await get(visitor, path)
  for (const operation of Object.keys(samples).filter((name) => name.startsWith('GET '))) {
    const prepared = await prepare(operation, world)
    const caller = await callerOf(prepared, world)
    await read(operation, () => sendRequest(caller, prepared.request))
  }
  const [worst] = turns.toSorted((one, other) => other.milliseconds - one.milliseconds)
  figure(
    'R-16',
    `${turns.length} reads: ${worst?.path} held the event loop longest, ${worst?.milliseconds.toFixed()} ms`,
  )
  expect(worst?.milliseconds).toBeLessThanOrEqual(longestTurn)
})
