import type { Event } from '@covo/contract/events/events.routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call, describeError } from '../platform/api.ts'
import { showToast } from '../ui/toast.tsx'
import { changeEvents, eventsKey } from './events.queries.ts'
import { participationErrors } from './events.texts.it.ts'

/** Joins an event in which the member takes no part, or leaves it. Shown at once, and taken back if it fails. */
export function useParticipation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (event: Event) => {
      const { $put: join, $delete: leave } = api.api.events[':eventId'].participation
      const request = { param: { eventId: event.id } }
      return call(event.isParticipating ? leave(request) : join(request))
    },
    onMutate: (before) => {
      changeEvents(queryClient, (event) =>
        event.id === before.id
          ? {
              ...event,
              isParticipating: !before.isParticipating,
              participantsCount: before.participantsCount + (before.isParticipating ? -1 : 1),
            }
          : event,
      )
    },
    onSuccess: (after) => {
      changeEvents(queryClient, (event) => {
        if (event.id !== after.id) return event
        return after.revision >= event.revision ? after : { ...event, isParticipating: after.isParticipating }
      })
    },
    onError: (error, before) => {
      changeEvents(queryClient, (event) => {
        if (event.id !== before.id) return event
        // News of a later revision has the true count.
        const { participantsCount } = event.revision > before.revision ? event : before
        return { ...event, isParticipating: before.isParticipating, participantsCount }
      })
      // The answer may have got lost, or the event have changed.
      void queryClient.invalidateQueries({ queryKey: eventsKey })
      showToast('failed', describeError(error, participationErrors))
    },
  })
}
