import type { EventDetails } from '@covo/contract/events/events.routes'
import { IconMessage2, IconUsers } from '@tabler/icons-react'
import { useId } from 'react'
import { eventRoomPath, publicEventPath } from '../screens.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Screen } from '../ui/screen.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { CategoryBadge } from './category-badge.tsx'
import styles from './event.module.css'
import { eventTexts } from './event.texts.it.ts'
import { EventDescription, EventFacts, EventState, useSeconds } from './event-facts.tsx'
import { EventManagement } from './event-management.tsx'
import { BackToEvents, EventOfPath } from './event-of-path.tsx'
import { EventParticipants } from './event-participants.tsx'
import { EventUpdates } from './event-updates.tsx'
import { Participation, QueuePosition } from './participation.tsx'
import { ReportEvent } from './report-event.tsx'
import { ShareEvent } from './share-event.tsx'
import { useExpectedEvent } from './use-participation.ts'

/** One event: its time, place and description, and the button that joins it. */
export function EventScreen() {
  return (
    <EventOfPath title={eventTexts.event} back={() => <BackToEvents />}>
      {(event, ahead) => <EventPage event={event} ahead={ahead} />}
    </EventOfPath>
  )
}

/** @param ahead how far the server's clock is ahead of this device's, in milliseconds */
function EventPage({ event: stored, ahead }: { event: EventDetails; ahead: number }) {
  const event = useExpectedEvent(stored)
  const titleId = useId()
  const now = useSeconds() + ahead
  const [start, end] = [Date.parse(event.dateTime), Date.parse(event.deadline)]
  const address = `${location.origin}${publicEventPath(event.id)}`
  return (
    <Screen title={event.title} heading={<bdi id={titleId}>{event.title}</bdi>} route="eventi">
      <BackToEvents />
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
          {(event.canManage || (event.isParticipating && stored.isParticipating)) && (
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
    </Screen>
  )
}
