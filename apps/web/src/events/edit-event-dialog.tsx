import { type EventEdit, eventFields, parseEventEdit } from '@covo/contract/events/event-changes.rules'
import type { EventForm as Entered } from '@covo/contract/events/event-form.rules'
import type { EventDetails } from '@covo/contract/events/events.routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call, describeError } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import styles from './create-event-dialog.module.css'
import { eventErrors, eventTexts } from './event.texts.it.ts'
import { type EventFields, fieldsOf } from './event-draft.ts'
import { EventForm } from './event-form.tsx'
import { editErrors, managementTexts } from './event-management.texts.it.ts'
import { eventQuery } from './events.queries.ts'

/** The dialog in which an event is changed. The typed text stays when somebody else changes the event meanwhile. */
export function EditEventDialog({
  isOpen,
  event,
  onClose,
}: {
  isOpen: boolean
  event: EventDetails
  onClose: () => void
}) {
  return (
    <Dialog
      title={managementTexts.editDialog}
      closeLabel={eventTexts.close}
      opened={isOpen}
      onClose={onClose}
      closeOnClickOutside={false}
      className={styles.dialog}
      innerClassName={styles.inner}
    >
      <EditEventForm event={event} onClose={onClose} />
    </Dialog>
  )
}

function EditEventForm({ event, onClose }: { event: EventDetails; onClose: () => void }) {
  const queryClient = useQueryClient()
  /** The event as it was read, and the fields as they are filled at first: own changes stay over a newer one. */
  const [read, setRead] = useState(() => ({ event, initial: fieldsOf(event) }))
  const typed = useRef(read.initial)
  const saving = useMutation({
    mutationFn: (edit: EventEdit) =>
      call('PATCH /api/events/{eventId}', {
        param: { eventId: event.id },
        json: { version: read.event.version, ...edit },
      }),
    onSuccess: async () => {
      onClose()
      await queryClient.invalidateQueries({ queryKey: eventQuery(event.id).queryKey })
    },
  })
  const reloading = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...eventQuery(event.id), staleTime: 0 }),
    onSuccess: (newer) => {
      const before = fieldsOf(read.event)
      const own = Object.entries(typed.current).filter(
        ([field, value]) => value !== before[field as keyof EventFields],
      )
      const initial = { ...fieldsOf(newer), ...Object.fromEntries(own) }
      typed.current = initial
      saving.reset()
      setRead({ event: newer, initial })
    },
  })
  // While the form is being saved, a newer version may be its own, whose news came before the answer.
  const isChanged = event.version > read.event.version && !saving.isPending && !saving.isSuccess
  const isOld =
    isChanged || (saving.error instanceof ApiError && saving.error.code === 'events.changed_meanwhile')
  const stored = { ...read.event, joinDeadline: read.event.joinDeadline ?? '' }

  return (
    <EventForm
      key={read.event.version}
      eventId={event.id}
      initial={read.initial}
      onChange={(fields) => {
        typed.current = fields
      }}
      check={(entered, fields) => {
        saving.reset()
        const { problem } = parseEventEdit(stored, editOf(entered, fields, fieldsOf(read.event)), Date.now())
        return problem ? [{ code: problem.code, field: problem.field ?? 'description' }] : []
      }}
      onSubmit={(entered, fields) => saving.mutate(editOf(entered, fields, fieldsOf(read.event)))}
      // Saved meanwhile, the older version would be refused, and the refusal be gone with the reloaded form.
      isPending={saving.isPending || reloading.isPending}
      failure={
        isOld ? (
          <>
            <InlineAlert kind="error">
              <span>{editErrors['events.changed_meanwhile']}</span>{' '}
              <Button size="small" busy={reloading.isPending} onClick={() => reloading.mutate()}>
                {managementTexts.reloadAndKeep}
              </Button>
            </InlineAlert>
            {reloading.error && (
              <InlineAlert kind="error">
                {managementTexts.failed(describeError(reloading.error, eventErrors))}
              </InlineAlert>
            )}
          </>
        ) : (
          saving.error && (
            <InlineAlert kind="error">
              {managementTexts.failed(describeError(saving.error, editErrors))}
            </InlineAlert>
          )
        )
      }
      submit={managementTexts.save}
      onCancel={onClose}
    />
  )
}

/** The fields that were changed. Another zone, or whole days, mean other instants at the same wall time. */
function editOf(entered: Entered, fields: EventFields, before: EventFields): EventEdit {
  const isMoved = fields.timeZone !== before.timeZone || fields.isAllDay !== before.isAllDay
  const changed = eventFields.filter(
    (field) =>
      fields[field] !== before[field] ||
      (isMoved && (field === 'dateTime' || field === 'deadline' || field === 'joinDeadline')),
  )
  return Object.fromEntries(changed.map((field) => [field, entered[field]])) as EventEdit
}
