import type { EventForm } from '@covo/contract/events/event-form.rules'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, call } from '../platform/api.ts'
import { newsReceiver } from '../platform/query-client.ts'
import { newUuid } from '../platform/uuid.ts'
import { showToast } from '../ui/toast.tsx'
import { creationErrors, eventsTexts } from './events.texts.it.ts'

/** Creates an event once, however often the same form is sent after a failure; adds it to the lists and confirms it in a toast. The dialog shows failures, but for an ended session, which takes it away. */
export function useCreateEvent() {
  const last = useRef({ form: '', key: '' })
  return useMutation({
    mutationFn: (form: EventForm) => {
      const text = JSON.stringify(form)
      if (last.current.form !== text) last.current = { form: text, key: newUuid() }
      return call('POST /api/events', { json: form, header: { 'idempotency-key': last.current.key } })
    },
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
