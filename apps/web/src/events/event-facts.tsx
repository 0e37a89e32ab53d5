import { isWebLink } from '@covo/contract/addresses'
import type { Event, EventDetails } from '@covo/contract/events/events.routes'
import { ctftimePage, hasAddress } from '@covo/contract/events/events.rules'
import { wallTimeAt } from '@covo/contract/time-zones'
import { IconCalendarEvent, IconMapPin } from '@tabler/icons-react'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { readerZone } from '../platform/format.ts'
import { LabelledLink, OuterLink, ServiceLink } from '../ui/outer-link.tsx'
import styles from './event.module.css'
import { eventTexts, venueNames } from './event.texts.it.ts'
import { datesIn, isKnownZone, lengthOf, minutesOf, readerDates, spanOf } from './event-dates.ts'
import { EventHead } from './event-head.tsx'
import { mapOf, seatsText } from './event-seats.ts'

/** The head of an event's page: the time until it starts stands over the title, and below it why the event is cancelled. */
export function EventPageHead({
  event,
  now,
  children,
}: {
  event: EventDetails
  now: number
  children: ReactNode
}) {
  const isCancelled = event.status === 'cancelled'
  return (
    <EventHead event={event} mark={!isCancelled && <EventState event={event} now={now} />}>
      {children}
      {isCancelled && <EventState event={event} now={now} />}
    </EventHead>
  )
}

/** How long it is until the start or the end. That one of them has come is announced, once. */
function EventState({
  event: { dateTime, deadline, status, cancelReason },
  now,
}: {
  event: EventDetails
  now: number
}) {
  const [start, end] = [Date.parse(dateTime), Date.parse(deadline)]
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
      <p role="timer" className={isCancelled ? styles.cancelled : styles.state}>
        {isCancelled ? eventTexts.cancelled : stateIn(phase, start - now, end - now)}
      </p>
      {isCancelled && <p className={styles.reason}>{cancelReason}</p>}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

function stateIn(phase: 'before' | 'running' | 'over', untilStart: number, untilEnd: number): string {
  if (phase === 'before') return eventTexts.startsAfter(lengthOf(untilStart))
  return phase === 'running' ? eventTexts.endsAfter(lengthOf(untilEnd)) : eventTexts.over
}

/**
 * The time is drawn as one line, the place as a second one, the other facts below. What the page says elsewhere already is there for
 * screen readers alone.
 */
export function EventFacts({ event }: { event: EventDetails }) {
  const { dateTime, deadline, isAllDay } = event
  const isHere = [dateTime, deadline].every((instant) => isReadersTime(event, instant))
  const { start, end, sign } = spanOf(event, { now: Date.parse(event.now), isHere })
  const elapsed = Date.parse(deadline) - Date.parse(dateTime) + (isAllDay ? 60_000 : 0)
  return (
    <dl className={styles.facts}>
      <div className={styles.time}>
        <dt className="visually-hidden">{eventTexts.start}</dt>
        <dd>
          <IconCalendarEvent aria-hidden="true" />
          <Moment event={event} instant={dateTime} parts={start} sign={sign} />
        </dd>
      </div>
      <div className={styles.time}>
        <dt className="visually-hidden">{eventTexts.end}</dt>
        <dd>
          <Moment event={event} instant={deadline} parts={end} />
        </dd>
      </div>
      <Fact name={eventTexts.duration}>{event.duration}</Fact>
      {elapsed > 0 && (
        <Fact name={eventTexts.elapsed} isSpoken={minutesOf(event.duration) === elapsed / 60_000}>
          {/* A day on which the clock changes is one, too. */}
          {isAllDay ? eventTexts.days(Math.round(elapsed / 86_400_000)) : lengthOf(elapsed)}
        </Fact>
      )}
      {event.venue !== 'none' && (
        <div className={styles.place}>
          <dt className="visually-hidden">{eventTexts.where}</dt>
          <dd>
            <IconMapPin aria-hidden="true" />
            <Venue event={event} />
            {event.address && (
              <>
                <br />
                <MapLink event={event} />
              </>
            )}
          </dd>
        </div>
      )}
      <Fact name={eventTexts.link}>
        {isWebLink(event.link) ? <OuterLink href={event.link} /> : event.link}
      </Fact>
      <Fact name={eventTexts.organizer} isSpoken>
        {event.organizers.map(({ uid, displayName }, index) => (
          <Fragment key={uid}>
            {index > 0 && <span>, </span>}
            <bdi>{displayName}</bdi>
          </Fragment>
        ))}
      </Fact>
      {event.capacity !== null && (
        <Fact name={eventTexts.seats} isSpoken>
          {seatsText(event)}
        </Fact>
      )}
      {event.joinDeadline && (
        <Fact name={eventTexts.joinDeadline}>{readerDates.longNamed(event.joinDeadline)}</Fact>
      )}
      {event.ctftimeId && (
        <Fact name={eventTexts.source}>
          <ServiceLink href={ctftimePage(event.ctftimeId)}>{eventTexts.ctftime}</ServiceLink>
        </Fact>
      )}
    </dl>
  )
}

/** To the map that the organizer named, which says where it leads, or to our search for the address. */
function MapLink({ event }: { event: EventDetails }) {
  const href = mapOf(event)
  if (href !== event.mapLink) return <ServiceLink href={href}>{eventTexts.openMap}</ServiceLink>
  return (
    <LabelledLink href={href} label={eventTexts.openMap}>
      {eventTexts.openMap}
    </LabelledLink>
  )
}

/** An instant in the reader's zone, and in the event's where its clock shows another time then. */
function Moment({
  event,
  instant,
  parts,
  sign,
}: {
  event: EventDetails
  instant: string
  parts: ReturnType<typeof spanOf>['start']
  /** Drawn behind it. */
  sign?: string
}) {
  const { timeZone, isAllDay } = event
  const isKnown = isKnownZone(timeZone)
  return (
    <>
      <span data-sign={sign}>
        {parts.map(({ text, isShown }) => (
          <span key={text} className={isShown ? undefined : 'visually-hidden'}>
            {text}
          </span>
        ))}
      </span>
      {!isAllDay && !isKnown && <span>{` (${eventTexts.zoneOf(timeZone)})`}</span>}
      {isKnown && !isReadersTime(event, instant) && (
        <span className={styles.elsewhere}>
          {eventTexts.inZone(timeZone, datesIn(timeZone).long(instant))}
        </span>
      )}
    </>
  )
}

/** Whether the event's clock shows then what the reader's does, or the event has days alone. */
function isReadersTime({ timeZone, isAllDay }: EventDetails, instant: string): boolean {
  const at = Date.parse(instant)
  return isKnownZone(timeZone) && (isAllDay || wallTimeAt(at, timeZone) === wallTimeAt(at, readerZone()))
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

/** @param isSpoken for screen readers alone: the page shows it elsewhere */
export function Fact({
  name,
  isSpoken = false,
  children,
}: {
  name: string
  isSpoken?: boolean
  children: ReactNode
}) {
  return (
    <div className={isSpoken ? 'visually-hidden' : styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** 'Online', the address, or both. */
export function Venue({ event: { venue, address } }: { event: Event }) {
  if (!hasAddress(venue)) return <span>{venueNames[venue]}</span>
  return (
    <>
      {venue === 'both' && <span>{`${venueNames.online} · `}</span>}
      <bdi>{address}</bdi>
    </>
  )
}
