import { anna, bruno } from '@covo/testing/cast'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const password = 'Tana-rossa9'

const resetBy = (token: string) =>
  app.visit().post('/api/auth/reset-password', { token, password, passwordConfirmation: password })

it('prints a link of the public origin that sets a password once, within an hour', async () => {
  const settings = await operatorSettings(app)
  const member = await app.as('anna')
  const { code, output } = await operate(
    { ...settings, COVO_URL: 'https://covo.example' },
    'reset-link',
    ' ANNA@esempio.it',
  )
  const [, token = ''] =
    /^For Anna Bassi \(.+\), once, within an hour:\nhttps:\/\/covo\.example\/reset-password#token=(operator-[\w-]{32})\n$/.exec(
      output,
    ) ?? []
  expect([code, token]).toEqual([0, expect.stringMatching(/./)])
  const { rows } = await sql<{ seconds: number; identifier: string }>`
    select extract(epoch from expires_at - now())::float as seconds, identifier from verifications
    where value = ${member.uid}`.execute(app.database)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.identifier).not.toContain(token)
  expect(Math.abs((rows[0]?.seconds ?? 0) - 3600)).toBeLessThan(120)

  expect((await resetBy(token)).status).toBe(204)
  expect((await resetBy(token)).status).toBe(410)
  const signedIn = await app.visit().post('/api/auth/login', { email: anna.email, password })
  expect(signedIn.status).toBe(200)
  expect((await member.fetch('/api/profiles/me')).status).toBe(401)
  // The operator says who they are; nobody has shown that they read the address's mail.
  const confirmed = app.database.selectFrom('users').select('id').where('email_verified', '=', true)
  expect(await confirmed.execute()).toEqual([])
})

it('warns where the link can’t be used', async () => {
  const settings = { ...(await operatorSettings(app)), PORT: '3210' }
  await app.as('bruno')
  await operate(settings, 'block', bruno.email)
  const { output } = await operate(settings, 'reset-link', bruno.email)
  expect(output).toMatch(
    /\nhttp:\/\/localhost:3210\/reset-password#.*\nCOVO_URL is not set: .*\nThey are blocked/,
  )
  const unknown = await operate(settings, 'reset-link', 'nessuno@esempio.it')
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringMatching(/^There is no member with/)])
})
