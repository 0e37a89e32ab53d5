import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../platform/api.ts'
import { friendsKey, requestListQuery, takeOut } from './friends.queries.ts'

/** Accepts or rejects the request of a member: it leaves the list at once, and comes back if the server refuses. */
export function useAnswerRequest(answer: 'accept' | 'reject') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (uid: string) => call(api.api.friends.requests[':uid'][answer].$post({ param: { uid } })),
    onMutate: (uid) => takeOut(queryClient, requestListQuery.queryKey, uid),
    onError: (_error, _uid, putBack) => putBack?.(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: friendsKey }),
  })
}
