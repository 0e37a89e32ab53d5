import { bruno } from '@covo/testing/cast'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

it('lets a member in who lost app and recovery codes', async () => {
  const settings = await operatorSettings(app)
  const member = await app.as('bruno')
  await app.database
    .insertInto('second_factors')
    .values({ user_id: member.uid, sealed_seed: Buffer.from(''), key_id: '', is_on: true })
    .execute()
  await app.database.insertInto('recovery_codes').values({ user_id: member.uid, code_hash: 'a' }).execute()
  const signIn = async () => (await app.visit().post('/api/auth/login', bruno)).json()
  expect(await signIn()).toHaveProperty('secondFactor')

  const removed = await operate(settings, 'remove-second-factor', bruno.email)
  expect([removed.code, removed.output]).toEqual([0, expect.stringContaining('Off: the second factor of ')])
  expect(await signIn()).toEqual({ uid: member.uid })
  expect(await member.read('/api/notifications')).toMatchObject({
    notifications: [{ kind: 'factor_off', device: '' }],
  })
  const again = await operate(settings, 'remove-second-factor', member.uid)
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('Was off: ')])
})
