import { roomId } from '@covo/contract/chat/chat.rules'
import type { Room } from '@covo/contract/rooms/rooms.routes'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useMember } from '../platform/member.ts'
import { memberScreens } from '../screens.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { ownRoomsQuery } from './chat.queries.ts'
import { RoomScreen } from './room.tsx'
import { RoomHead } from './room-head.tsx'
import { RoomMenu } from './room-menu.tsx'
import styles from './rooms.module.css'
import { isIn, useMembership, useRooms } from './rooms.queries.ts'
import { roomsTexts } from './rooms.texts.it.ts'

const back = <BackLink to={memberScreens.rooms.path}>{roomsTexts.all}</BackLink>

/** A room by subject: every member reads it, and who entered writes. */
export function RoomOfSubjectScreen() {
  const { slug = '' } = useParams()
  const { data, isError, refetch } = useRooms()
  if (data) {
    const room = data.rooms.find((one) => one.slug === slug)
    return room ? (
      <RoomOfSubject key={slug} room={room} />
    ) : (
      <Screen title={roomsTexts.notFound} back={back} />
    )
  }
  return (
    <Screen title={roomsTexts.title} back={back}>
      {isError ? (
        <LoadFailure text={roomsTexts.failed} onRetry={refetch} />
      ) : (
        <div className={`${styles.awaited} appears-late`} aria-busy="true" />
      )}
    </Screen>
  )
}

function RoomOfSubject({ room }: { room: Room }) {
  const { slug, name, purpose, archivedAt } = room
  const own = useQuery(ownRoomsQuery(useMember().uid)).data
  const membership = useMembership(room)
  const isMember = isIn(own, roomId(slug))
  const reading = (
    <span className={styles.reading}>
      {roomsTexts.reading}
      <Button
        size="small"
        variant="primary"
        busy={membership.isPending}
        onClick={() => membership.mutate(true)}
      >
        {roomsTexts.enter}
      </Button>
    </span>
  )
  return (
    <RoomScreen
      conversationId={roomId(slug)}
      name={name}
      title={name}
      heading={<bdi>{name}</bdi>}
      lead={purpose}
      back={back}
      around={(heading) => (
        <RoomHead conversationId={roomId(slug)} heading={heading}>
          <RoomMenu room={room} onLeave={isMember ? () => membership.mutate(false) : null} />
        </RoomHead>
      )}
      instead={archivedAt ? roomsTexts.closed : own && !isMember ? reading : null}
    />
  )
}
