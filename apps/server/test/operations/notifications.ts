import { createUnsubscribeTokens } from '../../src/notifications/unsubscribe-tokens.ts'
import { samplePushSubscription } from '../security/routes.ts'
import { testSecret } from '../signed-in-members.ts'
import type { Call, Samples } from './sample.ts'
import type { World } from './world.ts'

/** Somebody new whose device gets pushes. */
async function withPushes({ newcomer }: World): Promise<Call> {
  const by = await newcomer()
  await by.put('/api/push/subscription', samplePushSubscription())
  return { by }
}

export const notificationSamples: Samples = {
  'GET /api/notifications': {},
  'POST /api/notifications/read': {
    call: async ({ app, members, eventId }) => {
      await app.database
        .insertInto('notifications')
        .values({ user_id: members.owner.uid, kind: 'seat', event_id: eventId })
        .execute()
      return { body: { eventId } }
    },
  },
  'GET /api/notifications/settings': {},
  'PUT /api/notifications/settings': {
    call: async ({ newcomer }) => ({ by: await newcomer(), body: { reminders: false } }),
  },
  'GET /api/push/key': {},
  'PUT /api/push/subscription': {
    call: async ({ newcomer }) => ({ by: await newcomer(), body: samplePushSubscription() }),
  },
  'POST /api/push/test': { call: withPushes },
  'DELETE /api/push/subscription': { call: withPushes },
  // A mail program sends it, from nowhere.
  'POST /disiscrizione/{token}': {
    by: 'visitor',
    call: async ({ newcomer }) => ({
      at: { token: createUnsubscribeTokens(testSecret).make('messages', (await newcomer()).uid) },
      content: { type: 'application/x-www-form-urlencoded', bytes: 'List-Unsubscribe=One-Click' },
    }),
  },
}
