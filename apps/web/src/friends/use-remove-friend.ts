import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../platform/api.ts'
import { friendsKey } from './friends.queries.ts'

/** Ends the friendship with a member. */
export function useRemoveFriend() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (uid: string) => call(api.api.friends[':uid'].$delete({ param: { uid } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: friendsKey }),
  })
}
