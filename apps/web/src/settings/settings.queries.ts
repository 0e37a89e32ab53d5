import { useMutation } from '@tanstack/react-query'
import { ApiError, api, call } from '../platform/api.ts'
import { showToast } from '../ui/toast.tsx'
import { passwordResetErrors } from './settings.texts.it.ts'

/**
 * Has a mail sent to the member with a link to set a new password; answers the address. The screen shows failures,
 * but for the one that takes it away.
 */
export function useSendPasswordReset() {
  return useMutation({
    mutationFn: () => call(api.api.settings['password-reset'].$post()),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'common.unauthenticated')
        showToast('failed', passwordResetErrors[error.code])
    },
  })
}
