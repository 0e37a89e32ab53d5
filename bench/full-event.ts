/**
 * One event in which 100,000 members take part and as many wait. Members join it over fifty connections: 300 a second, 99 of
 * 100 answers within 500 ms. Then its organizer changes its title: answered within 100 ms, and shown to 2,000 sockets within a
 * second, 99 of 100. The same of an event of nobody is the reference. At last it is cancelled: 5,000 mails a second are queued.
 */

import { setTimeout } from 'node:timers/promises'
import { eventsTopic } from '@covo/contract/events/events.news'
import type { Event } from '@covo/contract/events/events.routes'
import { eventForm } from '@covo/testing/event-form'
import { type Visitor, visit } from '@covo/testing/visitor'
import pg from 'pg'
import { median, quantile } from './support/figures.ts'
import { load, type Target } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { stamp } from './support/room.ts'
import { withServer } from './support/server.ts'
import { withReaders } from './support/sockets.ts'

const callers = 50
const readers = 2000
const people = 100_000
/** More than can join while it is measured: each does so once. */
const members = 20_000
const edits = 15
const budget = { joinsPerSecond: 300, joinP99: 500, edited: 100, shownP99: 1000, mailsPerSecond: 5000 }

async function createEvent(organizer: Visitor): Promise<Event> {
  const answer = await organizer.post('/api/events', eventForm())
  if (answer.status !== 201) throw new Error(`an event was refused: ${answer.status}`)
  return (await answer.json()) as Event
}

/** Lets 100,000 others take part in the event, whose seats they fill, and as many wait. */
async function fill(connection: pg.ClientConfig, { id }: Event): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('set statement_timeout = 0')
  await client.query(
    `with people as (
       insert into users (id, display_name, display_name_chosen, email, email_verified)
       select gen_random_uuid(), 'Folla ' || number, true, 'folla.' || number || '@esempio.it', true
       from generate_series(1, 2 * $2::integer) as number
       returning id
     ),
     numbered as (select id, row_number() over () as number from people)
     insert into event_participants (event_id, user_id, state, queue_number)
     select $1, id, case when number <= $2 then 'joined' else 'waiting' end,
       case when number > $2 then number - $2 end
     from numbered`,
    [id, people],
  )
  await client.query(
    `update events set capacity = $2, participant_count = $2, waiting_count = $2, next_queue_number = $2 + 1, had_participants = true
     where id = $1`,
    [id, people],
  )
  await client.query('vacuum analyze')
  await client.end()
}

/** The next of the members joins the event. */
function joinTarget(
  server: { port: number; origin: string },
  cookies: Iterator<string>,
  { id }: Event,
): Target {
  return {
    port: server.port,
    path: `/api/events/${id}/participation`,
    headers: { Origin: server.origin },
    cookie: () => cookies.next().value,
    method: () => 'PUT',
  }
}

/** Milliseconds that each of some changes of the title took to be answered. */
async function editTitle(organizer: Visitor, event: Event): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < edits; turn += 1) {
    const startedAt = performance.now()
    const answer = await organizer.patch(`/api/events/${event.id}`, {
      version: event.version,
      title: `Serata ${stamp()}`,
    })
    times.push(performance.now() - startedAt)
    if (answer.status !== 200) throw new Error(`a change was refused: ${answer.status}`)
    event.version = ((await answer.json()) as Event).version
  }
  return times
}

/** Cancels an event; answers how many mails a second were queued of it. */
async function cancel(
  connection: pg.ClientConfig,
  organizer: Visitor,
  { id, version }: Event,
): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  const answer = await organizer.post(`/api/events/${id}/cancel`, { version, reason: 'Piove.' })
  if (answer.status !== 200) throw new Error(`a cancellation was refused: ${answer.status}`)
  for (;;) {
    await setTimeout(1000)
    const { rows } = await client.query<{ isDone: boolean; count: number; seconds: number }>(
      `select
         bool_and(are_mails_queued) and not exists (select from update_mail_runs) as "isDone",
         (select count(*)::integer from event_mails where event_id = $1) as count,
         (
           select extract(epoch from max(created_at) - min(created_at))::float8 from event_mails where event_id = $1
         ) as seconds
       from event_updates where event_id = $1 and kind = 'cancelled'`,
      [id],
    )
    const [mails] = rows
    if (!mails?.isDone) continue
    await client.end()
    if (mails.count < 2 * people) throw new Error(`only ${mails.count} mails were queued`)
    return mails.count / mails.seconds
  }
}

const settings = {
  COVO_LIMIT_PARTICIPATION_CHANGES: '1000000/1',
  COVO_LIMIT_EVENT_EDITS: '1000000/1',
}
await withServer(settings, async (server) => {
  const cookies = await signedInMembers(server.connection, members)
  const organizer = visit(server.origin, { cookie: cookies[0] ?? '' })
  const [small, full] = [await createEvent(organizer), await createEvent(organizer)]
  await fill(server.connection, full)

  const loads: { event: Event; joins: number; p99: number }[] = []
  const joining = new Map([small, full].map((event) => [event, cookies.slice(1).values()]))
  for (let round = 0; round < 3; round += 1)
    for (const [event, waiting] of joining) {
      const { perSecond, times } = await load(joinTarget(server, waiting, event), {
        connections: callers,
        seconds: 4,
      })
      loads.push({ event, joins: perSecond, p99: quantile(times, 0.99) })
    }
  const of = (event: Event, value: 'joins' | 'p99') =>
    median(loads.filter((one) => one.event === event).map((one) => one[value]))
  report({
    what: `joins a second into one event of ${people}, ${callers} callers; 99 of 100 answers within`,
    covo: `${Math.round(of(full, 'joins'))}; ${Math.round(of(full, 'p99'))} ms`,
    reference: `${Math.round(of(small, 'joins'))}; ${Math.round(of(small, 'p99'))} ms into an event of nobody`,
    ratio: (of(full, 'joins') / of(small, 'joins')).toFixed(2),
    budget: `≥ ${budget.joinsPerSecond}; < ${budget.joinP99} ms`,
    isMet: of(full, 'joins') >= budget.joinsPerSecond && of(full, 'p99') < budget.joinP99,
  })

  const open = { port: server.port, count: readers, topic: eventsTopic, cookies: cookies.slice(0, 100) }
  await withReaders(open, async (receive) => {
    const answered = new Map<Event, number[]>()
    const shown = new Map<Event, number>()
    for (const event of [small, full]) {
      const { deliveries, p99 } = await receive(async () => {
        answered.set(event, await editTitle(organizer, event))
      })
      if (deliveries < readers * edits) throw new Error(`only ${deliveries} changes were shown`)
      shown.set(event, p99)
    }
    const [slowest, reference] = [full, small].map((event) => Math.max(...(answered.get(event) ?? [])))
    const [p99, referenceP99] = [full, small].map((event) => shown.get(event) ?? Number.NaN)
    if (!slowest || !reference || !p99 || !referenceP99) throw new Error('nothing was measured')
    report({
      what: `a change of an event of ${people}: the slowest of ${edits} answers; shown to ${readers} sockets, 99 of 100 within`,
      covo: `${Math.round(slowest)} ms; ${Math.round(p99)} ms`,
      reference: `${Math.round(reference)} ms; ${Math.round(referenceP99)} ms of an event of nobody`,
      ratio: `${(slowest / reference).toFixed(2)}; ${(p99 / referenceP99).toFixed(2)}`,
      budget: `< ${budget.edited} ms; < ${budget.shownP99} ms`,
      isMet: slowest < budget.edited && p99 < budget.shownP99,
    })
  })

  const mailsPerSecond = await cancel(server.connection, organizer, full)
  report({
    what: `mails queued a second, of a cancelled event of ${people} and as many who wait`,
    covo: `${Math.round(mailsPerSecond)}`,
    reference: '-',
    ratio: '-',
    budget: `≥ ${budget.mailsPerSecond}`,
    isMet: mailsPerSecond >= budget.mailsPerSecond,
  })
})
