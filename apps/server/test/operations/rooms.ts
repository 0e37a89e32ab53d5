import { makeRoom, setArchived } from '../make-room.ts'
import { byModerator } from './moderation.ts'
import { type Samples, withScopes } from './sample.ts'
import type { World } from './world.ts'

let made = 0

async function freshRoom({ app }: World) {
  made += 1
  return { at: { slug: await makeRoom(app.database, { name: `Prove ${made}` }) } }
}

export const roomSamples: Samples = {
  ...withScopes('chat', {
    'GET /api/rooms': {},
    'PUT /api/rooms/{slug}/membership': { call: async ({ newcomer }) => ({ by: await newcomer() }) },
    'DELETE /api/rooms/{slug}/membership': {},
  }),
  'POST /api/moderation/rooms': {
    ...byModerator,
    call: () => {
      made += 1
      return { body: { name: `Nuova ${made}`, purpose: 'Cifrari' } }
    },
  },
  'PATCH /api/moderation/rooms/{slug}': {
    ...byModerator,
    call: async (world) => ({ ...(await freshRoom(world)), body: { version: 1, purpose: 'Altro' } }),
  },
  'PUT /api/moderation/rooms/{slug}/archive': { ...byModerator, call: freshRoom },
  'DELETE /api/moderation/rooms/{slug}/archive': {
    ...byModerator,
    call: async (world) => {
      const { at } = await freshRoom(world)
      await setArchived(world.app.database, at.slug, true)
      return { at }
    },
  },
  'PUT /api/moderation/rooms/order': { ...byModerator, call: () => ({ body: { slugs: ['web'] } }) },
}
