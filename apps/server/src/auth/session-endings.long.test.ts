import { closeCodes } from '@covo/contract/realtime'
import { figure } from '@covo/testing/figure'
import { type LiveClient, openLive } from '@covo/testing/live'
import { sendMessage } from '@covo/testing/member-actions'
import { register, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'

const unlimited = { points: 1_000_000, seconds: 60 }
const app = runTestApp({ limits: { messageBurst: unlimited, messagesSustained: unlimited } })

let origins: [first: string, second: string]
let isTalking = true
let traffic: Promise<void>

/** Somebody talks in the public room all the time, at both servers in turn. */
async function talk(): Promise<void> {
  const anna = await app.as('anna')
  const desks = origins.map((origin) => visit(origin, { cookie: anna.cookie() }))
  for (let index = 0; isTalking; index += 1) {
    const desk = desks[index % 2]
    if (desk) await sendMessage(desk, 'generale', `parola ${index}`)
  }
}

beforeAll(async () => {
  origins = [app.origin, await app.startAnother()]
  traffic = talk()
})

afterAll(async () => {
  isTalking = false
  await traffic
})

type Seat = { uid: string; sessionId: string; desks: Visitor[]; sockets: LiveClient[]; late: () => number }

/** A session that subscribes at both servers, and counts the news that it receives from a second after `endedAt` on. */
async function takeSeat(member: Visitor & { uid: string }, endedAt: () => number): Promise<Seat> {
  const desks = origins.map((origin) => visit(origin, { cookie: member.cookie() }))
  let late = 0
  const sockets = await Promise.all(
    desks.map(async (desk) => {
      const tab = app.live(desk)
      await tab.watch('chat:generale')
      tab.socket.on('message', () => {
        if (performance.now() > endedAt() + 1000) late += 1
      })
      return tab
    }),
  )
  const { id } = await app.database
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', member.uid)
    .executeTakeFirstOrThrow()
  return { uid: member.uid, sessionId: id, desks, sockets, late: () => late }
}

const endings: Record<string, (seat: Seat) => Promise<unknown>> = {
  'a logout here': ({ desks }) => desks[0]?.post('/api/auth/logout') as Promise<Response>,
  'a logout there': ({ desks }) => desks[1]?.post('/api/auth/logout') as Promise<Response>,
  'an operator’s hand': ({ sessionId }) =>
    app.database.deleteFrom('sessions').where('id', '=', sessionId).execute(),
  'the end of the account': async ({ uid }) => {
    await sql`delete from accounts where user_id = ${uid}::uuid`.execute(app.database)
    await app.database.deleteFrom('users').where('id', '=', uid).execute()
  },
}

it('ends open sockets at every server within a second, and the cookie with them (S-03)', async () => {
  const rounds = 20
  let late = 0
  let accepted = 0
  let slowest = 0
  for (let round = 0; round < rounds; round += 1) {
    let endedAt = Number.POSITIVE_INFINITY
    const seats = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const name = `posto ${round} ${index}`
        const email = `posto-${round}-${index}@esempio.it`
        return takeSeat(await register(app.origin, { name, email, password: 'Sedia-verde9' }), () => endedAt)
      }),
    )
    const [, end] = Object.entries(endings)[round % 4] as [string, (seat: Seat) => Promise<unknown>]
    const startedAt = performance.now()
    await Promise.all(seats.map(end))
    endedAt = performance.now()
    const codes = await Promise.all(seats.flatMap(({ sockets }) => sockets.map((socket) => socket.closed())))
    slowest = Math.max(slowest, performance.now() - startedAt)
    const answers = await Promise.all(
      seats.flatMap(({ desks }) => desks.map((desk) => desk.fetch('/api/profiles/me'))),
    )
    accepted += answers.filter(({ status }) => status !== 401).length
    expect(new Set(codes)).toEqual(new Set([closeCodes.sessionEnded]))
    late += seats.reduce((sum, seat) => sum + seat.late(), 0)
  }
  figure(
    'S-03',
    `${rounds * 10} sessions ended under traffic, 2 servers: ${late} frames after 1 s, ${accepted} old cookies accepted, all sockets closed after ${Math.round(slowest)} ms at most (ten at once)`,
  )
  expect({ late, accepted }).toEqual({ late: 0, accepted: 0 })
})

it('refuses a socket whose session ends while it is being opened (S-03)', async () => {
  isTalking = false
  await traffic
  const names = Array.from({ length: 4 }, (_, index) => `entrata-${index}`)
  const members = await Promise.all(
    names.map((name) =>
      register(app.origin, { name, email: `${name}@esempio.it`, password: 'Sedia-verde9' }),
    ),
  )
  const carla = await app.as('carla')
  const witness = app.live(carla)
  await witness.receive('live.welcome')
  const held = await app.database.transaction().execute(async (trx) => {
    // The session has been read by then; its member is read next, and has to wait.
    await sql`lock table users in access exclusive mode`.execute(trx)
    const sockets = members.map((member) => app.live(member))
    await waiting(trx, members.length)
    await app.database
      .deleteFrom('sessions')
      .where(
        'user_id',
        'in',
        [carla, ...members].map(({ uid }) => uid),
      )
      .execute()
    // By then the server has received the end of each session.
    await witness.closed()
    return sockets
  })
  const codes = await Promise.all(held.map((socket) => socket.closed()))
  figure(
    'S-03',
    `${codes.length} sockets opened while their session ended: ${codes.filter((code) => code !== closeCodes.sessionEnded).length} let in`,
  )
  expect(new Set(codes)).toEqual(new Set([closeCodes.sessionEnded]))
})

/** Resolves when as many statements wait for the lock. */
async function waiting(trx: DatabaseTransaction, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_locks where not granted and relation = 'users'::regclass
    `.execute(trx)
    if ((rows[0]?.count ?? 0) >= count) return
  }
}

it('finds the sessions that ended while the connection to the database was cut (S-03)', async () => {
  const dario = await app.as('dario')
  const tab = openLive(dario)
  await tab.receive('live.welcome')
  // Both at once: no notification of this end can arrive.
  await sql`
    with ended as (delete from sessions where user_id = ${dario.uid}::uuid returning id)
    select pg_terminate_backend(pid) from pg_stat_activity, (select count(*) from ended) as done
    where datname = current_database() and query like 'listen %' and pid <> pg_backend_pid()
  `.execute(app.database)
  expect(await tab.closed()).toBe(closeCodes.sessionEnded)
})
