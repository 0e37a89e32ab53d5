import { completeLink } from '@covo/contract/addresses'
import { type EventForm as Entered, readCtftimePage } from '@covo/contract/events/event-form.rules'
import { eventCategories } from '@covo/contract/events/events.rules'
import { NativeSelect, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { readerZone } from '../platform/format.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { TextField } from '../ui/field.tsx'
import styles from './create-event-dialog.module.css'
import { categoryNames } from './event.texts.it.ts'
import { datesOf, instantOf, readLocal } from './event-dates.ts'
import type { EventFields } from './event-draft.ts'
import { editErrors } from './event-management.texts.it.ts'
import { EventOptionFields } from './event-option-fields.tsx'
import { withPrefilled } from './event-prefill.ts'
import { eventsTexts } from './events.texts.it.ts'

/** Beyond it, the browser would let a year have six figures. */
const latestTime = '9999-12-31T23:59'

export type FormProblem = { field: keyof Entered; code: keyof typeof editErrors & `events.${string}` }

/** Null for an empty field, NaN for a text that is no whole number. */
function numberOf(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

/** An instant; a text that is no time stays as it is, and is refused. */
function joinDeadlineOf({ joinDeadline, timeZone }: EventFields): string {
  return instantOf(joinDeadline, timeZone) || joinDeadline
}

/** The fields of an event, to create or to edit it. End and duration are filled in as long as they are left to it. */
export function EventForm({
  eventId,
  initial,
  onChange,
  check,
  onSubmit,
  isPending,
  note,
  failure,
  submit,
  onCancel,
}: {
  /** The event that is edited; none for a new one. */
  eventId?: string
  initial: EventFields
  onChange: (fields: EventFields) => void
  /** The problems of the entered values, in the order in which they are shown. */
  check: (entered: Entered, fields: EventFields) => FormProblem[]
  onSubmit: (entered: Entered, fields: EventFields) => void
  isPending: boolean
  /** The alerts above the buttons: a hint, and a failure. */
  note?: ReactNode
  failure: ReactNode
  /** The name of the button that submits. */
  submit: string
  onCancel: () => void
}) {
  /** The one of the faulty fields that is announced: the others are marked, and met on the way. */
  const [announced, setAnnounced] = useState<keyof Entered | null>(null)
  /** Whether the change is one of all fields together, to which nothing is added. */
  const isFilling = useRef(false)
  const form = useForm<EventFields>({ initialValues: initial, onValuesChange: handleChange })

  function handleChange(values: EventFields, before: EventFields) {
    const { deadline, duration } = isFilling.current ? values : withPrefilled(before, values)
    onChange({ ...values, deadline, duration })
    if (deadline !== values.deadline) form.setFieldValue('deadline', deadline)
    if (duration !== values.duration) form.setFieldValue('duration', duration)
  }

  function fill(fields: EventFields) {
    isFilling.current = true
    form.setValues(fields)
    isFilling.current = false
    form.clearErrors()
    setAnnounced(null)
  }

  function handleSubmit(fields: EventFields) {
    if (isPending) return
    const entered = {
      ...fields,
      dateTime: instantOf(fields.dateTime, fields.timeZone),
      deadline: instantOf(fields.deadline, fields.timeZone),
      link: completeLink(fields.link),
      mapLink: completeLink(fields.mapLink),
      capacity: numberOf(fields.capacity),
      teamSize: numberOf(fields.teamSize),
      joinDeadline: joinDeadlineOf(fields),
      // A text that is no page there is refused as a number.
      ctftimeId: readCtftimePage(fields.ctftimeId) ?? fields.ctftimeId,
    }
    const problems = check(entered, fields)
    if (problems[0]) showProblems(problems, problems[0].field)
    else onSubmit(entered, fields)
  }

  /** The first one in the specification's words, and the focus with it; of the others, that they are missing in short. */
  function showProblems(problems: FormProblem[], first: keyof Entered) {
    const texts = problems.map(({ field, code }) => {
      const isMissing = code === 'events.required_fields_missing'
      return [field, isMissing && field !== first ? eventsTexts.fieldMissing : editErrors[code]]
    })
    form.setErrors(Object.fromEntries(texts))
    setAnnounced(first)
    const node = form.getInputNode(first)
    const options = node?.closest('details')
    if (options) options.open = true
    node?.focus()
  }

  const propsOf = (field: keyof Entered) => ({
    ...form.getInputProps(field),
    isPassing: field !== announced,
  })

  /** A time is kept while its field holds the day alone. */
  function propsOfTime(field: 'dateTime' | 'deadline') {
    const { isAllDay, timeZone } = form.values
    const local = form.values[field]
    const props = { ...propsOf(field), max: latestTime, inWords: readLocal(local, timeZone) }
    if (!isAllDay) return { ...props, type: 'datetime-local' }
    return {
      ...props,
      type: 'date',
      max: latestTime.slice(0, 10),
      inWords: local && datesOf({ timeZone, isAllDay }).long(instantOf(local, timeZone)),
      value: local.slice(0, 10),
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
        form.setFieldValue(field, value && `${value}T${local.slice(11) || '00:00'}`),
    }
  }

  const { isAllDay, timeZone } = form.values

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
                <span>{form.errors.description}</span>
              </>
            )
          }
        />
        <div className={styles.times}>
          <DateField
            label={eventsTexts.startField}
            key={`${form.key('dateTime')} ${isAllDay}`}
            {...propsOfTime('dateTime')}
          />
          <DateField
            label={eventsTexts.endField}
            key={`${form.key('deadline')} ${isAllDay}`}
            {...propsOfTime('deadline')}
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
        <EventOptionFields
          form={form}
          address={propsOf('address')}
          mapLink={propsOf('mapLink')}
          capacity={propsOf('capacity')}
          teamSize={propsOf('teamSize')}
          eventId={eventId}
          ctftime={propsOf('ctftimeId')}
          onFill={fill}
          joinDeadline={{
            ...propsOf('joinDeadline'),
            type: 'datetime-local',
            max: latestTime,
            inWords: readLocal(form.values.joinDeadline, timeZone),
          }}
        />
        {timeZone === readerZone() && <p className={styles.zone}>{eventsTexts.zone(readerZone())}</p>}
      </div>
      {note}
      {failure && <div className={styles.alert}>{failure}</div>}
      <div className={styles.foot}>
        <Button variant="quiet" onClick={onCancel}>
          {eventsTexts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
