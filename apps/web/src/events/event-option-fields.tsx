import { takesTeams } from '@covo/contract/events/event-form.rules'
import { eventVenues, hasAddress } from '@covo/contract/events/events.rules'
import { knownTimeZones } from '@covo/contract/time-zones'
import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown } from '@tabler/icons-react'
import { type ComponentProps, useId, useMemo, useState } from 'react'
import { readerZone } from '../platform/format.ts'
import { asksCtftime } from '../platform/instance.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { TextField } from '../ui/field.tsx'
import { CtftimeLookup } from './ctftime-lookup.tsx'
import { venueNames } from './event.texts.it.ts'
import { instantOf, zoneWithOffset } from './event-dates.ts'
import type { EventFields } from './event-draft.ts'
import styles from './event-option-fields.module.css'
import { eventsTexts } from './events.texts.it.ts'

/** The fields that need not be entered. They are open from the start where one of them is set. */
export function EventOptionFields({
  form,
  address,
  mapLink,
  capacity,
  teamSize,
  joinDeadline,
  eventId,
  ctftime,
  onFill,
}: {
  form: UseFormReturnType<EventFields>
  /** The properties of the fields. */
  address: ComponentProps<typeof TextField>
  mapLink: ComponentProps<typeof TextField>
  capacity: ComponentProps<typeof TextField>
  teamSize: ComponentProps<typeof TextField>
  joinDeadline: ComponentProps<typeof DateField>
  /** The event that is edited; none for a new one. */
  eventId: string | undefined
  ctftime: ComponentProps<typeof TextField>
  onFill: (fields: EventFields) => void
}) {
  const { category, isAllDay, timeZone, venue } = form.values
  const [isOpen] = useState(
    isAllDay ||
      timeZone !== readerZone() ||
      venue !== 'none' ||
      form.values.capacity !== '' ||
      (takesTeams(category) && form.values.teamSize !== '') ||
      form.values.joinDeadline !== '' ||
      (asksCtftime && form.values.ctftimeId !== ''),
  )
  const allDayId = useId()
  return (
    <details className={styles.options} open={isOpen}>
      <summary>{eventsTexts.options}</summary>
      <div className={styles.fields}>
        {asksCtftime && <CtftimeLookup eventId={eventId} form={form} field={ctftime} onFill={onFill} />}
        <NativeSelect
          label={eventsTexts.venueField}
          size="md"
          rightSection={<IconChevronDown aria-hidden="true" />}
          data={eventVenues.map((value) => ({ value, label: venueNames[value] }))}
          key={form.key('venue')}
          {...form.getInputProps('venue')}
        />
        {hasAddress(venue) && (
          <>
            <TextField
              label={eventsTexts.addressField}
              autoComplete="off"
              key={form.key('address')}
              {...address}
            />
            <TextField
              label={eventsTexts.mapField}
              type="url"
              autoComplete="off"
              key={form.key('mapLink')}
              {...mapLink}
            />
          </>
        )}
        <div className={styles.check}>
          <input
            id={allDayId}
            key={form.key('isAllDay')}
            {...form.getInputProps('isAllDay', { type: 'checkbox' })}
            type="checkbox"
          />
          <label htmlFor={allDayId}>{eventsTexts.allDayField}</label>
        </div>
        <TimeZone form={form} />
        <TextField
          label={eventsTexts.capacityField}
          inputMode="numeric"
          autoComplete="off"
          key={form.key('capacity')}
          {...capacity}
        />
        {takesTeams(category) && (
          <TextField
            label={eventsTexts.teamSizeField}
            inputMode="numeric"
            autoComplete="off"
            key={form.key('teamSize')}
            {...teamSize}
          />
        )}
        <DateField label={eventsTexts.joinDeadlineField} key={form.key('joinDeadline')} {...joinDeadline} />
      </div>
    </details>
  )
}

/** The zone's name; the list of all of them is made when it is to be changed. */
function TimeZone({ form }: { form: UseFormReturnType<EventFields> }) {
  const { dateTime, timeZone } = form.values
  const [isChanging, setIsChanging] = useState(false)
  if (!isChanging)
    return (
      <div className={styles.zone}>
        <span>{eventsTexts.eventZone(timeZone)}</span>
        <Button size="small" variant="quiet" onClick={() => setIsChanging(true)}>
          {eventsTexts.changeZone}
        </Button>
      </div>
    )
  return <ZoneSelect form={form} start={instantOf(dateTime, timeZone)} />
}

function ZoneSelect({ form, start }: { form: UseFormReturnType<EventFields>; start: string }) {
  const [first] = useState(form.values.timeZone)
  const zones = useMemo(() => {
    const instant = start ? Date.parse(start) : Date.now()
    const names = new Set([readerZone(), 'Europe/Rome', 'UTC', first, ...knownTimeZones()])
    return [...names].map((value) => ({ value, label: zoneWithOffset(value, instant) }))
  }, [start, first])
  return (
    <NativeSelect
      label={eventsTexts.zoneField}
      size="md"
      // It takes the place of the button that had the focus.
      autoFocus
      rightSection={<IconChevronDown aria-hidden="true" />}
      data={zones}
      key={form.key('timeZone')}
      {...form.getInputProps('timeZone')}
    />
  )
}
