import type { Event } from '@covo/contract/events/events.routes'
import { IconArrowRight, IconCheck, IconCrown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useMember } from '../platform/member.ts'
import { eventPath, eventRoomPath, memberScreens, newEventPath } from '../screens.ts'
import { ArchDecoration } from '../ui/arch-decoration.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { eventTexts } from './event.texts.it.ts'
import { datesOf } from './event-dates.ts'
import { EventChip, EventHead } from './event-head.tsx'
import { previewOf } from './event-text.ts'
import { nextEventQuery } from './events.queries.ts'
import { eventsTexts } from './events.texts.it.ts'
import styles from './next-event-card.module.css'

/** The event that starts next, for the home: the member's own before those of others. */
export function NextEventCard() {
  const { uid } = useMember()
  const { data, isError, isFetching, refetch } = useQuery(nextEventQuery(uid))
  const navigate = useNavigate()
  return (
    <section className={styles.card} aria-labelledby="next-event">
      <h2 id="next-event">{eventsTexts.next}</h2>
      {data?.event && <NextEvent event={data.event} />}
      {data && !data.event && (
        <EmptyState text={eventsTexts.noNext}>
          <Button variant="soft" onClick={() => void navigate(newEventPath)}>
            {eventsTexts.createFirst}
          </Button>
        </EmptyState>
      )}
      {!data && isError && (
        <LoadFailure text={eventsTexts.nextFailed} isBusy={isFetching} onRetry={refetch} />
      )}
      {!data && !isError && (
        <div className="appears-late" aria-busy="true">
          <div className={styles.skeleton} />
        </div>
      )}
      <Button variant="soft" className={styles.all} onClick={() => void navigate(memberScreens.events.path)}>
        {eventsTexts.seeAll}
        <IconArrowRight aria-hidden="true" />
      </Button>
      {data?.event && (
        <ArchDecoration className={styles.doorway}>
          <span className={styles.light} />
        </ArchDecoration>
      )}
    </section>
  )
}

function NextEvent({ event }: { event: Event }) {
  return (
    <>
      <EventHead event={event} mark={<Share event={event} />}>
        <h3 className={styles.title}>
          <Link to={eventPath(event.id)}>{event.title}</Link>
        </h3>
        <p className={styles.date}>{datesOf(event).long(event.dateTime)}</p>
      </EventHead>
      <p className={styles.description}>{previewOf(event.description)}</p>
      {(event.isParticipating || event.canManage) && (
        <ButtonLink size="small" className={styles.room} to={eventRoomPath(event.id)}>
          {eventTexts.room}
        </ButtonLink>
      )}
    </>
  )
}

/** Whether it is the member's own. */
function Share({ event }: { event: Event }) {
  const { uid } = useMember()
  if (event.organizerId === uid)
    return (
      <EventChip>
        <IconCrown aria-hidden="true" />
        {eventsTexts.organized}
      </EventChip>
    )
  if (!event.isParticipating) return null
  return (
    <EventChip>
      <IconCheck aria-hidden="true" />
      {eventsTexts.participating}
    </EventChip>
  )
}
