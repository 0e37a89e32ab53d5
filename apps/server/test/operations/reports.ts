import { sql } from 'kysely'
import { createToken, hashToken } from '../../src/platform/random-token.ts'
import type { Samples } from './sample.ts'
import type { World } from './world.ts'

/** The token of a decision on somebody new. */
async function appealToken({ app, newcomer }: World): Promise<string> {
  const [{ uid }, token] = [await newcomer(), createToken()]
  await sql`
    insert into decisions (subject_kind, subject_id, member_id, action, rule, facts, appeal_hash)
    values ('member', ${uid}, ${uid}, 'empty', 1, 'Vende cose a tutti.', ${hashToken(token)})`.execute(
    app.database,
  )
  return token
}

export const reportSamples: Samples = {
  'POST /api/reports': {
    call: async ({ newcomer }) => ({
      body: { subject: { kind: 'member', id: (await newcomer()).uid }, reason: 'spam' },
    }),
  },
  'POST /api/appeals/statement': {
    by: 'visitor',
    call: async (world) => ({ body: { token: await appealToken(world) } }),
  },
  'POST /api/appeals': {
    by: 'visitor',
    call: async (world) => ({
      body: { token: await appealToken(world), text: 'Non è andata così, davvero.' },
    }),
  },
}
