import type { Event } from '@covo/contract/events/events.routes'
import { isWebLink } from '@covo/contract/events/events.rules'
import { IconCheck, IconCrown, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useMember } from '../platform/member.ts'
import { Button } from '../ui/button.tsx'
import { giveFocus } from '../ui/keep-focus.ts'
import { OuterLink } from '../ui/outer-link.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import styles from './event-card.module.css'
import { isRunning, readerDates, startsIn } from './event-dates.ts'
import { EventChip, EventHead } from './event-head.tsx'
import { shortenLink } from './event-text.ts'
import { eventsTexts } from './events.texts.it.ts'
import { useParticipation } from './use-participation.ts'

/**
 * An event of the list at `now` (milliseconds). Nobody joins or leaves one that is over: the grid tells the time each minute.
 * @param onFound set for a card that is looked for: it takes the focus and stays in sight until the reader acts, which it tells
 */
export function EventCard({
  event,
  now,
  onFound,
}: {
  event: Event
  now: number
  onFound?: (() => void) | undefined
}) {
  const titleId = useId()
  const card = useRef<HTMLElement>(null)

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
        <h2 id={titleId}>{event.title}</h2>
      </EventHead>
      <Description text={event.description} titleId={titleId} />
      <dl className={styles.facts}>
        <Fact name={eventsTexts.start}>{readerDates.short(event.dateTime)}</Fact>
        <Fact name={eventsTexts.end}>{readerDates.short(event.deadline)}</Fact>
        <Fact name={eventsTexts.duration}>{event.duration}</Fact>
        <Fact name={eventsTexts.link}>
          <EventLink link={event.link} />
        </Fact>
        <Fact name={eventsTexts.organizer}>
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
          {eventsTexts.participants(event.participantsCount)}
        </p>
        <Participation event={event} isOver={Date.parse(event.deadline) < now} titleId={titleId} />
      </footer>
    </article>
  )
}

/** Whether it goes on, or how long it is until it starts. */
function Moment({ event, now }: { event: Event; now: number }) {
  if (isRunning(event, now)) return <EventChip>{eventsTexts.running}</EventChip>
  return <span className={styles.moment}>{startsIn(event, now)}</span>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
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
        {text}
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

function Participation({ event, isOver, titleId }: { event: Event; isOver: boolean; titleId: string }) {
  const { uid } = useMember()
  const participation = useParticipation()
  const { isParticipating } = event
  if (event.organizerId === uid)
    return (
      <p className={styles.organized}>
        <IconCrown aria-hidden="true" />
        {eventsTexts.organized}
      </p>
    )
  if (isOver) return null
  return (
    <Button
      size="small"
      variant={isParticipating ? 'soft' : 'secondary'}
      aria-pressed={isParticipating}
      aria-describedby={titleId}
      onClick={() => {
        // A double click is one wish.
        if (!participation.isPending) participation.mutate(event)
      }}
    >
      {isParticipating && <IconCheck aria-hidden="true" />}
      {isParticipating ? eventsTexts.joined : eventsTexts.join}
    </Button>
  )
}
