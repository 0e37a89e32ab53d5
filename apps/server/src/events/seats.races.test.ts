import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { atOnce, openRace, participate, seatsOf } from '../../test/seat-race.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })

const seats = 20
const members = 120

it('gives the seats once and queues the others without a hole, and never leaves a seat free while somebody waits', async () => {
  const { event, callers } = await openRace(app, members, seats)
  const answers = { joined: 0, waiting: 0, none: 0 }
  await atOnce(callers, async (caller) => {
    answers[(await participate(caller, event, 'PUT')).participation] += 1
  })
  expect(answers).toEqual({ joined: seats, waiting: members - seats, none: 0 })
  const full = await seatsOf(app.database, event)
  expect(full.numbers).toEqual(Array.from({ length: members - seats }, (_, index) => index + 1))
  expect(full.counts).toEqual({ joined: seats, waiting: members - seats })

  // Those with seats leave and others of the queue too; each second one comes back at once.
  const leaving = callers.filter(({ uid }, number) => full.joined.includes(uid) || number % 3 === 0)
  let isOver = false
  const faults: unknown[] = []
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await sql<{ joined: number; waiting: number }>`
        select participant_count as joined, waiting_count as waiting from events where id = ${event.id}
      `.execute(app.database)
      const [row] = rows
      if (!row || row.joined > seats || (row.waiting > 0 && row.joined < seats)) faults.push(row)
    }
  })()
  const returned: string[] = []
  await atOnce(leaving, async (caller) => {
    const left = await participate(caller, event, 'DELETE')
    expect(left.participation).toBe('none')
    if (leaving.indexOf(caller) % 2 === 0) return
    expect((await participate(caller, event, 'PUT')).participation).toBe('waiting')
    returned.push(caller.uid)
  })
  isOver = true
  await watching
  expect(faults).toEqual([])

  const after = await seatsOf(app.database, event)
  expect(after.joined).toHaveLength(seats)
  expect(new Set(after.numbers).size).toBe(after.numbers.length)
  expect(after.counts).toEqual({ joined: seats, waiting: after.queue.length })
  // Members who never left have kept their places before all who came back.
  const leftOnce = new Set(leaving.map(({ uid }) => uid))
  const expected = full.queue.filter((uid) => !leftOnce.has(uid)).slice(seats)
  expect(after.queue.slice(0, expected.length)).toEqual(expected)
  expect(after.queue.slice(expected.length).toSorted()).toEqual(returned.toSorted())
})
