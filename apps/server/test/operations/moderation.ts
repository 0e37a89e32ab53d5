import { randomUUID } from 'node:crypto'
import { uploadFile } from '@covo/testing/member-actions'
import { sql } from 'kysely'
import type { Sample, Samples } from './sample.ts'
import type { World } from './world.ts'

/** There is no such operation but for a moderator, who has a second factor. */
export const byModerator: Sample = {
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

/** A file of a message that the friend has reported. */
async function reportedFile(world: World) {
  const { app, members, conversationId } = world
  await app.database.deleteFrom('uploads').execute()
  const file = { name: 'prova.txt', bytes: Buffer.from('una prova') }
  const { id: fileId } = await uploadFile(members.owner, conversationId, file)
  const { at } = await reported(world)
  await sql`
    insert into report_files (report_id, id, name, size, sha256)
    select ${at.id}, id, name, size, sha256 from uploads where id = ${fileId}`.execute(app.database)
  return { at: { ...at, fileId } }
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
  'GET /api/moderation/reports/{id}/files/{fileId}': { ...byModerator, call: reportedFile },
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
