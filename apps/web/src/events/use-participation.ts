import type { Event } from '@covo/contract/events/events.routes'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call, describeError } from '../platform/api.ts'
import { showToast } from '../ui/toast.tsx'
import { isFull, withToggled } from './event-seats.ts'
import { changeEvents, detailsKey, eventsKey } from './events.queries.ts'
import { eventsTexts, participationErrors } from './events.texts.it.ts'

const mutationKey = ['participation']

/** Whether a change of the member's own participation has no answer yet: the server may not know of it. */
export function useIsParticipationChanging(): boolean {
  return useIsMutating({ mutationKey }) > 0
}

/**
 * Joins an event in which the member takes no part, or its waiting list, or leaves either. Shown at once, and taken back if it
 * fails.
 */
export function useParticipation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey,
    mutationFn: (event: Event) => {
      const { $put: join, $delete: leave } = api.api.events[':eventId'].participation
      const request = { param: { eventId: event.id } }
      return call(event.participation === 'none' ? join(request) : leave(request))
    },
    onMutate: (before) => {
      const { participation, isParticipating, participantsCount, waitingCount } = withToggled(before)
      changeEvents(queryClient, (event) =>
        event.id === before.id
          ? { ...event, participation, isParticipating, participantsCount, waitingCount }
          : event,
      )
    },
    onSuccess: (after, before) => {
      const { participation, isParticipating } = after
      changeEvents(queryClient, (event) => {
        if (event.id !== after.id) return event
        return after.revision >= event.revision ? after : { ...event, participation, isParticipating }
      })
      if (participation !== 'waiting') return
      // Only the server knows the place in the queue.
      void queryClient.invalidateQueries({ queryKey: [...detailsKey, after.id] })
      // A member who has just queued is the last of the queue.
      if (!isFull(before)) showToast('info', eventsTexts.queuedInstead(after.waitingCount))
    },
    onError: (error, before) => {
      changeEvents(queryClient, (event) => {
        if (event.id !== before.id) return event
        const { participation, isParticipating } = before
        // News of a later revision has the true counts.
        const { participantsCount, waitingCount } = event.revision > before.revision ? event : before
        return { ...event, participation, isParticipating, participantsCount, waitingCount }
      })
      // The answer may have got lost, or the event have changed.
      void queryClient.invalidateQueries({ queryKey: eventsKey })
      showToast('failed', describeError(error, participationErrors))
    },
  })
}
