import type { EventDetails } from '@covo/contract/events/events.routes'
import { IconMessage2, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { ApiError, describeError } from '../platform/api.ts'
import { isUuid } from '../platform/uuid.ts'
import { eventRoomPath, memberScreens, publicEventPath } from '../screens.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from '../ui/screen.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { CategoryBadge } from './category-badge.tsx'
import styles from './event.module.css'
import { eventErrors, eventTexts, notFound } from './event.texts.it.ts'
import { EventDescription, EventFacts, EventState, useSeconds } from './event-facts.tsx'
import { EventManagement } from './event-management.tsx'
import { EventParticipants } from './event-participants.tsx'
import { EventUpdates } from './event-updates.tsx'
import { eventQuery } from './events.queries.ts'
import { Participation, QueuePosition } from './participation.tsx'
import { ReportEvent } from './report-event.tsx'
import { ShareEvent } from './share-event.tsx'

/** One event: when, where and what it is, and the button that joins it. */
export function EventScreen() {
  const { eventId = '' } = useParams()
  const id = eventId.toLowerCase()
  if (!isUuid(id)) return <Navigate to={memberScreens.home.path} replace />
  return <EventOf key={id} id={id} />
}

function EventOf({ id }: { id: string }) {
  const { data: event, dataUpdatedAt, error, isFetching, refetch } = useQuery(eventQuery(id))
  const isMissing = error instanceof ApiError && error.code === 'events.not_found'
  if (isMissing) return <Page title={notFound} />
  if (!event)
    return (
      <Page title={eventTexts.event}>
        {error ? (
          <EmptyState broken text={describeError(error, eventErrors)}>
            <Button busy={isFetching} onClick={() => void refetch()}>
              {eventTexts.retry}
            </Button>
          </EmptyState>
        ) : (
          <div className={`${styles.awaited} appears-late`} aria-busy="true" />
        )}
      </Page>
    )
  return <EventPage event={event} ahead={Date.parse(event.now) - dataUpdatedAt} />
}

function Page({ title, heading, children }: { title: string; heading?: ReactNode; children?: ReactNode }) {
  return (
    <Screen title={title} heading={heading ?? title} route="eventi">
      <Link className={styles.back} to={memberScreens.events.path}>
        {eventTexts.backToEvents}
      </Link>
      {children}
    </Screen>
  )
}

/** @param ahead how far the server's clock is ahead of this device's, in milliseconds */
function EventPage({ event, ahead }: { event: EventDetails; ahead: number }) {
  const titleId = useId()
  const now = useSeconds() + ahead
  const [start, end] = [Date.parse(event.dateTime), Date.parse(event.deadline)]
  const address = `${location.origin}${publicEventPath(event.id)}`
  return (
    <Page title={event.title} heading={<bdi id={titleId}>{event.title}</bdi>}>
      <div className={styles.page}>
        <div className={styles.first}>
          <CategoryBadge category={event.category} />
          <EventState start={start} end={end} now={now} event={event} />
        </div>
        <EventFacts event={event} />
        <EventDescription text={event.description} />
        <div className={styles.foot}>
          <p className={styles.count}>
            <IconUsers aria-hidden="true" />
            {eventTexts.participants(event.participantsCount)}
          </p>
          <Participation event={event} now={now} titleId={titleId} />
          <QueuePosition event={event} />
        </div>
        <div className={styles.ways}>
          {(event.isParticipating || event.canManage) && (
            <ButtonLink variant="soft" to={eventRoomPath(event.id)}>
              <IconMessage2 aria-hidden="true" />
              {eventTexts.room}
            </ButtonLink>
          )}
          <AddToCalendar event={event} page={address} />
          <ShareEvent title={event.title} address={address} />
          {!event.canManage && <ReportEvent event={event} />}
        </div>
        <EventParticipants event={event} />
        <EventUpdates event={event} />
        {event.canManage && <EventManagement event={event} now={now} />}
      </div>
    </Page>
  )
}
