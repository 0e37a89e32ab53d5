import type { Team } from '@covo/contract/teams/teams.routes'
import type { Actor } from '../actors.ts'
import { post } from '../chat/talk.ts'

/** Makes a team of five at most through the API. */
export const makeTeam = (actor: Actor, name: string) =>
  post<Team>(actor, '/api/teams', {
    name,
    presentation: '',
    maximum: 5,
    skills: [],
    isLooking: false,
    ctftimeId: '',
  })
