import type { Needs, Platform, Slice } from '../slice.ts'
import { eventTeamsRoutes } from './event-teams.routes.ts'
import { createEventTeamsService } from './event-teams.service.ts'
import { createTeamCodes } from './team-codes.ts'
import { teamsRoutes } from './teams.routes.ts'
import { createTeamsService } from './teams.service.ts'

type TeamsNeeds = Omit<Needs<typeof createTeamsService>, 'codes'> & Needs<typeof createEventTeamsService>

export function teamsSlice(platform: Platform, needs: TeamsNeeds) {
  const codes = createTeamCodes(platform.settings.secret)
  const service = createTeamsService({ ...platform, ...needs, codes })
  const eventTeams = createEventTeamsService({ ...platform, ...needs })
  return { service, routes: [teamsRoutes(service), eventTeamsRoutes(eventTeams)] } satisfies Slice &
    Record<string, unknown>
}
