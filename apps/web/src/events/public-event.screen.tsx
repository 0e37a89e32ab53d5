import type { Block } from '@covo/contract/chat/markup.tree'
import type { EventDetails } from '@covo/contract/events/events.routes'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { useSession } from '../platform/session.ts'
import { isUuid } from '../platform/uuid.ts'
import { eventPath, publicEventPath, visitorScreens } from '../screens.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PublicPage } from '../ui/public-page.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import styles from './event.module.css'
import { eventErrors, eventTexts, notFound } from './event.texts.it.ts'
import { EventDescription } from './event-description.tsx'
import { EventFacts, EventPageHead, useSeconds } from './event-facts.tsx'
import { EventHosts, EventStanding } from './event-standing.tsx'
import { ShareEvent } from './share-event.tsx'

/** An event for visitors, as the server has written it into the page. Members are led to its page in the app. */
export function PublicEventScreen() {
  const { eventId = '' } = useParams()
  const session = useSession()
  const id = eventId.toLowerCase()
  if (!isUuid(id)) return <Navigate to="/" replace />
  if (session === 'in') return <Navigate to={eventPath(id)} replace />
  return <PublicEventOf key={id} id={id} />
}

/** With the description's marks as their parser has read them, at the server or here. */
type Loaded = { event: EventDetails; description: Block[]; readAt: number }

type State = Loaded | { isMissing: true } | { failure: string } | null

/** Fetches an event, with scripts of its own: a page into which the event is written doesn't load them. */
async function fetchEvent(eventId: string): Promise<State> {
  const [{ ApiError, call, describeError }, { parseDescription }] = await Promise.all([
    import('../platform/api.ts'),
    import('@covo/contract/chat/markup'),
  ])
  try {
    const event = await call('GET /api/events/{eventId}', { param: { eventId } })
    return { event, description: parseDescription(event.description), readAt: Date.now() }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'events.not_found') return { isMissing: true }
    return { failure: describeError(error, eventErrors) }
  }
}

function PublicEventOf({ id }: { id: string }) {
  const [state, setState] = useState<State>(() => writtenEvent(id))
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (attempt === 0 && writtenEvent(id)) return
    let isCurrent = true
    fetchEvent(id).then(
      (fetched) => isCurrent && setState(fetched),
      // The scripts could not be fetched.
      () => isCurrent && setState({ failure: eventErrors.fallback }),
    )
    return () => {
      isCurrent = false
    }
  }, [id, attempt])

  if (state && 'event' in state) return <PublicEvent {...state} />
  if (state && 'isMissing' in state) return <Page title={notFound} id={id} />
  return (
    <Page title={eventTexts.event} id={id}>
      {state ? (
        <LoadFailure text={state.failure} onRetry={() => setAttempt(attempt + 1)} />
      ) : (
        <div className={`${styles.awaited} appears-late`} aria-busy="true" />
      )}
    </Page>
  )
}

function PublicEvent({ event, description, readAt }: Loaded) {
  const now = useSeconds() + Date.parse(event.now) - readAt
  const address = `${location.origin}${publicEventPath(event.id)}`
  return (
    <PublicPage
      title={event.title}
      route="eventi"
      isWide
      around={(heading) => (
        <EventPageHead event={event} now={now}>
          {heading}
        </EventPageHead>
      )}
    >
      <div className={styles.page}>
        <div className={styles.about}>
          <div className={styles.card}>
            <EventFacts event={event} />
            <EventDescription blocks={description} />
          </div>
        </div>
        <div className={styles.join}>
          <EventStanding event={event} />
          <Doors id={event.id} />
        </div>
        <div className={styles.side}>
          <div className={styles.ways}>
            <AddToCalendar event={event} page={address} />
            <ShareEvent title={event.title} address={address} />
          </div>
          <EventHosts organizers={event.organizers} isForVisitors />
        </div>
      </div>
    </PublicPage>
  )
}

function Page({ title, id, children }: { title: string; id: string; children?: ReactNode }) {
  return (
    <PublicPage title={title} route="eventi" doors={<Doors id={id} />}>
      {children}
    </PublicPage>
  )
}

/** The ways in. A visitor who signs in comes back to the event. */
function Doors({ id }: { id: string }) {
  const state = { askedPage: eventPath(id) }
  return (
    <nav className={styles.doors} aria-label={eventTexts.enter}>
      <ButtonLink variant="primary" to={visitorScreens.login.path} state={state}>
        {eventTexts.signInToJoin}
      </ButtonLink>
      <ButtonLink size="small" to={visitorScreens.register.path} state={state}>
        {eventTexts.register}
      </ButtonLink>
    </nav>
  )
}

/** The event that the server wrote into the page, if it is this one. */
function writtenEvent(id: string): Loaded | null {
  const text = document.getElementById('public-event')?.textContent
  if (!text) return null
  const { blocks: description, ...event } = JSON.parse(text) as EventDetails & { blocks: Block[] }
  const viewer = {
    isParticipating: false,
    participation: 'none' as const,
    canManage: false,
    isOwner: false,
    queuePosition: null,
  }
  return event.id === id
    ? { event: { ...event, ...viewer }, description, readAt: performance.timeOrigin }
    : null
}
