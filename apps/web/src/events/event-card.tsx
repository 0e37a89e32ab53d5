import type { Event } from '@covo/contract/events/events.routes'
import { isWebLink } from '@covo/contract/events/events.rules'
import { IconCheck, IconCrown, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useMember } from '../platform/member.ts'
import { Button } from '../ui/button.tsx'
import { OuterLink } from '../ui/outer-link.tsx'
import styles from './event-card.module.css'
import { readerDates } from './event-dates.ts'
import { EventHead } from './event-head.tsx'
import { shortenLink } from './event-text.ts'
import { eventsTexts } from './events.texts.it.ts'
import { useParticipation } from './use-participation.ts'

/** An event of the list. Nobody joins or leaves one that is over. */
export function EventCard({ event, isOver }: { event: Event; isOver: boolean }) {
  const titleId = useId()
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <EventHead event={event}>
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
          <bdi>{event.organizerName || eventsTexts.organizerUnknown}</bdi>
        </Fact>
      </dl>
      <footer className={styles.foot}>
        <p className={styles.count}>
          <IconUsers aria-hidden="true" />
          {eventsTexts.participants(event.participantsCount)}
        </p>
        <Participation event={event} isOver={isOver} titleId={titleId} />
      </footer>
    </article>
  )
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
  return <OuterLink href={link} shown={shortenLink(link)} />
}

/** Two lines, and the rest when it is asked for. */
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
