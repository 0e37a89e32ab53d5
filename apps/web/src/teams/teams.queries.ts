import type { Skill } from '@covo/contract/skills'
import { foldOwnTeams, foldTeam, foldTeamPages } from '@covo/contract/teams/teams.fold'
import type { Team } from '@covo/contract/teams/teams.routes'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { ApiError, call, describeError } from '../platform/api.ts'
import { foldPages, liveQuery } from '../platform/live-query.ts'
import { queryClient } from '../platform/query-client.ts'
import { showToast } from '../ui/toast.tsx'
import { teamErrors } from './teams.texts.it.ts'

/** All that is held of teams. */
export const teamsKey = ['teams']
const teamKey = (id: string) => [...teamsKey, 'team', id]

/** The teams that look for members, page by page. While another selection is awaited, the last one stays. */
export function lookingTeamsQuery(search: string, skill: Skill | '') {
  return liveQuery(
    infiniteQueryOptions({
      queryKey: [...teamsKey, 'looking', search, skill],
      queryFn: ({ pageParam: cursor }) =>
        call('GET /api/teams', {
          query: { search, ...(skill && { skill }), ...(cursor && { cursor }) },
        }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
    }),
    foldPages(foldTeamPages),
  )
}

/** The teams that the member is in, is invited to, or has requested to join. */
export const ownTeamsQuery = liveQuery(
  queryOptions({ queryKey: [...teamsKey, 'own'], queryFn: () => call('GET /api/teams/own') }),
  foldOwnTeams,
)

/** The team of a page. */
export function teamQuery(id: string) {
  return liveQuery(
    queryOptions({
      queryKey: teamKey(id),
      queryFn: () => call('GET /api/teams/{teamId}', { param: { teamId: id } }),
    }),
    foldTeam,
  )
}

/** The code by which people enter a team, for its captain. Not below the teams: who hands one over may no longer ask for it. */
export function teamCodeQuery(id: string) {
  return queryOptions({
    queryKey: ['team-code', id],
    queryFn: () => call('GET /api/teams/{teamId}/invitation', { param: { teamId: id } }),
  })
}

/** Has everything about teams fetched again, after a change of the member's own. */
export function refetchTeams(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: teamsKey })
}

/** Whether a team is not there for the member. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'teams.not_found'
}

export function isMemberOf({ relation }: Pick<Team, 'relation'>): boolean {
  return relation === 'captain' || relation === 'member'
}

/** A change of a team by one press: what it changed is fetched, and why it failed is shown. */
export function useTeamAct<Given = void>(act: (given: Given) => Promise<unknown>) {
  return useMutation({
    mutationFn: async (given: Given) => {
      await act(given)
      await refetchTeams()
    },
    onError: (error) => {
      showToast('failed', describeError(error, teamErrors))
      // Somebody else may have done it, or the answer have got lost.
      void refetchTeams()
    },
  })
}
