import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from './api.ts'

/** All that is loaded about friends and requests. */
export const friendsKey = ['friends']

/** Ends the friendship with a member. */
export function useRemoveFriend() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (uid: string) => call(api.api.friends[':uid'].$delete({ param: { uid } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: friendsKey }),
  })
}
