import type { Samples } from './sample.ts'

export const settingsSamples: Samples = {
  'POST /api/settings/password-reset': {},
  'GET /api/settings/privacy': {},
  'PUT /api/settings/privacy': {
    call: async ({ newcomer }) => ({ by: await newcomer(), body: { showTyping: false } }),
  },
}
