import { maximumCancelReasonLength } from '@covo/contract/events/event-changes.rules'
import type { EventDetails } from '@covo/contract/events/events.routes'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, describeError } from '../platform/api.ts'
import { eventPath, memberScreens } from '../screens.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { CreateEventDialog } from './create-event-dialog.tsx'
import { EditEventDialog } from './edit-event-dialog.tsx'
import { copyOf } from './event-copy.ts'
import styles from './event-management.module.css'
import { cancelErrors, deletionErrors, managementTexts, restoreErrors } from './event-management.texts.it.ts'
import { EventMessageDialog } from './event-message-dialog.tsx'
import { EventOrganizersDialog } from './event-organizers-dialog.tsx'
import { eventsKey } from './events.queries.ts'

/** How long after its end an event may be edited, in milliseconds. */
const editableFor = 30 * 86_400_000

/** The actions of organizers on their event at `now` (milliseconds). */
export function EventManagement({ event, now }: { event: EventDetails; now: number }) {
  const headingId = useId()
  const [open, setOpen] = useState<'edit' | 'message' | 'copy' | 'copied' | null>(null)
  const [reason, setReason] = useState('')
  const organizing = useRef<HTMLDialogElement>(null)
  const cancelling = useRef<HTMLDialogElement>(null)
  const restoring = useRef<HTMLDialogElement>(null)
  const deleting = useRef<HTMLDialogElement>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [start, end] = [Date.parse(event.dateTime), Date.parse(event.deadline)]
  const isCancelled = event.status === 'cancelled'
  const param = { eventId: event.id }
  const { version } = event

  const refetch = () => queryClient.invalidateQueries({ queryKey: eventsKey })

  return (
    <section className={styles.management} aria-labelledby={headingId}>
      <h2 id={headingId}>{managementTexts.management}</h2>
      <div className={styles.buttons}>
        {!isCancelled && now <= end + editableFor && (
          <Button size="small" onClick={() => setOpen('edit')}>
            {managementTexts.edit}
          </Button>
        )}
        {now <= end && (
          <Button size="small" onClick={() => setOpen('message')}>
            {managementTexts.writeMessage}
          </Button>
        )}
        {isCancelled && now < start && (
          <Button size="small" onClick={() => restoring.current?.showModal()}>
            {managementTexts.restoreEvent}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => organizing.current?.showModal()}>
          {managementTexts.organizers}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setOpen('copy')}>
          {managementTexts.duplicate}
        </Button>
        {!isCancelled && now <= end && (
          <Button size="small" variant="destructive" onClick={() => cancelling.current?.showModal()}>
            {managementTexts.cancelEvent}
          </Button>
        )}
        {event.isOwner && !event.hadParticipants && (
          <Button size="small" variant="destructive" onClick={() => deleting.current?.showModal()}>
            {managementTexts.deleteEvent}
          </Button>
        )}
      </div>
      <EditEventDialog isOpen={open === 'edit'} event={event} onClose={() => setOpen(null)} />
      <EventOrganizersDialog dialog={organizing} event={event} />
      <EventMessageDialog isOpen={open === 'message'} eventId={event.id} onClose={() => setOpen(null)} />
      <CreateEventDialog
        isOpen={open === 'copy'}
        // The page of the copy takes the focus.
        returnFocus={open !== 'copied'}
        copy={copyOf(event, now)}
        onClose={() => setOpen(null)}
        onCreated={(created) => {
          setOpen('copied')
          void navigate(eventPath(created.id))
        }}
      />
      <AlertDialog
        dialog={cancelling}
        title={managementTexts.cancelEvent}
        text=""
        cancel={managementTexts.goBack}
        confirm={managementTexts.cancelEvent}
        describeFailure={(error) => describeError(error, cancelErrors)}
        onConfirm={async () => {
          await call('POST /api/events/{eventId}/cancel', { param, json: { version, reason } })
          setReason('')
          await refetch()
        }}
      >
        <TextField
          label={managementTexts.reasonField}
          autoComplete="off"
          maxLength={maximumCancelReasonLength}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </AlertDialog>
      <AlertDialog
        dialog={restoring}
        title={managementTexts.restoreEvent}
        text={managementTexts.restoreText}
        cancel={managementTexts.goBack}
        confirm={managementTexts.restore}
        describeFailure={(error) => describeError(error, restoreErrors)}
        onConfirm={async () => {
          await call('POST /api/events/{eventId}/restore', { param, json: { version } })
          await refetch()
        }}
      />
      <AlertDialog
        dialog={deleting}
        title={managementTexts.deleteTitle}
        text={managementTexts.deleteText}
        cancel={managementTexts.goBack}
        confirm={managementTexts.deleteEvent}
        describeFailure={(error) => describeError(error, deletionErrors)}
        onConfirm={async () => {
          await call('DELETE /api/events/{eventId}', { param })
          await navigate(memberScreens.events.path)
        }}
      />
    </section>
  )
}
