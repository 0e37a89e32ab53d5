import type { Event } from '@covo/contract/events/events.routes'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import styles from './add-to-calendar.module.css'
import { googleCalendarLink, outlookCalendarLink } from './calendar-links.ts'
import { eventTexts } from './event.texts.it.ts'

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
        <ul id={listId} className={styles.links}>
          <li>
            <a href={googleCalendarLink(event, page)} target="_blank" rel="noopener noreferrer">
              {eventTexts.googleCalendar}
            </a>
          </li>
          <li>
            <a href={outlookCalendarLink(event, page)} target="_blank" rel="noopener noreferrer">
              {eventTexts.outlook}
            </a>
          </li>
          <li>
            <a href={`/eventi/${event.id}.ics`} download>
              {eventTexts.downloadCalendar}
            </a>
          </li>
        </ul>
      )}
    </div>
  )
}
