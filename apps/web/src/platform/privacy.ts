import { foldPrivacy } from '@covo/contract/settings/settings.fold'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { liveQuery } from './live-query.ts'
import { queryClient } from './query-client.ts'

/** The member's privacy settings. */
export const privacyQuery = liveQuery(
  queryOptions({
    queryKey: ['settings', 'privacy'],
    queryFn: () => call('GET /api/settings/privacy'),
  }),
  foldPrivacy,
)

/** Whether others may see that the member is writing. Fetches the settings once; without an answer the server decides. */
export async function showsTyping(): Promise<boolean> {
  const known = { ...privacyQuery, staleTime: Number.POSITIVE_INFINITY }
  const privacy = await queryClient.fetchQuery(known).catch(() => null)
  return privacy?.showTyping ?? true
}
