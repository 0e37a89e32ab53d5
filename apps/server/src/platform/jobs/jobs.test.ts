import { waitUntil } from '@covo/testing/wait-until'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { operatorSettings } from '../../../test/operator-settings.ts'
import { runTestApp } from '../../../test/test-app.ts'
import { type OpenDatabase, openDatabase } from '../database/database.ts'
import { createLog } from '../log/log.ts'
import { addJob } from './jobs.store.ts'
import { hour, type Job, type NoPayload, PermanentFailure, type RunningJobs, startJobs } from './jobs.ts'

declare module './jobs.ts' {
  interface JobPayloads {
    'test.one': { number: number }
    'test.other': { number: number }
    'test.periodic': NoPayload
  }
}

const app = runTestApp()
const lines: string[] = []
const log = createLog('trace', { write: (line: string) => lines.push(line) })
const opened: OpenDatabase[] = []
const runners: RunningJobs[] = []

beforeAll(async () => {
  const { COVO_DATABASE_URL: connectionString } = await operatorSettings(app)
  for (const _process of [1, 2]) opened.push(openDatabase({ connectionString, max: 4 }, log))
})

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  await sql`delete from jobs where kind like 'test.%'`.execute(app.database)
  lines.length = 0
})

afterAll(() => Promise.all(opened.map((one) => one.close())))

type TestJobs = {
  'test.one'?: Job<{ number: number }>
  'test.other'?: Job<{ number: number }>
  'test.periodic'?: Job<NoPayload>
}

/** Runs the same jobs as two processes do. */
async function start(jobs: TestJobs): Promise<void> {
  for (const { database, pool } of opened)
    runners.push(await startJobs({ database, pool, jobs: [jobs], log }))
}

/** A job that notes each run, and whose runs end when the test has them end. */
function notedJob(end: () => Promise<unknown> = async () => {}) {
  const runs: number[] = []
  const run: Job<{ number: number }>['run'] = async ({ number }) => {
    runs.push(number)
    await end()
  }
  return { runs, run }
}

async function rowsOf(kind: string) {
  return await app.database.selectFrom('jobs').selectAll().where('kind', '=', kind).execute()
}

const untilGone = (kind: string) => waitUntil(async () => (await rowsOf(kind)).length === 0)

/** Makes the jobs due that wait for their next attempt, and ends the leases of processes that died. */
async function makeDue(): Promise<void> {
  await sql`update jobs set run_at = now() where kind like 'test.%'`.execute(app.database)
}

it('runs what a transaction added once it is committed, in one of two processes', async () => {
  const { runs, run } = notedJob()
  await start({ 'test.one': { run, concurrency: 3 } })
  await expect(
    app.database.transaction().execute(async (trx) => {
      await addJob(trx, 'test.one', { number: 0 })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await app.database.transaction().execute(async (trx) => {
    for (const number of Array(50).keys()) await addJob(trx, 'test.one', { number: number + 1 })
  })
  await untilGone('test.one')
  expect(runs.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  )
})

it('waits until the time that was given', async () => {
  const { runs, run } = notedJob()
  await start({ 'test.one': { run }, 'test.other': { run } })
  await addJob(app.database, 'test.one', { number: 1 }, { runAt: new Date(Date.now() + hour) })
  await addJob(app.database, 'test.other', { number: 2 })
  await untilGone('test.other')
  expect(runs).toEqual([2])
  await makeDue()
  await untilGone('test.one')
  expect(runs).toEqual([2, 1])
})

it('has one job for a key: it is replaced while it waits, and runs again when it was added while it ran', async () => {
  const finishers: (() => void)[] = []
  const { runs, run } = notedJob(() => new Promise<void>((end) => finishers.push(end)))
  const add = (number: number) => addJob(app.database, 'test.one', { number }, { key: 'the one' })
  for (const number of [1, 2, 3]) await add(number)
  await start({ 'test.one': { run, concurrency: 3 } })
  await waitUntil(() => runs.length === 1)
  await add(4)
  await add(5)
  expect(runs).toEqual([3])
  finishers[0]?.()
  await waitUntil(() => runs.length === 2)
  finishers[1]?.()
  await untilGone('test.one')
  expect(runs).toEqual([3, 5])
})

it('tries again later what failed, and gives it up after its attempts, in the log and in the counts', async () => {
  const { runs, run } = notedJob(() => Promise.reject(new Error('not now')))
  const givenUp: number[] = []
  const onGivenUp = async ({ number }: { number: number }) => givenUp.push(number)
  await start({ 'test.one': { run, attempts: 2, onGivenUp } })
  await addJob(app.database, 'test.one', { number: 1 }, { key: 'the one' })
  const [waiting] = await waitUntil(async () => {
    const rows = await rowsOf('test.one')
    return rows[0]?.lease === null && rows[0].attempts === 1 && rows
  })
  expect(waiting?.run_at.getTime()).toBeGreaterThan(Date.now() + 30_000)
  expect(runs).toEqual([1])
  await makeDue()
  await waitUntil(async () => (await rowsOf('test.one'))[0]?.failed_at)
  expect(givenUp).toEqual([1])
  await waitUntil(() => lines.some((line) => line.includes('job given up')))
  expect(lines.filter((line) => line.includes('job failed'))).toHaveLength(2)
  const sum = (read: (counts: ReturnType<RunningJobs['counts']>) => number) =>
    runners.reduce((total, runner) => total + read(runner.counts()), 0)
  expect([sum(({ failed }) => failed), sum((counts) => counts.givenUp)]).toEqual([2, 1])
  // Added again, it has all its attempts again.
  await addJob(app.database, 'test.one', { number: 2 }, { key: 'the one' })
  await waitUntil(() => runs.length === 3)
  expect(runs).toEqual([1, 1, 2])
})

it.each([
  ['at once after a run that failed', new Error('not now')],
  ['after a run that is given up', new PermanentFailure('never')],
])('runs what was added while it ran %s', async (_, failure) => {
  const runs: number[] = []
  let fail = () => {}
  const run = async ({ number }: { number: number }) => {
    runs.push(number)
    if (number === 1) await new Promise((_end, reject) => (fail = () => reject(failure)))
  }
  await start({ 'test.one': { run } })
  await addJob(app.database, 'test.one', { number: 1 }, { key: 'the one' })
  await waitUntil(() => runs.length === 1)
  await addJob(app.database, 'test.one', { number: 2 }, { key: 'the one' })
  fail()
  await untilGone('test.one')
  expect(runs).toEqual([1, 2])
})

it('does not repeat what would fail again', async () => {
  const { runs, run } = notedJob(() => Promise.reject(new PermanentFailure('never')))
  await start({ 'test.one': { run } })
  await addJob(app.database, 'test.one', { number: 1 })
  await waitUntil(async () => (await rowsOf('test.one'))[0]?.failed_at)
  await makeDue()
  await addJob(app.database, 'test.one', { number: 2 })
  await waitUntil(() => runs.length === 2)
  expect(runs).toEqual([1, 2])
})

it('runs what a process left that died, unless that was the last attempt', async () => {
  const { runs, run } = notedJob()
  const givenUp: number[] = []
  await addJob(app.database, 'test.one', { number: 1 })
  await addJob(app.database, 'test.one', { number: 2 })
  await sql`
    update jobs set lease = gen_random_uuid(), run_at = now() - interval '1 second',
      attempts = case when payload ->> 'number' = '1' then 1 else 3 end
    where kind = 'test.one'`.execute(app.database)
  await addJob(app.database, 'test.other', { number: 3 })
  await sql`update jobs set lease = gen_random_uuid(), attempts = 1 where kind = 'test.other'`.execute(
    app.database,
  )
  const onGivenUp = async ({ number }: { number: number }) => givenUp.push(number)
  await start({ 'test.one': { run, attempts: 3, onGivenUp } })
  await waitUntil(() => givenUp.length === 1 && runs.length === 1)
  expect([runs, givenUp]).toEqual([[1], [2]])
})

it('runs one periodic job for all processes, at each start and again and again, also after a failure', async () => {
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 1) throw new Error('the first time')
  }
  await start({ 'test.periodic': { run, every: hour } })
  await waitUntil(async () => runs > 0 && (await rowsOf('test.periodic'))[0]?.lease === null)
  expect(await rowsOf('test.periodic')).toHaveLength(1)
  const untilNextRun = () =>
    waitUntil(async () => {
      const [row] = await rowsOf('test.periodic')
      const untilNext = (row?.run_at.getTime() ?? 0) - Date.now()
      return row?.lease === null && row.attempts === 0 && untilNext > 0.9 * hour && untilNext
    })
  await makeDue()
  expect(await untilNextRun()).toBeLessThan(1.1 * hour)
  const before = runs
  expect(before).toBeGreaterThan(1)
  await start({ 'test.periodic': { run, every: hour } })
  await waitUntil(() => runs > before)
})

it('runs a kind while all room of another is taken', async () => {
  let end = () => {}
  const slow = notedJob(() => new Promise<void>((ended) => (end = ended)))
  const quick = notedJob()
  for (const number of [1, 2, 3, 4, 5]) await addJob(app.database, 'test.one', { number })
  const { pool, database } = opened[0] as OpenDatabase
  const jobs = { 'test.one': { run: slow.run }, 'test.other': { run: quick.run } }
  runners.push(await startJobs({ database, pool, jobs: [jobs], log }))
  for (const number of [1, 2, 3]) await addJob(app.database, 'test.other', { number })
  await untilGone('test.other')
  expect(quick.runs).toEqual([1, 2, 3])
  expect(slow.runs).toHaveLength(1)
  end()
})

it('leaves what a stop interrupts to the next process, as if it had not been tried', async () => {
  const seen: number[] = []
  const run: Job<{ number: number }>['run'] = ({ number }, { signal }) => {
    seen.push(number)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  await start({ 'test.one': { run } })
  await addJob(app.database, 'test.one', { number: 1 })
  await waitUntil(() => seen.length === 1)
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  const [left] = await rowsOf('test.one')
  expect(left).toMatchObject({ attempts: 0, lease: null, failed_at: null })
  expect(lines.filter((line) => line.includes('job failed'))).toEqual([])
  const { runs, run: next } = notedJob()
  await start({ 'test.one': { run: next } })
  await untilGone('test.one')
  expect(runs).toEqual([1])
})

it('runs nothing that it claims while it stops', async () => {
  let lateRuns = 0
  const run: Job<{ number: number }>['run'] = async (_, { signal }) => {
    if (signal.aborted) lateRuns += 1
    else await new Promise((resolve) => signal.addEventListener('abort', resolve))
    signal.throwIfAborted()
  }
  // Whether a claim is under way when the stop comes is chance.
  for (let round = 0; round < 20; round += 1) {
    await start({ 'test.one': { run } })
    await addJob(app.database, 'test.one', { number: round }, { key: 'the one' })
    await Promise.all(runners.splice(0).map((runner) => runner.stop()))
    expect(await rowsOf('test.one')).toMatchObject([{ attempts: 0, lease: null }])
  }
  expect(lateRuns).toBe(0)
})

it('deletes failed jobs after a week, and those that no release runs', async () => {
  await sql`
    insert into jobs (kind, payload, run_at, failed_at) values
      ('test.one', '{"number": 1}', now(), now() - interval '8 days'),
      ('test.one', '{"number": 2}', now(), now() - interval '6 days'),
      ('test.other', '{"number": 3}', now() - interval '8 days', null),
      ('test.other', '{"number": 4}', now() + interval '8 days', null)`.execute(app.database)
  await addJob(app.database, 'jobs.purge', {}, { key: '' })
  const left = () =>
    app.database.selectFrom('jobs').select('payload').where('kind', 'like', 'test.%').execute()
  await waitUntil(async () => (await left()).length === 2)
  expect((await left()).map(({ payload }) => (payload as { number: number }).number).toSorted()).toEqual([
    2, 4,
  ])
})
