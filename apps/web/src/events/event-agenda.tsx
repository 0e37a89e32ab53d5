import type { Event, LightEvent } from '@covo/contract/events/events.routes'
import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { eventPath } from '../screens.ts'
import { Contained } from '../ui/error-boundary.tsx'
import { giveFocus } from '../ui/keep-focus.ts'
import { type AgendaPart, agendaOf } from './agenda.ts'
import { CategoryBadge } from './category-badge.tsx'
import { eventTexts } from './event.texts.it.ts'
import styles from './event-agenda.module.css'
import { datesOf } from './event-dates.ts'
import { EventChip } from './event-head.tsx'
import { eventsTexts } from './events.texts.it.ts'

/**
 * Events at `now` (milliseconds) as rows under their days. The row of the event that is `sought` takes the focus and
 * calls `onFound`.
 */
export function EventAgenda({
  events,
  now,
  sought,
  onFound,
}: {
  events: readonly Event[]
  now: number
  sought: Event | null
  onFound: () => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const soughtId = events.find(({ id }) => id === sought?.id)?.id

  useEffect(() => {
    const link = soughtId && list.current?.querySelector<HTMLElement>(`[href="${eventPath(soughtId)}"]`)
    if (link && giveFocus(link)) onFound()
  }, [soughtId, onFound])

  return (
    <div ref={list} className={styles.agenda}>
      {agendaOf(events, now, eventsTexts.running).map((part) => (
        <Part key={part.heading} part={part} />
      ))}
    </div>
  )
}

function Part({ part: { heading, events } }: { part: AgendaPart }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{heading}</h2>
      <AgendaRows events={events} headingId={headingId} />
    </section>
  )
}

type RowEvent = LightEvent & { isParticipating?: boolean }

/** Events as rows below a heading; of light ones, whether the reader takes part is not known. */
export function AgendaRows({ events, headingId }: { events: readonly RowEvent[]; headingId: string }) {
  return (
    <ul aria-labelledby={headingId}>
      {events.map((event) => (
        <li key={event.id}>
          <Contained>
            <Link to={eventPath(event.id)}>
              <time dateTime={event.dateTime}>{datesOf(event).time(event.dateTime)}</time>{' '}
              <bdi>{event.title}</bdi>
            </Link>
            <Chip event={event} />
            <CategoryBadge category={event.category} />
            <Until event={event} />
          </Contained>
        </li>
      ))}
    </ul>
  )
}

function Chip({ event: { status, isParticipating } }: { event: RowEvent }) {
  if (status === 'cancelled') return <EventChip>{eventTexts.cancelled}</EventChip>
  return isParticipating && <EventChip>{eventsTexts.participating}</EventChip>
}

/** The last day of an event of several. */
function Until({ event }: { event: LightEvent }) {
  const { shortDay } = datesOf(event)
  const last = shortDay(event.deadline)
  return last === shortDay(event.dateTime) ? null : (
    <span className={styles.until}>{eventsTexts.until(last)}</span>
  )
}
