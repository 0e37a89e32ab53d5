import { eventRoomId } from '@covo/contract/chat/chat.rules'
import type { EventDetails } from '@covo/contract/events/events.routes'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { eventRoomTexts } from '../chat/chat.texts.it.ts'
import { forgetConversation } from '../chat/conversations.ts'
import { RoomScreen } from '../chat/room.tsx'
import { eventErrors, eventTexts, notFound } from '../events/event.texts.it.ts'
import { useSeconds } from '../events/event-facts.tsx'
import { eventQuery } from '../events/events.queries.ts'
import { ApiError, describeError } from '../platform/api.ts'
import { isUuid } from '../platform/uuid.ts'
import { eventPath, memberScreens } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from '../ui/screen.tsx'
import styles from './event-room.module.css'

/** The room of those who take part in an event or organize it. */
export function EventRoomScreen() {
  const { eventId = '' } = useParams()
  const id = eventId.toLowerCase()
  if (!isUuid(id)) return <Navigate to={memberScreens.home.path} replace />
  return <RoomOf key={id} id={id} />
}

function RoomOf({ id }: { id: string }) {
  const { data: event, dataUpdatedAt, error, isFetching, refetch } = useQuery(eventQuery(id))
  const isMissing = error instanceof ApiError && error.code === 'events.not_found'
  if (isMissing)
    return (
      <Screen title={notFound} route="eventi">
        <Back to={memberScreens.events.path}>{eventTexts.backToEvents}</Back>
      </Screen>
    )
  if (!event)
    return (
      <Screen title={eventRoomTexts.name} route="eventi">
        <Back to={eventPath(id)}>{eventRoomTexts.back}</Back>
        {error ? (
          <EmptyState broken text={describeError(error, eventErrors)}>
            <Button busy={isFetching} onClick={() => void refetch()}>
              {eventTexts.retry}
            </Button>
          </EmptyState>
        ) : (
          <div className={`${styles.awaited} appears-late`} aria-busy="true" />
        )}
      </Screen>
    )
  return event.isParticipating || event.canManage ? (
    <Room event={event} ahead={Date.parse(event.now) - dataUpdatedAt} />
  ) : (
    <Outside event={event} />
  )
}

/** @param ahead how far the server's clock is ahead of this device's, in milliseconds */
function Room({ event, ahead }: { event: EventDetails; ahead: number }) {
  const now = useSeconds() + ahead
  return (
    <RoomScreen
      conversationId={eventRoomId(event.id)}
      name={eventRoomTexts.name}
      {...headOf(event)}
      closed={Date.parse(event.chatClosesAt) <= now ? eventRoomTexts.readOnly : null}
    >
      <Back to={eventPath(event.id)}>{eventRoomTexts.back}</Back>
    </RoomScreen>
  )
}

/** For who does not take part, or no longer: what this page knows of the messages goes with that. */
function Outside({ event }: { event: EventDetails }) {
  useEffect(() => forgetConversation(eventRoomId(event.id)), [event.id])
  return (
    <Screen {...headOf(event)}>
      <Back to={eventPath(event.id)}>{eventRoomTexts.back}</Back>
      <EmptyState text={eventRoomTexts.outside} />
    </Screen>
  )
}

function headOf({ title }: EventDetails) {
  return {
    title: eventRoomTexts.title(title),
    heading: eventRoomTexts.heading(<bdi key="title">{title}</bdi>),
    route: 'eventi',
  }
}

function Back({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.back} to={to}>
      {children}
    </Link>
  )
}
