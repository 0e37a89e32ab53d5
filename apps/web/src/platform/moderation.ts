import { foldModeration } from '@covo/contract/moderation/moderation.fold'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { liveQuery } from './live-query.ts'

/** All that is held for a moderator. */
export const moderationKey = ['moderation']

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
}

/** The open reports, page by page; each page has the number of all. */
export const reportsQuery = liveQuery(
  infiniteQueryOptions({
    queryKey: [...moderationKey, 'reports'],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /api/moderation/reports', { query: { ...(cursor && { cursor }) } }),
    ...paging,
  }),
  foldModeration,
)

/** The appeals that wait for an answer, likewise. */
export const appealsQuery = liveQuery(
  infiniteQueryOptions({
    queryKey: [...moderationKey, 'appeals'],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /api/moderation/appeals', { query: { ...(cursor && { cursor }) } }),
    ...paging,
  }),
  foldModeration,
)

/** 'Segnalazioni (3)'; without a figure until it is known. */
export function withFigure(name: string, waiting: number | undefined): string {
  if (waiting === undefined) return name
  return `${name} (${waiting > 99 ? '99+' : waiting})`
}
