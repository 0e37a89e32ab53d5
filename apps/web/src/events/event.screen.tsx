import { parseDescription } from '@covo/contract/chat/markup'
import type { EventDetails } from '@covo/contract/events/events.routes'
import { teamCategories } from '@covo/contract/teams/teams.rules'
import { IconMessage2, IconUsersGroup } from '@tabler/icons-react'
import { useId } from 'react'
import { eventRoomPath, eventTeamsPath, publicEventPath } from '../screens.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { Screen } from '../ui/screen.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import styles from './event.module.css'
import { eventTexts } from './event.texts.it.ts'
import { EventDescription } from './event-description.tsx'
import { EventFacts, EventPageHead, useSeconds } from './event-facts.tsx'
import { EventManagement } from './event-management.tsx'
import { BackToEvents, EventOfPath } from './event-of-path.tsx'
import { EventParticipants } from './event-participants.tsx'
import { EventHosts, EventStanding } from './event-standing.tsx'
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
  const description = parseDescription(event.description)
  const address = `${location.origin}${publicEventPath(event.id)}`
  return (
    <Screen
      className={styles.screen}
      title={event.title}
      heading={<bdi id={titleId}>{event.title}</bdi>}
      back={<BackToEvents />}
      around={(heading) => (
        <EventPageHead event={event} now={now}>
          {heading}
        </EventPageHead>
      )}
    >
      <div className={styles.page}>
        <div className={styles.about}>
          <div className={styles.card}>
            <Contained>
              <EventFacts event={event} />
            </Contained>
            <Contained>
              <EventDescription blocks={description} />
            </Contained>
          </div>
          <Contained>
            <EventUpdates event={event} />
          </Contained>
        </div>
        <div className={styles.join}>
          <EventStanding event={event}>
            <QueuePosition event={event} />
          </EventStanding>
          <Contained>
            <Participation event={event} now={now} titleId={titleId} isMain />
          </Contained>
        </div>
        <div className={styles.side}>
          <div className={styles.ways}>
            {(event.canManage || (event.isParticipating && stored.isParticipating)) && (
              <ButtonLink variant="soft" to={eventRoomPath(event.id)}>
                <IconMessage2 aria-hidden="true" />
                {eventTexts.room}
              </ButtonLink>
            )}
            {hasTeams(event) && (
              <ButtonLink variant="quiet" to={eventTeamsPath(event.id)}>
                <IconUsersGroup aria-hidden="true" />
                {eventTexts.teams}
              </ButtonLink>
            )}
            <Contained>
              <AddToCalendar event={event} page={address} />
            </Contained>
            <ShareEvent title={event.title} address={address} />
          </div>
          {event.canManage && <EventManagement event={event} now={now} />}
          <Contained>
            <EventHosts organizers={event.organizers} />
          </Contained>
          <Contained>
            <EventParticipants event={event} />
          </Contained>
          {!event.canManage && <ReportEvent event={event} />}
        </div>
      </div>
    </Screen>
  )
}

/** Whether teams enter events of its kind. */
function hasTeams({ category }: EventDetails): boolean {
  return teamCategories.some((one) => one === category)
}
