import { randomUUID } from 'node:crypto'
import { greyPng } from '../pictures.ts'
import type { Samples } from './sample.ts'
import type { World } from './world.ts'

async function newPhoto({ app }: World, uid: string): Promise<string> {
  const [small, large] = [Buffer.from('foto'), Buffer.from('foto')]
  const { id } = await app.database
    .insertInto('photos')
    .values({ id: randomUUID(), user_id: uid, small, large })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ id: randomUUID() }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ofPhoto = async (world: World) => ({
  at: { photoId: await newPhoto(world, world.members.owner.uid), size: '96' },
})

export const profileSamples: Samples = {
  'GET /api/profiles/me': { scope: 'profile:read' },
  'PATCH /api/profiles/me': { call: () => ({ body: { bio: `cambiata ${randomUUID()}` } }) },
  'PUT /api/profiles/me/photo': {
    call: () => ({ content: { type: 'image/png', bytes: greyPng(100, 100) } }),
  },
  'DELETE /api/profiles/me/photo': {
    call: async (world) => {
      const by = await world.newcomer()
      await newPhoto(world, by.uid)
      return { by }
    },
  },
  'GET /api/profiles/{uid}': {
    call: ({ members }) => ({ at: { uid: members.owner.uid } }),
    scope: 'profile:read',
  },
  'GET /api/photos/{photoId}': { call: ofPhoto, scope: 'profile:read' },
  'GET /api/photos/{photoId}/{size}': { call: ofPhoto, scope: 'profile:read' },
}
