import { findEventProblems, parseEvent } from '@covo/contract/events/event-form.rules'
import type { Event } from '@covo/contract/events/events.routes'
import { useState } from 'react'
import { describeError } from '../platform/api.ts'
import { useMember } from '../platform/member.ts'
import { Dialog } from '../ui/dialog.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import styles from './create-event-dialog.module.css'
import { eventTexts } from './event.texts.it.ts'
import { type EventFields, forgetEventDraft, readEventDraft, saveEventDraft } from './event-draft.ts'
import { EventForm } from './event-form.tsx'
import { creationErrors, eventsTexts } from './events.texts.it.ts'
import { SimilarEvent } from './similar-event.tsx'
import { useCreateEvent } from './use-create-event.ts'

/**
 * The dialog in which an event is entered. The typed text stays until the event is created or given up; the copy of another
 * event does not touch it.
 */
export function CreateEventDialog({
  isOpen,
  returnFocus,
  ...form
}: {
  isOpen: boolean
  /** Whether the opener gets the focus back at its end. */
  returnFocus: boolean
  /** The fields of a copy. */
  copy?: EventFields
  onClose: () => void
  onCreated: (event: Event) => void
}) {
  return (
    <Dialog
      title={eventsTexts.dialog}
      closeLabel={eventTexts.close}
      opened={isOpen}
      onClose={form.onClose}
      returnFocus={returnFocus}
      closeOnClickOutside={false}
      className={styles.dialog}
      innerClassName={styles.inner}
    >
      <CreateEventForm {...form} />
    </Dialog>
  )
}

function CreateEventForm({
  copy,
  onClose,
  onCreated,
}: {
  copy?: EventFields
  onClose: () => void
  onCreated: (event: Event) => void
}) {
  const { uid } = useMember()
  const creation = useCreateEvent()
  const [initial] = useState(() => copy ?? readEventDraft(uid))
  const [fields, setFields] = useState(initial)
  return (
    <EventForm
      initial={initial}
      onChange={(changed) => {
        setFields(changed)
        if (!copy) saveEventDraft(uid, changed)
      }}
      check={(entered) => {
        creation.reset()
        return findEventProblems(entered, Date.now())
      }}
      onSubmit={(entered) => {
        const { value } = parseEvent(entered, Date.now())
        if (!value) return
        creation.mutate(value, {
          onSuccess: (event) => {
            if (!copy) forgetEventDraft(uid)
            onCreated(event)
          },
        })
      }}
      isPending={creation.isPending}
      // A copy is always similar to its original.
      note={!copy && <SimilarEvent fields={fields} />}
      failure={
        creation.error && (
          <InlineAlert kind="error">
            {eventsTexts.creationFailed(describeError(creation.error, creationErrors))}
          </InlineAlert>
        )
      }
      submit={eventsTexts.submit}
      onCancel={() => {
        if (!copy) forgetEventDraft(uid)
        onClose()
      }}
    />
  )
}
