import { foldNotificationSettings } from '@covo/contract/notifications/notifications.fold'
import type { NotificationKind } from '@covo/contract/notifications/notifications.rules'
import { queryOptions } from '@tanstack/react-query'
import { api, call } from './api.ts'
import { hasExtensions } from './instance.ts'
import { liveQuery } from './live-query.ts'
import { queryClient } from './query-client.ts'

/** What the member wants to be told. */
export const notificationSettingsQuery = liveQuery(
  queryOptions({
    queryKey: ['settings', 'notifications'],
    queryFn: () => call(api.api.notifications.settings.$get()),
  }),
  foldNotificationSettings,
)

/**
 * Whether the member wants to be told of something of a kind. Asks the server at most once, and not before there is something
 * to tell; without its answer they are told.
 */
export async function isWanted(kind: NotificationKind): Promise<boolean> {
  if (!hasExtensions) return true
  const known = { ...notificationSettingsQuery, staleTime: Number.POSITIVE_INFINITY }
  const settings = await queryClient.fetchQuery(known).catch(() => null)
  return settings?.switches?.[kind] ?? true
}
