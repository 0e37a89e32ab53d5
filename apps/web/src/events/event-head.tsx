import type { Event } from '@covo/contract/events/events.routes'
import type { ReactNode } from 'react'
import { CategoryBadge } from './category-badge.tsx'
import { datesOf } from './event-dates.ts'
import styles from './event-head.module.css'

type Headed = Pick<Event, 'dateTime' | 'timeZone' | 'isAllDay' | 'category'> & { isParticipating?: boolean }

/** The date in an arch, which is lit when the reader takes part, beside the category, a `mark` of the event and its title. */
export function EventHead({
  event,
  mark,
  children,
}: {
  event: Headed
  mark: ReactNode
  children: ReactNode
}) {
  const start = datesOf(event).monthAndDay(event.dateTime)
  return (
    <div className={styles.head}>
      <div className={styles.arch} data-joined={event.isParticipating} aria-hidden="true">
        {start && (
          <>
            <span className={styles.month}>{start.month}</span>
            <span>{start.day}</span>
          </>
        )}
      </div>
      <div className={styles.name}>
        <div className={styles.first}>
          <CategoryBadge category={event.category} />
          {mark}
        </div>
        {children}
      </div>
    </div>
  )
}

/** A word on an event that is the reader's, or goes on now. */
export function EventChip({ children }: { children: ReactNode }) {
  return <span className={styles.chip}>{children}</span>
}
