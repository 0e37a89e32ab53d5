import { type NextEvent, nextEventsElement, publicEventsPath } from '@covo/contract/events/public-events'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { CategoryBadge } from '../events/category-badge.tsx'
import { datesOf } from '../events/event-dates.ts'
import { hasPublicEvents, instanceName } from '../platform/instance.ts'
import { fetchWrittenData, writtenData } from '../platform/written-data.ts'
import { publicEventPath, visitorScreens } from '../screens.ts'
import { ArchDecoration } from '../ui/arch-decoration.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { PolicyLinks } from '../ui/policy-links.tsx'
import { useScreenTitle } from '../ui/screen.tsx'
import styles from './landing.module.css'
import { landingTexts, sampleChat } from './landing.texts.it.ts'

/** The page that greets a visitor. */
export function LandingScreen() {
  const heading = useScreenTitle(null)
  const { state } = useLocation() as { state: { notice?: unknown } | null }
  return (
    <main className={styles.page}>
      <div className={styles.words}>
        <Logo className={styles.mark} />
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {instanceName}
        </h1>
        <p className={styles.tagline}>{landingTexts.tagline}</p>
        <p className={styles.pitch}>{landingTexts.pitch}</p>
        {typeof state?.notice === 'string' && (
          <p role="alert" className={styles.notice}>
            {state.notice}
          </p>
        )}
        <div className={styles.actions}>
          <ButtonLink to={visitorScreens.register.path} variant="primary" size="large">
            {landingTexts.register}
          </ButtonLink>
          <ButtonLink to={visitorScreens.login.path} variant="secondary" size="large">
            {landingTexts.login}
          </ButtonLink>
        </div>
        <div className={styles.statistics}>
          {landingTexts.statistics.map(([figure, name]) => (
            <p key={name}>
              <strong>{figure}</strong> <span>{name}</span>
            </p>
          ))}
        </div>
        <div className={styles.policies}>
          <PolicyLinks />
        </div>
      </div>
      <ArchDecoration className={styles.doorway} isReadOut>
        {hasPublicEvents && <NextEvents />}
        <SampleChat />
      </ArchDecoration>
    </main>
  )
}

/** The events that start next, as the server writes them into the page, and the way to all. */
function NextEvents() {
  const [events, setEvents] = useState(() => writtenData<NextEvent[]>(nextEventsElement))
  const isWritten = events !== null

  useEffect(() => {
    // The visit began on another page.
    if (!isWritten) fetchWrittenData<NextEvent[]>('/', nextEventsElement).then(setEvents, () => undefined)
  }, [isWritten])

  return (
    <section className={styles.next} aria-label={landingTexts.next}>
      {events && events.length > 0 && (
        <>
          <h2>{landingTexts.next}</h2>
          <ul>
            {events.map((event) => (
              <li key={event.id}>
                <NextEventRow event={event} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Link to={publicEventsPath} reloadDocument className={styles.all}>
        {landingTexts.allEvents}
      </Link>
    </section>
  )
}

function NextEventRow({ event }: { event: NextEvent }) {
  const dates = datesOf(event)
  const start = dates.monthAndDay(event.dateTime)
  return (
    <div className={styles.event}>
      <span className={styles.date} aria-hidden="true">
        <small>{start?.month}</small>
        <span>{start?.day}</span>
      </span>
      <div>
        <CategoryBadge category={event.category} />
        <Link to={publicEventPath(event.id)} reloadDocument className={styles.eventTitle}>
          <bdi>{event.title}</bdi>
        </Link>
        <span className="mono">{`${dates.short(event.dateTime)} · ${event.duration}`}</span>
      </div>
    </div>
  )
}

function SampleChat() {
  return (
    <div className={styles.sample} aria-hidden="true">
      {sampleChat.map(({ author, tone, time, texts }) => (
        <div key={time} className={author ? styles.group : styles.own}>
          {author && <Avatar person={{ uid: tone, name: author, photoURL: null }} />}
          <div className={styles.bubbles}>
            <span>
              {author && <strong>{author}</strong>} <span className="mono">{time}</span>
            </span>
            {texts.map((text) => (
              <p key={text}>
                {text.split(/(`[^`]+`)/).map((part) => {
                  const Part = part.startsWith('`') ? 'code' : 'span'
                  return <Part key={part}>{part}</Part>
                })}
              </p>
            ))}
          </div>
        </div>
      ))}
      <div className={styles.composer}>{landingTexts.composer}</div>
    </div>
  )
}
