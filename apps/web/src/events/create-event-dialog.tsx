import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { type EventForm, eventCategories, parseEvent } from '@covo/contract/events/events.rules'
import { Modal, NativeSelect, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import { describeError } from '../platform/api.ts'
import { useMember } from '../platform/member.ts'
import { useProblem } from '../platform/use-problem.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Strip } from '../ui/strip.tsx'
import styles from './create-event-dialog.module.css'
import { instantOf, readerZone } from './event-dates.ts'
import { forgetEventDraft, readEventDraft, saveEventDraft } from './event-draft.ts'
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
export function CreateEventDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
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
        <CreateEventForm onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

function CreateEventForm({ onClose }: { onClose: () => void }) {
  const { uid } = useMember()
  const creation = useCreateEvent()
  const form = useForm<EventForm>({
    initialValues: readEventDraft(uid),
    onValuesChange: (values) => saveEventDraft(uid, values),
  })
  const { showProblem } = useProblem(form, creationErrors)

  function handleSubmit(entered: EventForm) {
    if (creation.isPending) return
    creation.reset()
    const values = {
      ...entered,
      dateTime: instantOf(entered.dateTime),
      deadline: instantOf(entered.deadline),
    }
    const { value, problem } = parseEvent(values, Date.now())
    if (problem) return showProblem(problem)
    creation.mutate(value, { onSuccess: close })
  }

  function close() {
    forgetEventDraft(uid)
    onClose()
  }

  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit(handleSubmit)}>
      <div className={styles.fields}>
        <TextField
          label={eventsTexts.titleField}
          data-autofocus
          autoComplete="off"
          key={form.key('title')}
          {...form.getInputProps('title')}
        />
        <Textarea
          label={eventsTexts.descriptionField}
          autosize
          minRows={2}
          maxRows={8}
          errorProps={{ role: 'alert' }}
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
          <TextField
            label={eventsTexts.startField}
            type="datetime-local"
            max={latestTime}
            key={form.key('dateTime')}
            {...form.getInputProps('dateTime')}
          />
          <TextField
            label={eventsTexts.endField}
            type="datetime-local"
            max={latestTime}
            key={form.key('deadline')}
            {...form.getInputProps('deadline')}
          />
        </div>
        <TextField
          label={eventsTexts.linkField}
          type="url"
          autoComplete="off"
          key={form.key('link')}
          {...form.getInputProps('link')}
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
            {...form.getInputProps('duration')}
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
        <Button variant="quiet" onClick={close}>
          {eventsTexts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={creation.isPending}>
          {eventsTexts.submit}
        </Button>
      </div>
    </form>
  )
}
