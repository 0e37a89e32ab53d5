import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { call } from './api.ts'
import { newsReceiver } from './query-client.ts'

/** Those whom the member has blocked, page by page. */
export const blockedQuery = infiniteQueryOptions({
  queryKey: ['blocks'],
  queryFn: ({ pageParam: cursor }) => call('GET /api/blocks', { query: cursor ? { cursor } : {} }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
})

/** Blocks a member, or with `isBlocked` false unblocks them. All queries are refetched; the server has conversations reloaded. */
export function useSetBlocked() {
  return useMutation({
    mutationFn: ({ uid, isBlocked }: { uid: string; isBlocked: boolean }) =>
      call(isBlocked ? 'PUT /api/blocks/{uid}' : 'DELETE /api/blocks/{uid}', { param: { uid } }),
    onSettled: newsReceiver.refetchAll,
  })
}
