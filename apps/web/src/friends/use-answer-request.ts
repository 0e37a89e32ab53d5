import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { friendsKey } from '../platform/friendship.ts'
import { requestListQuery, sentRequestListQuery, takeOut } from './friends.queries.ts'
import { withdrawErrors } from './friends.texts.it.ts'
import { showFailure } from './show-failure.ts'

/** Accepts or rejects the request of a member: it leaves the list at once, and comes back if the server refuses. */
export function useAnswerRequest(answer: 'accept' | 'reject') {
  return useEndOfRequest(requestListQuery.queryKey, (uid) =>
    call(`POST /api/friends/requests/{uid}/${answer}`, { param: { uid } }),
  )
}

/** Withdraws the own request to a member, likewise. */
export function useWithdrawRequest() {
  return useEndOfRequest(sentRequestListQuery.queryKey, (uid) =>
    call('DELETE /api/friends/requests/{uid}', { param: { uid } }),
  )
}

/** The same from a list. `keepFocus` is called before the pressed button goes away. */
export function useListedWithdrawal(onFailure: (failure: string) => void, keepFocus: () => void) {
  const withdrawal = useWithdrawRequest()

  async function withdraw({ uid }: { uid: string }) {
    if (withdrawal.isPending) return
    keepFocus()
    try {
      await withdrawal.mutateAsync(uid)
    } catch (error) {
      showFailure(error, withdrawErrors, onFailure)
    }
  }

  return { withdraw, isPending: withdrawal.isPending }
}

function useEndOfRequest(queryKey: QueryKey, mutationFn: (uid: string) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onMutate: (uid) => takeOut(queryClient, queryKey, uid),
    onError: (_error, _uid, putBack) => putBack?.(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: friendsKey }),
  })
}
