import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import type { Event } from '@covo/contract/events/events.routes'
import {
  completeLink,
  type EventForm,
  eventCategories,
  findEventProblems,
  parseEvent,
} from '@covo/contract/events/events.rules'
import { Modal, NativeSelect, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { describeError } from '../platform/api.ts'
import { useMember } from '../platform/member.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { TextField } from '../ui/field.tsx'
import { Strip } from '../ui/strip.tsx'
import styles from './create-event-dialog.module.css'
import { instantOf, readerZone, readLocal } from './event-dates.ts'
import { forgetEventDraft, readEventDraft, saveEventDraft } from './event-draft.ts'
import { withPrefilled } from './event-prefill.ts'
import { categoryNames, creationErrors, eventsTexts } from './events.texts.it.ts'
import { useCreateEvent } from './use-create-event.ts'

const rise = {
  in: { opacity: 1, transform: 'translateY(0)' },
  out: { opacity: 0, transform: 'translateY(8px)' },
  transitionProperty: 'opacity, transform',
}
/** Beyond it, the browser would let a year have six figures. */
const latestTime = '9999-12-31T23:59'

/** The dialog in which an event is entered. What was typed stays until the event is created or given up. */
export function CreateEventDialog({
  isOpen,
  returnFocus,
  ...form
}: {
  isOpen: boolean
  /** Whether what opened it gets the focus back at its end. */
  returnFocus: boolean
  onClose: () => void
  onCreated: (event: Event) => void
}) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={form.onClose}
      returnFocus={returnFocus}
      closeOnClickOutside={false}
      // Locking would write a style element into the page, and the page itself never scrolls.
      lockScroll={false}
      transitionProps={{ transition: rise, duration: 180, timingFunction: 'ease-out' }}
      classNames={{
        overlay: styles.overlay ?? '',
        inner: styles.inner ?? '',
        content: styles.dialog ?? '',
        title: styles.title ?? '',
        close: styles.close ?? '',
      }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={styles.header}>
          <Modal.Title>{eventsTexts.dialog}</Modal.Title>
          <Modal.CloseButton aria-label={eventsTexts.close} />
        </div>
        <CreateEventForm {...form} />
      </Modal.Content>
    </Modal.Root>
  )
}

function CreateEventForm({ onClose, onCreated }: { onClose: () => void; onCreated: (event: Event) => void }) {
  const { uid } = useMember()
  const creation = useCreateEvent()
  /** The one of the faulty fields that is announced: the others are marked, and met on the way. */
  const [announced, setAnnounced] = useState<keyof EventForm | null>(null)
  const form = useForm<EventForm>({ initialValues: readEventDraft(uid), onValuesChange: handleChange })

  function handleChange(values: EventForm, before: EventForm) {
    const { deadline, duration } = withPrefilled(before, values)
    saveEventDraft(uid, { ...values, deadline, duration })
    if (deadline !== values.deadline) form.setFieldValue('deadline', deadline)
    if (duration !== values.duration) form.setFieldValue('duration', duration)
  }

  function handleSubmit(entered: EventForm) {
    if (creation.isPending) return
    creation.reset()
    const values = {
      ...entered,
      dateTime: instantOf(entered.dateTime),
      deadline: instantOf(entered.deadline),
      link: completeLink(entered.link),
    }
    const now = Date.now()
    const { value, problem } = parseEvent(values, now)
    if (problem) return showProblems(findEventProblems(values, now), problem.field)
    creation.mutate(value, {
      onSuccess: (event) => {
        forgetEventDraft(uid)
        onCreated(event)
      },
    })
  }

  /** The first one in the specification's words, and the focus with it; of the others, that they are missing in short. */
  function showProblems(problems: ReturnType<typeof findEventProblems>, first: keyof EventForm) {
    const texts = problems.map(({ field, code }) => {
      const isMissing = code === 'events.required_fields_missing'
      return [field, isMissing && field !== first ? eventsTexts.fieldMissing : creationErrors[code]]
    })
    form.setErrors(Object.fromEntries(texts))
    setAnnounced(first)
    form.getInputNode(first)?.focus()
  }

  function giveUp() {
    forgetEventDraft(uid)
    onClose()
  }

  const propsOf = (field: keyof EventForm) => ({
    ...form.getInputProps(field),
    isPassing: field !== announced,
  })

  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit(handleSubmit)}>
      <div className={styles.fields}>
        <TextField
          label={eventsTexts.titleField}
          data-autofocus
          autoComplete="off"
          key={form.key('title')}
          {...propsOf('title')}
        />
        <Textarea
          label={eventsTexts.descriptionField}
          autosize
          minRows={2}
          maxRows={8}
          errorProps={announced === 'description' ? { role: 'alert' } : {}}
          key={form.key('description')}
          {...form.getInputProps('description')}
          error={
            form.errors.description && (
              <>
                <IconAlertCircle aria-hidden="true" />
                {form.errors.description}
              </>
            )
          }
        />
        <div className={styles.times}>
          <DateField
            label={eventsTexts.startField}
            type="datetime-local"
            max={latestTime}
            key={form.key('dateTime')}
            inWords={readLocal(form.values.dateTime)}
            {...propsOf('dateTime')}
          />
          <DateField
            label={eventsTexts.endField}
            type="datetime-local"
            max={latestTime}
            key={form.key('deadline')}
            inWords={readLocal(form.values.deadline)}
            {...propsOf('deadline')}
          />
        </div>
        <TextField
          label={eventsTexts.linkField}
          note={eventsTexts.linkHint}
          type="url"
          autoComplete="off"
          key={form.key('link')}
          {...propsOf('link')}
          onBlur={({ currentTarget: { value } }) => {
            const link = completeLink(value)
            if (link !== value) form.setFieldValue('link', link)
          }}
        />
        <div className={styles.pair}>
          <NativeSelect
            label={eventsTexts.categoryField}
            size="md"
            rightSection={<IconChevronDown aria-hidden="true" />}
            data={eventCategories.map((value) => ({ value, label: categoryNames[value] }))}
            key={form.key('category')}
            {...form.getInputProps('category')}
          />
          <TextField
            label={eventsTexts.durationField}
            placeholder={eventsTexts.durationHint}
            autoComplete="off"
            key={form.key('duration')}
            {...propsOf('duration')}
          />
        </div>
        <p className={styles.zone}>{eventsTexts.zone(readerZone)}</p>
      </div>
      {creation.error && (
        <div className={styles.failure}>
          <Strip kind="error">
            {eventsTexts.creationFailed(describeError(creation.error, creationErrors))}
          </Strip>
        </div>
      )}
      <div className={styles.foot}>
        <Button variant="quiet" onClick={giveUp}>
          {eventsTexts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={creation.isPending}>
          {eventsTexts.submit}
        </Button>
      </div>
    </form>
  )
}
