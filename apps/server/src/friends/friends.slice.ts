import type { Needs, Platform, Slice } from '../slice.ts'
import { friendsRoutes } from './friends.routes.ts'
import { createFriendsService } from './friends.service.ts'
import { startPresence } from './presence.ts'

type FriendsNeeds = Omit<Needs<typeof createFriendsService>, 'searchLimits' | 'findsUnconfirmedEmails'>

export function friendsSlice(platform: Platform, needs: FriendsNeeds) {
  const { settings, hub } = platform
  const { peopleFound, peopleFoundByEmail, emailSearches, emailSearchesPerAddress } = settings.limits
  const service = createFriendsService({
    ...platform,
    ...needs,
    searchLimits: {
      people: peopleFound,
      byEmail: peopleFoundByEmail,
      emailSearches,
      emailSearchesPerAddress,
    },
    findsUnconfirmedEmails: settings.emailVerification === 'off',
  })
  return {
    service,
    routes: [friendsRoutes(service)],
    start: () => [startPresence({ ...platform, connectedMembers: hub.connectedMembers })],
  } satisfies Slice & Record<string, unknown>
}
