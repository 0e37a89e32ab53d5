import { closeCodes } from '@covo/contract/realtime'
import { openLive } from '@covo/testing/live'
import { type Member, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'

const app = runTestApp()
const origins: string[] = []

beforeAll(async () => {
  origins.push(app.origin, await app.startAnother())
})

type Seat = { uid: string; desks: Visitor[] }

const endings: [string, (seat: Seat) => Promise<unknown>][] = [
  ['a logout here', ({ desks }) => desks[0]?.post('/api/auth/logout') as Promise<Response>],
  ['a logout there', ({ desks }) => desks[1]?.post('/api/auth/logout') as Promise<Response>],
  [
    'an operator’s hand',
    ({ uid }) => app.database.deleteFrom('sessions').where('user_id', '=', uid).execute(),
  ],
  [
    'the end of the account',
    async ({ uid }) => {
      await sql`delete from accounts where user_id = ${uid}::uuid`.execute(app.database)
      await app.database.deleteFrom('users').where('id', '=', uid).execute()
    },
  ],
]

it('ends open sockets at every server, and the cookie with them, by whatever ends the session (S-03)', async () => {
  const members = await app.members(endings.length * 3)
  const seats = await Promise.all(
    members.map(async ({ uid, cookie }) => {
      const desks = origins.map((origin) => visit(origin, { cookie: cookie() }))
      const sockets = desks.map((desk) => app.live(desk))
      await Promise.all(sockets.map((socket) => socket.watch('chat:generale')))
      return { uid, desks, sockets }
    }),
  )
  await Promise.all(seats.map((seat, index) => endings[index % endings.length]?.[1](seat)))
  for (const [index, { desks, sockets }] of seats.entries()) {
    const codes = await Promise.all(sockets.map((socket) => socket.closed()))
    const answers = await Promise.all(desks.map((desk) => desk.fetch('/api/profiles/me')))
    const name = endings[index % endings.length]?.[0]
    expect(codes, name).toEqual([closeCodes.sessionEnded, closeCodes.sessionEnded])
    expect(
      answers.map(({ status }) => status),
      name,
    ).toEqual([401, 401])
  }
})

it('refuses a socket whose session ends while it is being opened (S-03)', async () => {
  const members: Member[] = [await app.as('anna'), await app.as('bruno')]
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
