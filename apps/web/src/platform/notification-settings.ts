import { foldNotificationSettings } from '@covo/contract/notifications/notifications.fold'
import type { NotificationKind } from '@covo/contract/notifications/notifications.rules'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { hasExtensions } from './instance.ts'
import { liveQuery } from './live-query.ts'
import { queryClient } from './query-client.ts'

/** The kinds and ways of the member's notifications. */
export const notificationSettingsQuery = liveQuery(
  queryOptions({
    queryKey: ['settings', 'notifications'],
    queryFn: () => call('GET /api/notifications/settings'),
  }),
  foldNotificationSettings,
)

/**
 * Whether the member wants notifications of a kind. Fetches the settings at most once, at the first notification; without an
 * answer it is shown.
 */
export async function isWanted(kind: NotificationKind): Promise<boolean> {
  if (!hasExtensions) return true
  const known = { ...notificationSettingsQuery, staleTime: Number.POSITIVE_INFINITY }
  const settings = await queryClient.fetchQuery(known).catch(() => null)
  return settings?.switches?.[kind] ?? true
}
