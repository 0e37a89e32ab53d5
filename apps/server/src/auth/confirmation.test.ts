import { anna, bruno, carla } from '@covo/testing/cast'
import type { Member, Visitor } from '@covo/testing/visitor'
import { visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { isSessionConfirmed } from './auth.store.ts'

const app = runTestApp({ limits: { wrongPasswordsPerAccountAndAddress: { points: 3, seconds: 600 } } })

const confirm = (member: Visitor, password: string) => member.post('/api/account/confirmation', { password })
const statusOf = async (visitor: Visitor) => (await visitor.fetch('/api/profiles/me')).status
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code

async function sessionOf({ uid }: Member): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from sessions where user_id = ${uid}`.execute(
    app.database,
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.id ?? ''
}

const age = (sessionId: string, minutes: number) =>
  sql`update sessions set confirmed_at = now() - ${minutes} * interval '1 minute' where id = ${sessionId}`.execute(
    app.database,
  )

it('is given by a sign-in, and by the password, for ten minutes', async () => {
  const member = await app.as('anna')
  const sessionId = await sessionOf(member)
  expect(await isSessionConfirmed(app.database, sessionId)).toBe(true)
  await age(sessionId, 9)
  expect(await isSessionConfirmed(app.database, sessionId)).toBe(true)
  await age(sessionId, 10)
  expect(await isSessionConfirmed(app.database, sessionId)).toBe(false)
  expect((await confirm(member, anna.password)).status).toBe(204)
  expect(await isSessionConfirmed(app.database, sessionId)).toBe(true)
})

it('keeps the session and its sockets, and voids its old cookie at every process (S-03)', async () => {
  const member = await app.as('bruno')
  const other = await app.startAnother()
  const sessionId = await sessionOf(member)
  const tab = app.live(member)
  await tab.receive('live.welcome')
  const [oldHere, oldThere] = [app.origin, other].map((origin) => visit(origin, { cookie: member.cookie() }))
  if (!oldHere || !oldThere) throw new Error('nobody')
  // Both processes hold it by then.
  expect([await statusOf(oldHere), await statusOf(oldThere)]).toEqual([200, 200])

  expect((await confirm(member, bruno.password)).status).toBe(204)
  expect(await statusOf(oldHere)).toBe(401)
  await expect.poll(() => statusOf(oldThere)).toBe(401)
  expect(await statusOf(member)).toBe(200)
  expect(await statusOf(visit(other, { cookie: member.cookie() }))).toBe(200)
  expect(await sessionOf(member)).toBe(sessionId)
  expect(await tab.watch('chat:generale')).toBe(0)
})

it('counts wrong passwords as those of a sign-in, and leaves the session as it is', async () => {
  const member = await app.as('carla')
  const sessionId = await sessionOf(member)
  await age(sessionId, 60)
  const cookie = member.cookie()
  for (const wrong of ['', 'sbagliata', 'x'.repeat(1000)]) {
    const answer = await confirm(member, wrong)
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'account.confirmation_failed'])
  }
  const limited = await confirm(member, carla.password)
  expect([limited.status, await codeOf(limited)]).toEqual([429, 'auth.too_many_attempts'])
  expect((await app.visit().post('/api/auth/login', carla)).status).toBe(429)
  expect(member.cookie()).toBe(cookie)
  expect(await isSessionConfirmed(app.database, sessionId)).toBe(false)
})

it('fails for a member without a password', async () => {
  const member = await app.as('dario')
  await sql`delete from accounts where user_id = ${member.uid}`.execute(app.database)
  const answer = await confirm(member, 'qualunque')
  expect([answer.status, await codeOf(answer)]).toEqual([403, 'account.confirmation_failed'])
})
