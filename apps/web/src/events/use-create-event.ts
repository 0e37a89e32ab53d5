import type { EventForm } from '@covo/contract/events/events.rules'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '../platform/api.ts'
import { newsReceiver } from '../platform/query-client.ts'
import { showToast } from '../ui/toast.tsx'
import { creationErrors, eventsTexts } from './events.texts.it.ts'

/** Creates an event, adds it to the lists and confirms it in a toast. The dialog shows failures, but for an ended session, which takes it away. */
export function useCreateEvent() {
  return useMutation({
    mutationFn: (form: EventForm) => call('POST /api/events', { json: form }),
    onSuccess: (event) => {
      newsReceiver.receive([{ type: 'events.created', event }])
      showToast('done', eventsTexts.created)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'common.unauthenticated')
        showToast('failed', creationErrors[error.code])
    },
  })
}
