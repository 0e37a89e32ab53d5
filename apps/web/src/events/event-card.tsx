import { isWebLink } from '@covo/contract/addresses'
import { plainDescription } from '@covo/contract/chat/markup.text'
import type { Event } from '@covo/contract/events/events.routes'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { eventPath } from '../screens.ts'
import { giveFocus } from '../ui/keep-focus.ts'
import { OuterLink } from '../ui/outer-link.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import { eventTexts } from './event.texts.it.ts'
import styles from './event-card.module.css'
import { datesOf, isRunning, startsIn } from './event-dates.ts'
import { Fact, Venue } from './event-facts.tsx'
import { EventChip, EventHead } from './event-head.tsx'
import { isFull, seatsText } from './event-seats.ts'
import { shortenLink } from './event-text.ts'
import { eventsTexts } from './events.texts.it.ts'
import { Participation } from './participation.tsx'
import { useExpectedEvent } from './use-participation.ts'

/**
 * An event of the list at `now` (milliseconds). The grid renews it each minute, since nobody joins or leaves an event
 * that is over.
 * @param onFound set for a card that is looked for, which takes the focus and stays in sight; called when the reader acts
 */
export function EventCard({
  event: stored,
  now,
  onFound,
}: {
  event: Event
  now: number
  onFound?: (() => void) | undefined
}) {
  const event = useExpectedEvent(stored)
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  const dates = datesOf(event)

  useEffect(() => {
    const { current } = card
    const list = current?.closest('ul')
    if (!current || !list || !onFound) return
    giveFocus(current)
    // It moves where the next page of the list comes before it.
    const observer = new ResizeObserver(() => current.scrollIntoView({ block: 'center' }))
    observer.observe(list)
    const listening = new AbortController()
    for (const act of ['keydown', 'pointerdown', 'wheel'])
      addEventListener(act, onFound, { signal: listening.signal, passive: true })
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }, [onFound])

  return (
    <article
      ref={card}
      tabIndex={-1}
      className={styles.card}
      aria-labelledby={titleId}
      data-found={onFound ? '' : undefined}
    >
      <EventHead event={event} mark={<Moment event={event} now={now} />}>
        <h2 id={titleId}>
          <Link to={eventPath(event.id)}>{event.title}</Link>
        </h2>
      </EventHead>
      <Description text={event.description} titleId={titleId} />
      <dl className={styles.facts}>
        <Fact name={eventTexts.start}>{dates.short(event.dateTime)}</Fact>
        <Fact name={eventTexts.end}>
          <End start={dates.short(event.dateTime)} end={dates.short(event.deadline)} />
        </Fact>
        <Fact name={eventTexts.duration}>{event.duration}</Fact>
        <Fact name={eventTexts.link}>
          <EventLink link={event.link} />
        </Fact>
        {event.venue !== 'none' && (
          <Fact name={eventTexts.where}>
            <Venue event={event} />
          </Fact>
        )}
        {event.capacity !== null && <Fact name={eventTexts.seats}>{seatsText(event)}</Fact>}
        <Fact name={eventTexts.organizer}>
          {event.organizerName ? (
            <PersonLink uid={event.organizerId}>
              <bdi>{event.organizerName}</bdi>
            </PersonLink>
          ) : (
            eventsTexts.organizerUnknown
          )}
        </Fact>
      </dl>
      <footer className={styles.foot}>
        <p className={styles.count}>
          <IconUsers aria-hidden="true" />
          <span>{eventTexts.participants(event.participantsCount)}</span>
        </p>
        <Participation event={event} now={now} titleId={titleId} />
      </footer>
    </article>
  )
}

/** Whether it goes on, has no seat left, or how long it is until it starts. */
function Moment({ event, now }: { event: Event; now: number }) {
  if (event.status === 'cancelled') return <EventChip>{eventTexts.cancelled}</EventChip>
  if (isRunning(event, now)) return <EventChip>{eventsTexts.running}</EventChip>
  if (isFull(event) && Date.parse(event.deadline) >= now) return <EventChip>{eventTexts.full}</EventChip>
  return <span className={styles.moment}>{startsIn(event, now)}</span>
}

/** The end, whose zone is seen only where it isn't the one that the line above names. */
function End({ start, end }: { start: string; end: string }) {
  const [, text = '', zone = ''] = /^(.*\d\d:\d\d)( \S+)$/.exec(end) ?? []
  if (!zone || !start.endsWith(zone)) return end
  return (
    <>
      <span>{text}</span>
      <span className="visually-hidden">{zone}</span>
    </>
  )
}

function EventLink({ link }: { link: string }) {
  if (!isWebLink(link)) return shortenLink(link)
  return <OuterLink href={link} brief={shortenLink(link)} />
}

/** Two lines, cut by the style sheet, and the rest when it is asked for; the home's card cuts by characters (`previewOf`). */
function Description({ text, titleId }: { text: string; titleId: string }) {
  const [isCut, setIsCut] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const paragraph = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    const { current } = paragraph
    if (!current || isOpen) return
    const observer = new ResizeObserver(() => setIsCut(current.scrollHeight > current.clientHeight + 1))
    observer.observe(current)
    return () => observer.disconnect()
  }, [isOpen])

  return (
    <div className={styles.description}>
      <p ref={paragraph} data-open={isOpen}>
        {linesOf(text)}
      </p>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-describedby={titleId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? eventsTexts.showLess : eventsTexts.showMore}
        </button>
      )}
    </div>
  )
}

/** The lines of a description without its marks. An empty one would be the second of the two that are shown. */
function linesOf(description: string): string {
  return plainDescription(description).replaceAll(/\n\s*\n/g, '\n')
}
