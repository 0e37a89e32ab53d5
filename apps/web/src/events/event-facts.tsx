import type { Event, EventDetails } from '@covo/contract/events/events.routes'
import { ctftimePage, hasAddress, isWebLink } from '@covo/contract/events/events.rules'
import { wallTimeAt } from '@covo/contract/time-zones'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { LabelledLink, OuterLink } from '../ui/outer-link.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import styles from './event.module.css'
import { eventTexts, venueNames } from './event.texts.it.ts'
import { datesIn, datesOf, lengthOf, readerDates, readerZone } from './event-dates.ts'
import { mapOf, seatsText } from './event-seats.ts'
import { linkedParts } from './event-text.ts'

/** How long it is until the start or the end. That one of them has come is announced, once. */
export function EventState({
  start,
  end,
  now,
  event: { status, cancelReason },
}: {
  start: number
  end: number
  now: number
  event: EventDetails
}) {
  const isCancelled = status === 'cancelled'
  const phase = now < start ? 'before' : now <= end ? 'running' : 'over'
  const [said, setSaid] = useState('')
  const last = useRef(phase)

  useEffect(() => {
    if (last.current === phase) return
    last.current = phase
    if (phase !== 'before' && !isCancelled)
      setSaid(phase === 'running' ? eventTexts.hasStarted : eventTexts.hasEnded)
  }, [phase, isCancelled])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div role="group" aria-label={eventTexts.state}>
      <p role="timer" className={styles.state}>
        {isCancelled && eventTexts.cancelled}
        {!isCancelled && phase === 'before' && eventTexts.startsAfter(lengthOf(start - now))}
        {!isCancelled && phase === 'running' && eventTexts.endsAfter(lengthOf(end - now))}
        {!isCancelled && phase === 'over' && eventTexts.over}
      </p>
      {isCancelled && <p className={styles.reason}>{cancelReason}</p>}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

/** When, where and by whom; names lead to profiles where `linkPeople` says so, which visitors have none of. */
export function EventFacts({ event, linkPeople = true }: { event: EventDetails; linkPeople?: boolean }) {
  const { dateTime, deadline, isAllDay } = event
  const elapsed = Date.parse(deadline) - Date.parse(dateTime) + (isAllDay ? 60_000 : 0)
  return (
    <dl className={styles.facts}>
      <Fact name={eventTexts.start}>
        <Moment event={event} instant={dateTime} />
      </Fact>
      <Fact name={eventTexts.end}>
        <Moment event={event} instant={deadline} />
      </Fact>
      <Fact name={eventTexts.duration}>{event.duration}</Fact>
      {elapsed > 0 && (
        <Fact name={eventTexts.elapsed}>
          {/* A day on which the clock changes is one, too. */}
          {isAllDay ? eventTexts.days(Math.round(elapsed / 86_400_000)) : lengthOf(elapsed)}
        </Fact>
      )}
      {event.venue !== 'none' && (
        <Fact name={eventTexts.where}>
          <Venue event={event} />
          {event.address && (
            <>
              <br />
              <LabelledLink href={mapOf(event)} label={eventTexts.openMap}>
                {eventTexts.openMap}
              </LabelledLink>
            </>
          )}
        </Fact>
      )}
      <Fact name={eventTexts.link}>
        {isWebLink(event.link) ? <OuterLink href={event.link} /> : event.link}
      </Fact>
      <Fact name={eventTexts.organizer}>
        {event.organizers.map(({ uid, displayName }, index) => (
          <Fragment key={uid}>
            {index > 0 && ', '}
            {linkPeople ? (
              <PersonLink uid={uid}>
                <bdi>{displayName}</bdi>
              </PersonLink>
            ) : (
              <bdi>{displayName}</bdi>
            )}
          </Fragment>
        ))}
      </Fact>
      {event.capacity !== null && <Fact name={eventTexts.seats}>{seatsText(event)}</Fact>}
      {event.joinDeadline && (
        <Fact name={eventTexts.joinDeadline}>{readerDates.longNamed(event.joinDeadline)}</Fact>
      )}
      {event.ctftimeId && (
        <Fact name={eventTexts.source}>
          <LabelledLink href={ctftimePage(event.ctftimeId)} label={eventTexts.ctftime}>
            {eventTexts.ctftime}
          </LabelledLink>
        </Fact>
      )}
    </dl>
  )
}

/** An instant in the reader's zone, and in the event's where its clock shows another time then. */
function Moment({ event, instant }: { event: EventDetails; instant: string }) {
  const { timeZone, isAllDay } = event
  if (isAllDay) return datesOf(event).long(instant)
  const at = Date.parse(instant)
  const isElsewhere = wallTimeAt(at, timeZone) !== wallTimeAt(at, readerZone())
  return (
    <>
      {readerDates.longNamed(instant)}
      {isElsewhere && (
        <>
          <br />
          {eventTexts.inZone(timeZone, datesIn(timeZone).long(instant))}
        </>
      )}
    </>
  )
}

export function EventDescription({ text }: { text: string }) {
  let at = 0
  return (
    <p className={styles.description}>
      {linkedParts(text).map((part) => {
        const key = at
        at += part.text.length
        return part.isLink ? <OuterLink key={key} href={part.text} /> : part.text
      })}
    </p>
  )
}

/** The device's time, to the second. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** 'Online', the address, or both. */
export function Venue({ event: { venue, address } }: { event: Event }) {
  if (!hasAddress(venue)) return venueNames[venue]
  return (
    <>
      {venue === 'both' && `${venueNames.online} · `}
      <bdi>{address}</bdi>
    </>
  )
}
