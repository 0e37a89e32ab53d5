import { foldEventTeamPages, foldTeamSeekerPages } from '@covo/contract/teams/event-teams.fold'
import type { BoardList } from '@covo/contract/teams/event-teams.routes'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { foldPages, liveQuery } from '../platform/live-query.ts'
import { teamsKey } from './teams.queries.ts'

/** Queries a page of the teams that play at an event: those that look for members, or the others. */
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
