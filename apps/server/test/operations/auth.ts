import { randomUUID } from 'node:crypto'
import { tokenMailedTo, waitForMails } from '@covo/testing/outbox'
import { createPasskeyChallenges } from '../../src/auth/passkey-challenges.ts'
import { createToken, hashToken } from '../../src/platform/random-token.ts'
import { testSecret } from '../signed-in-members.ts'
import { newPasskey } from './account.ts'
import type { Samples } from './sample.ts'
import { addSecondFactor, recoveryCode } from './second-factor.ts'
import { password, type World } from './world.ts'

/** The token of a mailed link to set another password, of somebody new. */
async function resetToken({ app, newcomer }: World): Promise<string> {
  const { email } = await newcomer()
  await app.visit().post('/api/auth/reset-mail', { email })
  return await tokenMailedTo(app.outbox, email)
}

export const authSamples: Samples = {
  'POST /api/auth/register': {
    by: 'visitor',
    call: () => {
      const email = `${randomUUID()}@altrove.it`
      return { body: { email, username: '', password, passwordConfirmation: password } }
    },
  },
  'POST /api/auth/login': {
    by: 'visitor',
    call: ({ members }) => ({ body: { email: members.owner.email, password } }),
  },
  'POST /api/auth/second-factor': {
    by: 'visitor',
    call: async (world) => {
      const [{ uid }, challenge] = [await world.newcomer(), createToken()]
      await addSecondFactor(world, uid, true)
      await world.app.database
        .insertInto('sign_in_challenges')
        .values({
          token_hash: hashToken(challenge),
          user_id: uid,
          method: 'password',
          expires_at: new Date(Date.now() + 3_600_000),
        })
        .execute()
      return { body: { challenge, code: recoveryCode } }
    },
  },
  'POST /api/auth/passkey/options': { by: 'visitor' },
  'POST /api/auth/passkey': {
    by: 'visitor',
    call: async (world) => {
      const { uid, email, post } = await world.newcomer()
      const { passkey, response } = newPasskey(world, uid)
      await post('/api/account/passkeys', { response })
      await waitForMails(world.app.outbox, email)
      const challenge = createPasskeyChallenges(testSecret).make('sign-in')
      return { body: { response: passkey.assert({ challenge, rpId: 'localhost' }) } }
    },
  },
  'POST /api/auth/reset-mail': {
    by: 'visitor',
    call: async (world) => ({ body: { email: (await world.newcomer()).email } }),
  },
  'POST /api/auth/reset-link': {
    by: 'visitor',
    call: async (world) => ({ body: { token: await resetToken(world) } }),
  },
  'POST /api/auth/reset-password': {
    by: 'visitor',
    call: async (world) => {
      const changed = { password: 'Tana-nuova1', passwordConfirmation: 'Tana-nuova1' }
      return { body: { token: await resetToken(world), ...changed } }
    },
  },
  'GET /api/auth/provider': { by: 'visitor', call: () => ({ query: { attempt: randomUUID() } }) },
  'GET /api/auth/callback/external': { by: 'visitor', call: () => ({ query: { code: 'x', state: 'y' } }) },
  'POST /api/auth/logout': { by: 'visitor', call: async (world) => ({ by: await world.newcomer() }) },
}
