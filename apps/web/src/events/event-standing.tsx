import type { EventDetails } from '@covo/contract/events/events.routes'
import { IconUsers } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import { eventTexts } from './event.texts.it.ts'
import { seatsInWords } from './event-seats.ts'
import styles from './event-standing.module.css'

/** How many take part and whether there is room, beside the button that joins. */
export function EventStanding({ event, children }: { event: EventDetails; children?: ReactNode }) {
  const seats = seatsInWords(event)
  return (
    <div className={styles.standing}>
      {seats && <p className={styles.seats}>{seats}</p>}
      <p className={styles.count}>
        <IconUsers aria-hidden="true" />
        <span>{eventTexts.participants(event.participantsCount)}</span>
      </p>
      {children}
    </div>
  )
}

/** The organizers with their faces, who lead to their profiles unless the reader is a visitor, for whom there are none. */
export function EventHosts({
  organizers,
  isForVisitors = false,
}: {
  organizers: EventDetails['organizers']
  isForVisitors?: boolean
}) {
  return (
    <div className={styles.hosts}>
      {/* The facts say it to screen readers. */}
      <p className={styles.label} aria-hidden="true">
        {eventTexts.hosts}
      </p>
      {organizers.map(({ uid, displayName, photoURL = '' }) => (
        <p key={uid} className={styles.host}>
          <HostLink uid={uid} isDecoration isForVisitors={isForVisitors}>
            <Avatar person={{ uid, name: displayName, photoURL }} />
          </HostLink>
          <HostLink uid={uid} isForVisitors={isForVisitors}>
            <bdi>{displayName}</bdi>
          </HostLink>
        </p>
      ))}
    </div>
  )
}

function HostLink({
  isForVisitors,
  ...link
}: ComponentProps<typeof PersonLink> & { isForVisitors: boolean }) {
  return isForVisitors ? link.children : <PersonLink {...link} />
}
