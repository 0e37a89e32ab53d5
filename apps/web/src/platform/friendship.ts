import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from './api.ts'

/** All that is loaded about friends and requests. */
export const friendsKey = ['friends']

/** Ends the friendship with a member. */
export function useRemoveFriend() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (uid: string) => call('DELETE /api/friends/{uid}', { param: { uid } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: friendsKey }),
  })
}
