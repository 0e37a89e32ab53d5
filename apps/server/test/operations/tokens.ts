import { webhookPath } from '@covo/contract/tokens/bots.rules'
import { makeBot, makeToken, makeWebhook } from '@covo/testing/member-actions'
import { sql } from 'kysely'
import type { Sample, Samples } from './sample.ts'
import type { World } from './world.ts'

/** A new webhook of the owner's bot, in the place of the one before: a bot has at most five. */
async function newWebhook({ app, members, botId }: World) {
  await sql`delete from tokens where is_webhook and user_id = ${botId}`.execute(app.database)
  const path = await makeWebhook(members.owner, { uid: botId })
  const { id } = await app.database
    .selectFrom('tokens')
    .select('id')
    .where('user_id', '=', botId)
    .where('is_webhook', '=', true)
    .executeTakeFirstOrThrow()
  return { path, at: { uid: botId, id } }
}

const ofBot: Sample = {
  call: async ({ botId, subjectSlug, members }) => {
    await members.owner.put(`/api/rooms/${subjectSlug}/membership`)
    return { at: { uid: botId, slug: subjectSlug } }
  },
  refuses: { stranger: 404, pending: 404, friend: 404, moderator: 404 },
}

/** A member has at most three bots, and twenty tokens. */
export const tokenSamples: Samples = {
  'GET /api/tokens': {},
  'POST /api/tokens': {
    call: async ({ newcomer }) => ({
      by: await newcomer(),
      body: { name: 'Bot', scopes: ['chat:read'], expiresInDays: null },
    }),
  },
  'DELETE /api/tokens/{id}': {
    call: async ({ newcomer }) => {
      const by = await newcomer()
      return { by, at: { id: (await makeToken(by, 'chat:read')).token.id } }
    },
  },
  'GET /api/bots': {},
  'POST /api/bots': {
    call: async ({ newcomer }) => {
      const by = await newcomer()
      const body = { name: `Bot ${by.uid.slice(0, 8)}`, scopes: ['chat:read'], expiresInDays: null }
      return { by, body }
    },
  },
  'POST /api/bots/{uid}/token': {
    call: ({ botId }) => ({ at: { uid: botId }, body: { scopes: ['chat:read'], expiresInDays: null } }),
    refuses: { stranger: 404, pending: 404, friend: 404, moderator: 404 },
  },
  'DELETE /api/bots/{uid}': {
    call: async ({ newcomer }) => {
      const by = await newcomer()
      return { by, at: { uid: (await makeBot(by, `Bot ${by.uid.slice(0, 8)}`)).uid } }
    },
  },
  'POST /api/bots/{uid}/webhooks': {
    call: async (world) => {
      await newWebhook(world)
      return { at: { uid: world.botId }, body: { name: 'GitHub' } }
    },
    refuses: { stranger: 404, pending: 404, friend: 404, moderator: 404 },
  },
  'DELETE /api/bots/{uid}/webhooks/{id}': { call: newWebhook },
  'PUT /api/bots/{uid}/rooms/{slug}': ofBot,
  'DELETE /api/bots/{uid}/rooms/{slug}': ofBot,
  // Another service sends it, from nowhere.
  'POST /api/hooks/{token}': {
    by: 'visitor',
    call: async (world) => {
      const { path } = await newWebhook(world)
      return { at: { token: path.slice(webhookPath.length) }, body: { text: 'ciao' } }
    },
  },
}
