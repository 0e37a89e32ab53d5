import type { Samples } from './sample.ts'

export const blockSamples: Samples = {
  'GET /api/blocks': {},
  'PUT /api/blocks/{uid}': { call: async ({ newcomer }) => ({ at: { uid: (await newcomer()).uid } }) },
  'DELETE /api/blocks/{uid}': {
    call: async ({ members, newcomer }) => {
      const { uid } = await newcomer()
      await members.owner.put(`/api/blocks/${uid}`)
      return { at: { uid } }
    },
  },
}
