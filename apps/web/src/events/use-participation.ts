import type { Event } from '@covo/contract/events/events.routes'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { call, describeError } from '../platform/api.ts'
import { showToast } from '../ui/toast.tsx'
import { isFull, withPress } from './event-seats.ts'
import { changeEvents, detailsKey, eventsKey } from './events.queries.ts'
import { eventsTexts, participationErrors } from './events.texts.it.ts'

const mutationKey = ['participation']

/**
 * The event as it will be once the server has stored the presses of its button. Drawn over the event that is held, and not
 * written into it: an answer that the server read before it stored a press would take that back.
 */
export function useExpectedEvent<Shown extends Event>(event: Shown): Shown {
  const pressed = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Event,
  })
  return pressed.filter(({ id }) => id === event.id).reduce<Shown>(withPress, event)
}

/** Joins an event in which the member takes no part, or its waiting list, or leaves either. */
export function useParticipation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey,
    mutationFn: ({ id, participation }: Event) =>
      call(`${participation === 'none' ? 'PUT' : 'DELETE'} /api/events/{eventId}/participation`, {
        param: { eventId: id },
      }),
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
    onError: (error) => {
      // The answer may have got lost, or the event have changed.
      void queryClient.invalidateQueries({ queryKey: eventsKey })
      showToast('failed', describeError(error, participationErrors))
    },
  })
}
