import { closeCodes } from '@covo/contract/realtime'
import { anna, carla, dario } from '@covo/testing/cast'
import { sendMessage } from '@covo/testing/member-actions'
import { visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

async function signIn(email: string, password: string): Promise<[number, unknown]> {
  const answer = await app.visit().post('/api/auth/login', { email, password })
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}

it('ends all sessions of a member at once, reveals the block to the right password alone, and can be undone', async () => {
  const settings = await operatorSettings(app)
  const member = await app.as('dario')
  const other = await app.as('anna')
  const written = await sendMessage(member, 'generale', 'Resta.')
  expect(written.status).toBe(201)
  const second = app.visit()
  await second.post('/api/auth/login', { email: dario.email, password: dario.password })
  const sockets = [app.live(member), app.live(second)]
  for (const socket of sockets) await socket.receive('live.welcome')
  const unharmed = app.live(other)
  await unharmed.receive('live.welcome')

  const blocked = await operate(settings, 'block', ' Dario@Esempio.it ')
  expect(blocked.output).toBe(`Blocked: Dario Elmi (dario@esempio.it, ${member.uid}). Sessions ended: 2.\n`)
  expect(blocked.code).toBe(0)
  for (const socket of sockets) expect(await socket.closed()).toBe(closeCodes.sessionEnded)
  for (const visitor of [member, second]) expect((await visitor.fetch('/api/profiles/me')).status).toBe(401)

  expect(await signIn(dario.email, dario.password)).toEqual([403, 'auth.account_blocked'])
  expect(await signIn(dario.email, 'indovinata')).toEqual([401, 'auth.invalid_credentials'])
  const { rows } = await app.database
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', member.uid)
    .execute()
    .then((rows) => ({ rows }))
  expect(rows).toEqual([])

  const page = await (await other.fetch('/api/chat/generale/messages')).text()
  expect(page).toContain('Resta.')
  expect((await other.fetch('/api/profiles/me')).status).toBe(200)
  expect(unharmed.socket.readyState).toBe(unharmed.socket.OPEN)

  const unblocked = await operate(settings, 'unblock', member.uid)
  expect(unblocked.output).toBe(`Unblocked: Dario Elmi (dario@esempio.it, ${member.uid}).\n`)
  expect(await signIn(dario.email, dario.password)).toEqual([200, undefined])
})

it('lets a session that began at the same instant count as none', async () => {
  const member = await app.as('carla')
  await app.database
    .updateTable('users')
    .set({ blocked_at: new Date() })
    .where('id', '=', member.uid)
    .execute()
  expect((await member.fetch('/api/profiles/me')).status).toBe(401)
  expect((await visit(app.origin, { cookie: member.cookie() }).fetch('/api/chat/unread')).status).toBe(401)
  expect(await app.live(member).closed()).toBe(closeCodes.sessionEnded)
  expect(await signIn(carla.email, carla.password)).toEqual([403, 'auth.account_blocked'])
})

it('fails for an unknown member', async () => {
  const settings = await operatorSettings(app)
  const answers = await Promise.all(
    ['nessuno@esempio.it', "' or true --", crypto.randomUUID()].map((who) => operate(settings, 'block', who)),
  )
  for (const { code, output } of answers) {
    expect(code).toBe(1)
    expect(output).toMatch(/^There is no member with the email or uid .+\.\n$/)
  }
  expect(await signIn(anna.email, anna.password)).toEqual([200, undefined])
})
