import type { Event } from '@covo/contract/events/events.routes'
import type { ReactNode } from 'react'
import { CategoryBadge } from './category-badge.tsx'
import { readerDates } from './event-dates.ts'
import styles from './event-head.module.css'

/** The date in an arch, which is lit when the reader takes part, beside category and title. */
export function EventHead({ event, children }: { event: Event; children: ReactNode }) {
  const start = readerDates.monthAndDay(event.dateTime)
  return (
    <div className={styles.head}>
      <div className={styles.arch} data-joined={event.isParticipating} aria-hidden="true">
        {start && (
          <>
            <span className={styles.month}>{start.month}</span>
            {start.day}
          </>
        )}
      </div>
      <div className={styles.name}>
        <CategoryBadge category={event.category} />
        {children}
      </div>
    </div>
  )
}
