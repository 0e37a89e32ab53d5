import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { api, call } from './api.ts'
import { newsReceiver } from './query-client.ts'

/** Those whom the member has blocked, page by page. */
export const blockedQuery = infiniteQueryOptions({
  queryKey: ['blocks'],
  queryFn: ({ pageParam: cursor }) => call(api.api.blocks.$get({ query: cursor ? { cursor } : {} })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
})

/** Blocks a member, or with `isBlocked` false unblocks them. All queries are refetched; the server has conversations reloaded. */
export function useSetBlocked() {
  return useMutation({
    mutationFn: ({ uid, isBlocked }: { uid: string; isBlocked: boolean }) => {
      const block = api.api.blocks[':uid']
      return isBlocked ? call(block.$put({ param: { uid } })) : call(block.$delete({ param: { uid } }))
    },
    onSettled: newsReceiver.refetchAll,
  })
}
