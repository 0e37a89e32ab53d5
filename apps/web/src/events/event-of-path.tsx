import type { EventDetails } from '@covo/contract/events/events.routes'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import { ApiError, describeError } from '../platform/api.ts'
import { isUuid } from '../platform/uuid.ts'
import { memberScreens } from '../screens.ts'
import { BackLink } from '../ui/back-link.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { eventErrors, eventTexts, notFound } from './event.texts.it.ts'
import styles from './event-of-path.module.css'
import { eventQuery } from './events.queries.ts'

type EventScreenProps = {
  /** Of the screen while the event is not there. */
  title: string
  back: (id: string) => ReactNode
  /** @param ahead how far the server's clock is ahead of this device's, in milliseconds */
  children: (event: EventDetails, ahead: number) => ReactNode
}

/** A screen about the event that the path names, also while the event is loading, failed to load or doesn't exist. */
export function EventOfPath(props: EventScreenProps) {
  const { eventId = '' } = useParams()
  const id = eventId.toLowerCase()
  if (!isUuid(id)) return <Navigate to={memberScreens.home.path} replace />
  return <LoadedEvent key={id} id={id} {...props} />
}

function LoadedEvent({ id, title, back, children }: EventScreenProps & { id: string }) {
  const { data: event, dataUpdatedAt, error, isFetching, refetch } = useQuery(eventQuery(id))
  if (error instanceof ApiError && error.code === 'events.not_found')
    return <Screen title={notFound} back={<BackToEvents />} />
  if (event) return children(event, Date.parse(event.now) - dataUpdatedAt)
  return (
    <Screen title={title} back={back(id)}>
      {error ? (
        <LoadFailure text={describeError(error, eventErrors)} isBusy={isFetching} onRetry={refetch} />
      ) : (
        <div className={`${styles.awaited} appears-late`} aria-busy="true" />
      )}
    </Screen>
  )
}

export function BackToEvents() {
  return <BackLink to={memberScreens.events.path}>{eventTexts.backToEvents}</BackLink>
}
