import { membersTopic } from '@covo/contract/profiles/profiles.news'
import { openTopic } from '../platform/realtime/hub.ts'
import type { Needs, Platform, Slice } from '../slice.ts'
import { photoRoutes } from './photo.routes.ts'
import { createPhotoService } from './photo.service.ts'
import { createPhotoDecoder } from './photo-decoder.ts'
import { profilesRoutes } from './profiles.routes.ts'
import { createProfilesService } from './profiles.service.ts'

type ProfilesNeeds = Needs<typeof createProfilesService> & Omit<Needs<typeof createPhotoService>, 'decoder'>

export function profilesSlice(platform: Platform, needs: ProfilesNeeds) {
  const service = createProfilesService({ ...platform, ...needs })
  const decoder = createPhotoDecoder()
  return {
    service,
    routes: [photoRoutes(createPhotoService({ ...platform, ...needs, decoder })), profilesRoutes(service)],
    topics: [openTopic(membersTopic, 'New names and photos of members.', 'profile:read')],
    stop: decoder.stop,
  } satisfies Slice & Record<string, unknown>
}
