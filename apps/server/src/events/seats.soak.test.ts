import { figure } from '@covo/testing/figure'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openRace, seatsOf } from '../../test/seat-race.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import { seatsGiven } from './events.news.ts'
import { promoteWaiting } from './seats.store.ts'

const app = runTestApp({ limits: unlimited })

it('promotes 50,000 who wait in less than 10 seconds, with the news of each', async () => {
  const { event } = await openRace(app, 0, 1)
  const preparedAt = performance.now()
  // In parts, as a statement may take only so long.
  for (let last = 2000; last <= 50_000; last += 2000)
    await sql`
      with people as (
        insert into users (id, display_name, display_name_chosen, email)
        select gen_random_uuid(), 'Attesa ' || number, true, 'attesa.' || number || '@esempio.it'
        from generate_series(${last - 1999}::integer, ${last}::integer) as number
        returning id
      )
      insert into event_participants (event_id, user_id, state, queue_number)
      select ${event.id}, id, 'waiting', ${last - 2000}::integer + row_number() over () from people
    `.execute(app.database)
  await sql`update events set waiting_count = 50000, next_queue_number = 50001 where id = ${event.id}`.execute(
    app.database,
  )
  const startedAt = performance.now()
  const promoted = await app.database.transaction().execute(async (trx) => {
    await trx.updateTable('events').set({ capacity: null }).where('id', '=', event.id).execute()
    const uids = await promoteWaiting(trx, event.id)
    await recordNews(trx, seatsGiven(event, uids))
    return uids
  })
  const seconds = (performance.now() - startedAt) / 1000
  const preparing = (startedAt - preparedAt) / 1000
  figure(
    'R-12',
    `50,000 who waited got their seats by one change in ${seconds.toFixed(1)} s, stored in ${preparing.toFixed(1)} s`,
  )
  expect(promoted).toHaveLength(50_000)
  expect((await seatsOf(app.database, event)).counts).toEqual({ joined: 50_000, waiting: 0 })
  // A machine so busy that it takes longer to store them takes longer for this too.
  expect(seconds).toBeLessThan(Math.max(10, preparing / 2))
})
