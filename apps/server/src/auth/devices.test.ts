import { randomUUID } from 'node:crypto'
import type { Device } from '@covo/contract/auth/devices.routes'
import { closeCodes } from '@covo/contract/realtime'
import { figure } from '@covo/testing/figure'
import { registerNewcomer, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const path = '/api/account/sessions'
const password = 'Tana-rossa1'
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

const newcomer = () => registerNewcomer(app.origin)

async function signIn(email: string, headers = {}): Promise<Visitor> {
  const visitor = app.visit()
  await visitor.post('/api/auth/login', { email, password }, headers)
  return visitor
}

const listOf = async (member: Visitor) => (await member.read<{ sessions: Device[] }>(path)).sessions
const statusOf = async (visitor: Visitor) => (await visitor.fetch('/api/profiles/me')).status
const today = () => new Date().toISOString().slice(0, 10)

it('are listed to the member alone, the own one first, then by the last use', async () => {
  const member = await newcomer()
  await signIn(member.email, firefox)
  await signIn(member.email)
  await sql`
    update sessions set last_used_on = current_date - 3
    where user_id = ${member.uid} and device = ''
      and created_at = (select max(created_at) from sessions where user_id = ${member.uid})
  `.execute(app.database)
  await newcomer()
  const sessions = await listOf(member)
  expect(sessions.map(({ device, method, isCurrent }) => ({ device, method, isCurrent }))).toEqual([
    { device: '', method: 'password', isCurrent: true },
    { device: 'Firefox su Linux', method: 'password', isCurrent: false },
    { device: '', method: 'password', isCurrent: false },
  ])
  expect(sessions[0]?.lastUsedOn).toBe(today())
  const { rows } = await sql`select user_agent, ip_address from sessions`.execute(app.database)
  expect(JSON.stringify(rows)).not.toContain('Mozilla')
})

it('know the day of their last use', async () => {
  const member = await newcomer()
  await sql`update sessions set last_used_on = '2001-01-01' where user_id = ${member.uid}`.execute(
    app.database,
  )
  const elsewhere = await app.startAnother()
  expect((await listOf(visit(elsewhere, { cookie: member.cookie() })))[0]?.lastUsedOn).toBe(today())
})

it('are out at once when one is ended, its socket at another process too (S-03)', async () => {
  const member = await newcomer()
  const [lost, kept] = [await signIn(member.email, firefox), await signIn(member.email)]
  const elsewhere = visit(await app.startAnother(), { cookie: lost.cookie() })
  const sockets = [app.live(lost), app.live(elsewhere)]
  await Promise.all(sockets.map((socket) => socket.receive('live.welcome')))
  const id = (await listOf(member)).find(({ device }) => device !== '')?.id
  const startedAt = performance.now()
  expect((await member.delete(`${path}/${id}`)).status).toBe(204)
  expect(await Promise.all(sockets.map((socket) => socket.closed()))).toEqual([
    closeCodes.sessionEnded,
    closeCodes.sessionEnded,
  ])
  expect([await statusOf(lost), await statusOf(elsewhere)]).toEqual([401, 401])
  figure(
    'S-03',
    `a device is out ${Math.round(performance.now() - startedAt)} ms after it was ended elsewhere`,
  )
  expect([await statusOf(member), await statusOf(kept)]).toEqual([200, 200])
  expect((await member.delete(`${path}/${id}`)).status).toBe(204)
})

it('end all but the own one at once', async () => {
  const member = await newcomer()
  const others = [await signIn(member.email), await signIn(member.email)]
  const stranger = await newcomer()
  const answer = await member.delete(path)
  expect([answer.status, await answer.json()]).toEqual([200, { ended: 2 }])
  expect(await Promise.all([...others, member, stranger].map(statusOf))).toEqual([401, 401, 200, 200])
  expect(await (await member.delete(path)).json()).toEqual({ ended: 0 })
})

it('are not ended by somebody else, nor the own one (S-01)', async () => {
  const [member, stranger] = [await newcomer(), await newcomer()]
  const [own] = await listOf(member)
  for (const [caller, id] of [
    [stranger, own?.id],
    [member, own?.id],
    [member, randomUUID()],
  ] as const) {
    const answer = await caller.delete(`${path}/${id}`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'account.session_not_found' }])
  }
  expect(await statusOf(member)).toBe(200)
})

it('are not ended by a session that is only found open (S-01)', async () => {
  const member = await newcomer()
  const other = await signIn(member.email)
  await sql`update sessions set confirmed_at = now() - interval '11 minutes'`.execute(app.database)
  const [, device] = await listOf(member)
  for (const target of [path, `${path}/${device?.id}`]) {
    const answer = await member.delete(target)
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'account.confirmation_needed' }])
  }
  expect(await statusOf(other)).toBe(200)
  await member.post('/api/account/confirmation', { password })
  expect((await member.delete(path)).status).toBe(200)
  expect(await statusOf(other)).toBe(401)
})
