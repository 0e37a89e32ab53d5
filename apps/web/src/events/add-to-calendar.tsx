import type { Event } from '@covo/contract/events/events.routes'
import { IconCalendarPlus } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import styles from './add-to-calendar.module.css'
import { eventTexts } from './event.texts.it.ts'

// A visitor who reads an event doesn't wait for it.
const CalendarLinkList = lazy(() =>
  import('./calendar-link-list.tsx').then((module) => ({ default: module.CalendarLinkList })),
)

/** A button that shows the ways into the calendars of others. `page` is the event's own address. */
export function AddToCalendar({ event, page }: { event: Event; page: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  return (
    <div className={styles.calendar}>
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconCalendarPlus aria-hidden="true" />
        {eventTexts.addToCalendar}
      </Button>
      {isOpen && (
        <Suspense>
          <CalendarLinkList id={listId} event={event} page={page} />
        </Suspense>
      )}
    </div>
  )
}
