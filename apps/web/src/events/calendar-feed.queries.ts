import type { CalendarFeed, FeedChoice } from '@covo/contract/events/calendar-feed.routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { changeQueries } from '../platform/live-query.ts'
import { showToast } from '../ui/toast.tsx'

/** The member's calendar for other programs. */
export const feedQuery = queryOptions({
  queryKey: ['calendar feed'],
  queryFn: () => call('GET /api/events/feed'),
  // Another tab may have changed it: there is no news of it.
  staleTime: 0,
})

/** Gives the calendar another address, or takes its address away. */
export function useReplaceAddress() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (how: 'renew' | 'revoke') =>
      call(how === 'renew' ? 'POST /api/events/feed' : 'DELETE /api/events/feed'),
    onSuccess: async (answer) => {
      // An answer that is under way may be from before.
      await queryClient.cancelQueries({ queryKey: feedQuery.queryKey })
      queryClient.setQueryData(feedQuery.queryKey, answer)
    },
  })
}

/** Answers the calendar's address, as the server has it at this moment; makes one where there is none. */
export function useAddress() {
  const queryClient = useQueryClient()
  const { mutateAsync: replace } = useReplaceAddress()
  return async (): Promise<string | null> => {
    const { url } = await queryClient.fetchQuery(feedQuery)
    return url ?? (await replace('renew')).url
  }
}

/** Saves which events the calendar has; shown at once, and taken back where it is not stored. */
export function useChooseFeed() {
  const queryClient = useQueryClient()
  const { queryKey } = feedQuery
  const show = (changes: Partial<CalendarFeed>) =>
    changeQueries<CalendarFeed>(queryClient, queryKey, (shown) => ({ ...shown, ...changes }))
  return useMutation({
    mutationFn: (choice: FeedChoice) => call('PUT /api/events/feed', { json: choice }),
    onMutate: async (choice) => {
      // An answer that is under way is from before.
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      show(choice as Partial<CalendarFeed>)
      return before
    },
    onError: (_error, _choice, before) => {
      if (before) show({ scope: before.scope, categories: before.categories })
      showToast('failed', commonTexts.failed)
    },
  })
}
