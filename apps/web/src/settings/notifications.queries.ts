import type {
  NotificationSettings,
  NotificationSettingsChanges,
} from '@covo/contract/notifications/notifications.routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, describeError } from '../platform/api.ts'
import { changeQueries } from '../platform/live-query.ts'
import { notificationSettingsQuery } from '../platform/notification-settings.ts'
import { showToast } from '../ui/toast.tsx'
import { notificationSettingsErrors } from './notifications.texts.it.ts'
import { settingsTexts } from './settings.texts.it.ts'

/** Has a mail sent to the member with a link that confirms their address. */
export function useSendVerificationMail() {
  return useMutation({ mutationFn: () => call('POST /api/account/verification-mail') })
}

/** Saves changed choices, which are shown at once, and taken back where they are not stored. */
export function useSaveNotificationSettings() {
  const queryClient = useQueryClient()
  const { queryKey } = notificationSettingsQuery
  const change = (edit: (settings: NotificationSettings) => NotificationSettings) =>
    changeQueries<NotificationSettings>(queryClient, queryKey, edit)
  return useMutation({
    mutationFn: (changes: NotificationSettingsChanges) =>
      call('PUT /api/notifications/settings', { json: changes }),
    onMutate: async ({ eventMails, switches, push, digestOf, ...changes }) => {
      // An answer that is under way is from before.
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      change(
        (settings) =>
          ({
            ...settings,
            ...changes,
            eventMails: { ...settings.eventMails, ...eventMails },
            ...(settings.switches && { switches: { ...settings.switches, ...switches } }),
            ...(settings.push && { push: { ...settings.push, ...push } }),
            ...(settings.digestOf && { digestOf: { ...settings.digestOf, ...digestOf } }),
          }) as NotificationSettings,
      )
      return before
    },
    onSuccess: () => showToast('done', settingsTexts.preferencesChanged, 3000),
    onError: (error, _changes, before) => {
      if (before) change(() => before)
      showToast('failed', describeError(error, notificationSettingsErrors))
    },
  })
}
