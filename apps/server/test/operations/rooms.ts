import { type Samples, withScopes } from './sample.ts'

export const roomSamples: Samples = withScopes('chat', {
  'GET /api/rooms': {},
  'PUT /api/rooms/{slug}/membership': { call: async ({ newcomer }) => ({ by: await newcomer() }) },
  'DELETE /api/rooms/{slug}/membership': {},
})
