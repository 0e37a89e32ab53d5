import type { Event } from '@covo/contract/events/events.routes'
import styles from './calendar-link-list.module.css'
import { googleCalendarLink, outlookCalendarLink } from './calendar-links.ts'
import { eventTexts } from './event.texts.it.ts'

/** The ways of an event into the calendars of others. `page` is the event's own address. */
export function CalendarLinkList({ id, event, page }: { id: string; event: Event; page: string }) {
  return (
    <ul id={id} className={styles.links}>
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
  )
}
