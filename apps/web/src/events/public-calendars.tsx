import { eventCategories } from '@covo/contract/events/events.rules'
import { useId } from 'react'
import styles from './calendar-feed.module.css'
import { feedTexts } from './calendar-feed.texts.it.ts'
import { categoryNames } from './event.texts.it.ts'

/** The addresses of the calendars that anybody may read. */
export function PublicCalendars() {
  const headingId = useId()
  const address = `${location.origin}/eventi.ics`
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h2 id={headingId}>{feedTexts.publicCalendars}</h2>
      <dl className={styles.calendars}>
        <Calendar name={feedTexts.all} address={address} />
        {eventCategories.map((category) => (
          <Calendar
            key={category}
            name={categoryNames[category]}
            address={`${address}?categoria=${category}`}
          />
        ))}
      </dl>
    </section>
  )
}

function Calendar({ name, address }: { name: string; address: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <a href={address}>{address}</a>
      </dd>
    </div>
  )
}
