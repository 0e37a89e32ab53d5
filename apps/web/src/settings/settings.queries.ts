import type { Privacy } from '@covo/contract/settings/settings.routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountQuery } from '../platform/account.ts'
import { ApiError, call } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { changeQueries } from '../platform/live-query.ts'
import { privacyQuery } from '../platform/privacy.ts'
import { showToast } from '../ui/toast.tsx'
import { passwordResetErrors, settingsTexts } from './settings.texts.it.ts'

/**
 * Has a mail sent to the member with a link to set a new password; answers the address. The screen shows failures,
 * but for the one that takes it away.
 */
export function useSendPasswordReset() {
  return useMutation({
    mutationFn: () => call('POST /api/settings/password-reset'),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'common.unauthenticated')
        showToast('failed', passwordResetErrors[error.code])
    },
  })
}

/** Has a link mailed to another address; the account names the pending address. The screen shows failures. */
export function useChangeEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call('POST /api/account/email', { json: { email } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
  })
}

/** Ends the change that waits for its link. */
export function useCancelEmailChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /api/account/email'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
    onError: () => showToast('failed', commonTexts.failed),
  })
}

/** Saves changed choices, which are shown at once, and taken back where they are not stored. */
export function useSavePrivacy() {
  const queryClient = useQueryClient()
  const show = (changes: Partial<Privacy>) =>
    changeQueries<Privacy>(queryClient, privacyQuery.queryKey, (privacy) => ({ ...privacy, ...changes }))
  return useMutation({
    mutationFn: (changes: Partial<Privacy>) => call('PUT /api/settings/privacy', { json: changes }),
    onMutate: async (changes) => {
      // An answer that is under way is from before.
      await queryClient.cancelQueries({ queryKey: privacyQuery.queryKey })
      const before = queryClient.getQueryData(privacyQuery.queryKey)
      show(changes)
      return before
    },
    onSuccess: () => showToast('done', settingsTexts.preferencesChanged, 3000),
    onError: (_, changes, before) => {
      if (before)
        show(Object.fromEntries(Object.entries(before).filter(([name]) => Object.hasOwn(changes, name))))
      showToast('failed', commonTexts.failed)
    },
  })
}
