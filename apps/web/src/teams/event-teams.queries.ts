import { foldEventTeamPages, foldTeamSeekerPages } from '@covo/contract/teams/event-teams.fold'
import type { BoardList } from '@covo/contract/teams/event-teams.routes'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { foldPages, liveQuery } from '../platform/live-query.ts'
import { teamsKey } from './teams.queries.ts'

/** The query of the teams entered for an event, page by page: the teams that look for members, or those that do not. */
export function eventTeamsQuery(eventId: string, list: BoardList) {
  return liveQuery(
    infiniteQueryOptions({
      queryKey: [...teamsKey, 'event', eventId, list],
      queryFn: ({ pageParam: cursor }) =>
        call('GET /api/events/{eventId}/teams', {
          param: { eventId },
          query: { list, ...(cursor && { cursor }) },
        }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
    foldPages((pages, news) => foldEventTeamPages(pages, news, eventId)),
  )
}

/** The participants of an event who look for a team, page by page. */
export function teamSeekersQuery(eventId: string) {
  return liveQuery(
    infiniteQueryOptions({
      queryKey: [...teamsKey, 'seekers', eventId],
      queryFn: ({ pageParam: cursor }) =>
        call('GET /api/events/{eventId}/looking', {
          param: { eventId },
          query: { ...(cursor && { cursor }) },
        }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
    foldPages((pages, news) => foldTeamSeekerPages(pages, news, eventId)),
  )
}
