import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, describeError } from '../platform/api.ts'
import { showToast } from '../ui/toast.tsx'
import { deviceErrors, securityTexts } from './security.texts.it.ts'

/** Where the member is signed in. No news is published for it: a tab that ended a session refetches. */
export const devicesQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async () => (await call('GET /api/account/sessions')).sessions,
})

/** Ends another session of the member; without an id, all others. */
export function useEndDevices() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string | null) => {
      if (id === null) return securityTexts.devicesEnded((await call('DELETE /api/account/sessions')).ended)
      await call('DELETE /api/account/sessions/{id}', { param: { id } })
      return securityTexts.deviceEnded
    },
    onSuccess: (text) => showToast('done', text),
    onError: (error) => {
      const hasEnded = error instanceof ApiError && error.code === 'account.session_not_found'
      showToast(hasEnded ? 'done' : 'failed', describeError(error, deviceErrors))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  })
}
