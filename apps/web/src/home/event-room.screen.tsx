import { eventRoomId } from '@covo/contract/chat/chat.rules'
import type { EventDetails } from '@covo/contract/events/events.routes'
import { useEffect } from 'react'
import { eventRoomTexts } from '../chat/chat.texts.it.ts'
import { forgetConversation } from '../chat/conversations.ts'
import { EventRoomMenu } from '../chat/muting.tsx'
import { RoomScreen } from '../chat/room.tsx'
import { RoomHead } from '../chat/room-head.tsx'
import { useSeconds } from '../events/event-facts.tsx'
import { EventOfPath } from '../events/event-of-path.tsx'
import { eventPath } from '../screens.ts'
import { BackLink } from '../ui/back-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from '../ui/screen.tsx'

/** The room of those who take part in an event or organize it. */
export function EventRoomScreen() {
  return (
    <EventOfPath title={eventRoomTexts.name} back={(id) => <BackToEvent id={id} />}>
      {(event, ahead) =>
        event.isParticipating || event.canManage ? (
          <Room event={event} ahead={ahead} />
        ) : (
          <Outside event={event} />
        )
      }
    </EventOfPath>
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
      around={(heading) => (
        <RoomHead conversationId={eventRoomId(event.id)} heading={heading}>
          <EventRoomMenu conversationId={eventRoomId(event.id)} name={event.title} />
        </RoomHead>
      )}
      closed={Date.parse(event.chatClosesAt) <= now ? eventRoomTexts.readOnly : null}
    />
  )
}

/** For members who don't take part: the messages that this page has loaded are forgotten. */
function Outside({ event }: { event: EventDetails }) {
  useEffect(() => forgetConversation(eventRoomId(event.id)), [event.id])
  return (
    <Screen {...headOf(event)}>
      <EmptyState text={eventRoomTexts.outside} />
    </Screen>
  )
}

function headOf({ id, title }: EventDetails) {
  return {
    title: eventRoomTexts.title(title),
    heading: eventRoomTexts.heading(<bdi key="title">{title}</bdi>),
    back: <BackToEvent id={id} />,
  }
}

function BackToEvent({ id }: { id: string }) {
  return <BackLink to={eventPath(id)}>{eventRoomTexts.back}</BackLink>
}
