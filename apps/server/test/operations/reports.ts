import { sql } from 'kysely'
import { createToken, hashToken } from '../../src/platform/random-token.ts'
import type { Samples } from './sample.ts'

export const reportSamples: Samples = {
  'POST /api/reports': {
    call: async ({ newcomer }) => ({
      body: { subject: { kind: 'member', id: (await newcomer()).uid }, reason: 'spam' },
    }),
  },
  'POST /api/appeals': {
    by: 'visitor',
    call: async ({ app, newcomer }) => {
      const [{ uid }, token] = [await newcomer(), createToken()]
      await sql`
        insert into decisions (subject_kind, subject_id, member_id, action, rule, facts, appeal_hash)
        values ('member', ${uid}, ${uid}, 'empty', 1, 'Vende cose a tutti.', ${hashToken(token)})`.execute(
        app.database,
      )
      return { body: { token, text: 'Non è andata così, davvero.' } }
    },
  },
}
