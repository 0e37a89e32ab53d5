import { foldModeration } from '@covo/contract/moderation/moderation.fold'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { liveQuery } from '../platform/live-query.ts'
import { moderationKey } from '../platform/moderation.ts'

/**
 * A report with its evidence, the reporters and earlier decisions. News refetches the list first: a report that is listed no
 * more is gone here too.
 */
export function reportQuery(id: string) {
  return queryOptions({
    queryKey: ['reported', id],
    queryFn: () => call('GET /api/moderation/reports/{id}', { param: { id } }),
  })
}

/** Every act of moderation, the latest first, page by page. */
export const actsQuery = liveQuery(
  infiniteQueryOptions({
    queryKey: [...moderationKey, 'log'],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /api/moderation/log', { query: { ...(cursor && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  }),
  foldModeration,
)
