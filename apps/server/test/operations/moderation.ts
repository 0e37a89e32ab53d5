import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Sample, Samples } from './sample.ts'
import type { World } from './world.ts'

/** There is no such operation but for a moderator, who has a second factor. */
const byModerator: Sample = {
  by: 'moderator',
  refuses: { stranger: 404, pending: 404, friend: 404, owner: 404 },
}

/** Somebody new whom the friend has reported. */
async function reported({ app, members, newcomer }: World) {
  const [id, { uid }] = [randomUUID(), await newcomer()]
  await sql`
    insert into reports (id, reporter_id, subject_kind, subject_id, member_id, reason, details, snapshot)
    values (${id}, ${members.friend.uid}, 'member', ${uid}, ${uid}, 'spam', '', '{"kind": "member", "name": "", "fields": {}}')`.execute(
    app.database,
  )
  return { at: { id } }
}

/** Somebody new who appealed against a decision, which is over. */
async function appealed({ app, newcomer }: World) {
  const [id, { uid }] = [randomUUID(), await newcomer()]
  await sql`
    insert into decisions (id, subject_kind, subject_id, member_id, action, rule, facts, suspended_until)
    values (${id}, 'member', ${uid}, ${uid}, 'suspend', 1, 'Vende cose.', now())`.execute(app.database)
  await app.database.insertInto('appeals').values({ decision_id: id, text: 'Non è andata così.' }).execute()
  return { at: { id } }
}

export const moderationSamples: Samples = {
  'GET /api/moderation/reports': byModerator,
  'GET /api/moderation/reports/{id}': { ...byModerator, call: reported },
  'GET /api/moderation/appeals': byModerator,
  'GET /api/moderation/log': byModerator,
  'POST /api/moderation/reports/{id}/decision': {
    ...byModerator,
    call: async (world) => ({ ...(await reported(world)), body: { action: 'none' } }),
  },
  'POST /api/moderation/decisions/{id}/revert': {
    ...byModerator,
    call: async (world) => ({ ...(await appealed(world)), body: { facts: 'Era una decisione sbagliata.' } }),
  },
  'POST /api/moderation/appeals/{id}/answer': {
    ...byModerator,
    call: async (world) => ({
      ...(await appealed(world)),
      body: { accept: false, facts: 'La decisione resta com’è.' },
    }),
  },
}
