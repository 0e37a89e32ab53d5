import { randomUUID } from 'node:crypto'
import { waitForMails } from '@covo/testing/outbox'
import { createPasskey } from '@covo/testing/passkey'
import { codeOfStep } from '../../src/auth/one-time-codes.ts'
import { createPasskeyChallenges } from '../../src/auth/passkey-challenges.ts'
import { createToken, hashToken } from '../../src/platform/random-token.ts'
import { testSecret } from '../signed-in-members.ts'
import type { Call, Samples } from './sample.ts'
import { addSecondFactor, seed } from './second-factor.ts'
import { type Person, password, type World } from './world.ts'

const byNewcomer = async (world: World): Promise<Call> => ({ by: await world.newcomer() })

/** The token of a link that was mailed to a member. */
export async function mailLink(
  world: World,
  { uid, email }: Person,
  kind: 'verify' | 'change' | 'revert',
): Promise<string> {
  const token = createToken()
  await world.app.database
    .insertInto('mail_links')
    .values({
      token_hash: hashToken(token),
      kind,
      user_id: uid,
      email: kind === 'verify' ? email : `altra-${email}`,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  return token
}

async function withSecondFactor(world: World): Promise<Call> {
  const by = await world.newcomer()
  await addSecondFactor(world, by.uid, true)
  return { by }
}

/** A passkey of the owner's, by its id. */
async function ownPasskey({ app, members }: World): Promise<Call> {
  const { id } = await app.database
    .insertInto('passkeys')
    .values({
      user_id: members.owner.uid,
      credential_id: randomUUID(),
      public_key: Buffer.from(''),
      counter: 0,
      is_backed_up: false,
      transports: [],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { at: { id } }
}

/** A new passkey of a member, and the page's answer that adds it. */
export function newPasskey(world: World, uid: string) {
  const passkey = createPasskey(world.app.origin)
  const user = { id: Buffer.from(uid.replaceAll('-', ''), 'hex').toString('base64url') }
  const challenge = createPasskeyChallenges(testSecret).make({ newOf: uid })
  return { passkey, response: passkey.register({ challenge, rp: { id: 'localhost' }, user }) }
}

export const accountSamples: Samples = {
  'GET /api/account': {},
  'POST /api/account/verification-mail': { call: byNewcomer },
  'POST /api/account/confirmation': {
    call: async (world) => ({ by: await world.newcomer(), body: { password } }),
  },
  'POST /api/account/password': {
    call: async (world) => {
      const changed = { password: 'Tana-gialla7', passwordConfirmation: 'Tana-gialla7' }
      return { by: await world.newcomer(), body: { currentPassword: password, ...changed } }
    },
  },
  'GET /api/account/sessions': {},
  'DELETE /api/account/sessions': {
    call: async (world) => {
      const by = await world.newcomer()
      await world.signIn(by)
      return { by }
    },
  },
  'DELETE /api/account/sessions/{id}': {
    call: async ({ app, members }) => {
      const { id } = await app.database
        .insertInto('sessions')
        .values({
          user_id: members.owner.uid,
          token: randomUUID(),
          expires_at: new Date(Date.now() + 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { at: { id } }
    },
    refuses: { stranger: 404, pending: 404, friend: 404, moderator: 404 },
  },
  'POST /api/account/second-factor': { call: byNewcomer },
  'PUT /api/account/second-factor': {
    call: async (world) => {
      const by = await world.newcomer()
      await addSecondFactor(world, by.uid, false)
      return { by, body: { code: codeOfStep(seed, Math.floor(Date.now() / 30_000)) } }
    },
  },
  'DELETE /api/account/second-factor': { call: withSecondFactor },
  'POST /api/account/recovery-codes': { call: withSecondFactor },
  'POST /api/account/passkeys/options': {},
  'POST /api/account/passkeys': {
    call: async (world) => {
      const by = await world.newcomer()
      return { by, body: { response: newPasskey(world, by.uid).response } }
    },
  },
  'PATCH /api/account/passkeys/{id}': {
    call: async (world) => ({ ...(await ownPasskey(world)), body: { name: 'Telefono' } }),
  },
  'DELETE /api/account/passkeys/{id}': { call: ownPasskey },
  'POST /api/account/email': {
    call: async (world) => {
      const by = await world.newcomer()
      return { by, body: { email: `nuova-${by.email}` } }
    },
  },
  'DELETE /api/account/email': {
    call: async (world) => {
      const by = await world.newcomer()
      await mailLink(world, by, 'change')
      return { by }
    },
  },
  'POST /api/account/email/confirm': {
    by: 'visitor',
    call: async (world) => ({ body: { token: await mailLink(world, await world.newcomer(), 'verify') } }),
  },
  'POST /api/account/email/revert': {
    by: 'visitor',
    call: async (world) => ({ body: { token: await mailLink(world, await world.newcomer(), 'revert') } }),
  },
  'GET /api/account/deletion': {},
  'POST /api/account/deletion': {
    call: async (world) => ({ by: await world.newcomer(), body: { eraseTexts: true } }),
  },
  'GET /api/account/export': {},
  'GET /api/account/export/files': {},
  'POST /api/account/export': { call: byNewcomer },
  'GET /api/account/export/file': {
    call: async (world) => {
      const by = await world.newcomer()
      await by.post('/api/account/export')
      await waitForMails(world.app.outbox, by.email)
      return { by }
    },
  },
}
