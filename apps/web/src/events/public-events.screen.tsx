import type { EventCategory } from '@covo/contract/events/events.rules'
import {
  type PublicEvent,
  type PublicEventList,
  publicEventsAddress,
  publicEventsElement,
  publicEventsPath,
} from '@covo/contract/events/public-events'
import { type ReactNode, useEffect } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { readerZone } from '../platform/format.ts'
import { hasPublicEvents } from '../platform/instance.ts'
import { useSession } from '../platform/session.ts'
import { writtenData } from '../platform/written-data.ts'
import { memberScreens, publicEventPath, visitorScreens } from '../screens.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PublicPage } from '../ui/public-page.tsx'
import { categoryNames, eventTexts, venueNames } from './event.texts.it.ts'
import { datesOf, isRunning, startsIn } from './event-dates.ts'
import { EventChip, EventHead } from './event-head.tsx'
import styles from './public-events.module.css'
import { publicEventsTexts } from './public-events.texts.it.ts'

/** The rules of events, which list them too, are more than the whole screen. */
const categories = Object.keys(categoryNames) as EventCategory[]

/** The events for visitors, as the server has written them into the page: each choice is a page of its own. Members are led to theirs. */
export function PublicEventsScreen() {
  const session = useSession()
  if (!hasPublicEvents) return <Navigate to="/" replace />
  if (session === 'in') return <Navigate to={memberScreens.events.path} replace />
  return <PublicEvents />
}

function PublicEvents() {
  const { pathname, search } = useLocation()
  const list = writtenData<PublicEventList>(publicEventsElement)
  const isElsewhere = !list && pathname !== publicEventsPath

  useEffect(() => {
    // The server knows the list by one spelling of its address.
    if (isElsewhere) location.replace(`${publicEventsPath}${search}`)
  }, [isElsewhere, search])

  if (!list)
    return (
      <Page title={publicEventsTexts.title}>
        {!isElsewhere && (
          <LoadFailure text={publicEventsTexts.loadFailed} onRetry={() => location.reload()} />
        )}
      </Page>
    )
  const { heading, category, month, months, events, next } = list
  return (
    <Page title={heading}>
      <nav className={styles.choice} aria-label={publicEventsTexts.category}>
        <Choice to={publicEventsAddress({ month })} isCurrent={category === null}>
          {publicEventsTexts.all}
        </Choice>
        {categories.map((one) => (
          <Choice key={one} to={publicEventsAddress({ category: one, month })} isCurrent={one === category}>
            {categoryNames[one]}
          </Choice>
        ))}
      </nav>
      <nav className={styles.choice} aria-label={publicEventsTexts.month}>
        <Choice to={publicEventsAddress({ category })} isCurrent={month === null}>
          {publicEventsTexts.allMonths}
        </Choice>
        {months.map((one) => (
          <Choice
            key={one.month}
            to={publicEventsAddress({ category, month: one.month })}
            isCurrent={one.month === month}
          >
            {one.name}
          </Choice>
        ))}
      </nav>
      <p className={styles.zone}>{publicEventsTexts.zone(readerZone())}</p>
      {events.length > 0 ? (
        <ul className={styles.list} aria-label={publicEventsTexts.list}>
          {events.map((event) => (
            <li key={event.id}>
              <Contained>
                <Card event={event} now={performance.timeOrigin} />
              </Contained>
            </li>
          ))}
        </ul>
      ) : category || month ? (
        <EmptyState text={publicEventsTexts.noneFiltered}>
          <ButtonLink variant="soft" to={publicEventsPath} reloadDocument>
            {publicEventsTexts.clearFilters}
          </ButtonLink>
        </EmptyState>
      ) : (
        <EmptyState text={publicEventsTexts.none} />
      )}
      {next && (
        <ButtonLink
          className={styles.more}
          to={publicEventsAddress({ category, month, after: next })}
          reloadDocument
        >
          {publicEventsTexts.more}
        </ButtonLink>
      )}
      <p className={styles.feeds}>
        <a href="/eventi.atom">{publicEventsTexts.feed}</a>
        <a href="/eventi.ics">{publicEventsTexts.calendar}</a>
      </p>
    </Page>
  )
}

function Choice({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link to={to} reloadDocument aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  )
}

/** An event of the list at `now` (milliseconds). */
function Card({ event, now }: { event: PublicEvent; now: number }) {
  const dates = datesOf(event)
  const titleId = `event-${event.id}`
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <EventHead event={event} mark={<Moment event={event} now={now} />}>
        <h2 id={titleId} className={styles.title}>
          <Link to={publicEventPath(event.id)} reloadDocument>
            <bdi>{event.title}</bdi>
          </Link>
        </h2>
        <p className={styles.facts}>
          <span>{dates.short(event.dateTime)}</span>
          <span>{event.duration}</span>
          {event.venue === 'online' && <span>{venueNames.online}</span>}
          {event.address && <bdi>{event.address}</bdi>}
        </p>
      </EventHead>
      <p className={styles.description}>{event.description}</p>
      <p className={styles.foot}>
        <span>{eventTexts.participants(event.participantsCount)}</span>
        <span>
          {eventTexts.organizer} <bdi>{event.organizerName}</bdi>
        </span>
      </p>
    </article>
  )
}

/** Whether it was cancelled, goes on, has no seat left, or how long it is until it starts. */
function Moment({ event, now }: { event: PublicEvent; now: number }) {
  if (event.status === 'cancelled') return <EventChip>{eventTexts.cancelled}</EventChip>
  if (isRunning(event, now)) return <EventChip>{publicEventsTexts.running}</EventChip>
  if (event.isFull) return <EventChip>{publicEventsTexts.full}</EventChip>
  return <span className={styles.moment}>{startsIn(event, now)}</span>
}

function Page({ title, children }: { title: string; children?: ReactNode }) {
  // A visitor who signs in comes back to the events.
  const state = { askedPage: memberScreens.events.path }
  const doors = (
    <nav className={styles.doors} aria-label={eventTexts.enter}>
      <ButtonLink variant="primary" to={visitorScreens.login.path} state={state}>
        {eventTexts.signInToJoin}
      </ButtonLink>
      <ButtonLink to={visitorScreens.register.path} state={state}>
        {eventTexts.register}
      </ButtonLink>
    </nav>
  )
  return (
    <PublicPage title={title} route="eventi" doors={doors}>
      {children}
    </PublicPage>
  )
}
