import { befriend } from '@covo/testing/member-actions'
import { type Samples, withScopes } from './sample.ts'
import type { World } from './world.ts'

/** Somebody new who has asked the owner to be friends. */
async function asking({ members, newcomer }: World) {
  const { uid, post } = await newcomer()
  await post('/api/friends/requests', { uid: members.owner.uid })
  return { at: { uid } }
}

export const friendSamples: Samples = withScopes('friends', {
  'GET /api/friends': {},
  'GET /api/friends/counts': {},
  'GET /api/friends/presence': {},
  'GET /api/friends/requests': {},
  'GET /api/friends/requests/sent': {},
  'GET /api/friends/search': { call: () => ({ query: { query: 'Nome' } }) },
  'GET /api/friends/suggestions': {},
  'POST /api/friends/requests': {
    call: async ({ newcomer }) => ({ body: { uid: (await newcomer()).uid } }),
  },
  'POST /api/friends/requests/{uid}/accept': {
    call: asking,
    refuses: { stranger: 404, pending: 404, friend: 404, moderator: 404 },
  },
  'POST /api/friends/requests/{uid}/reject': { call: asking },
  'DELETE /api/friends/requests/{uid}': {
    call: async ({ members, newcomer }) => {
      const { uid } = await newcomer()
      await members.owner.post('/api/friends/requests', { uid })
      return { at: { uid } }
    },
  },
  'DELETE /api/friends/{uid}': {
    call: async ({ members, newcomer }) => {
      const friend = await newcomer()
      await befriend(friend, members.owner)
      return { at: { uid: friend.uid } }
    },
  },
})
