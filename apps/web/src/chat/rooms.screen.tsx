import type { Room } from '@covo/contract/rooms/rooms.routes'
import { filterRooms } from '@covo/contract/rooms/rooms.rules'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useMember } from '../platform/member.ts'
import { memberScreens, roomPath } from '../screens.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { ownRoomsQuery } from './chat.queries.ts'
import styles from './rooms.module.css'
import { isIn, useMembership, useRooms } from './rooms.queries.ts'
import { roomsTexts } from './rooms.texts.it.ts'

/** All rooms of the instance, below the headings of their groups. */
export function RoomsScreen() {
  return (
    <Screen
      title={roomsTexts.title}
      back={<BackLink to={memberScreens.publicChat.path}>{roomsTexts.back}</BackLink>}
    >
      <Rooms />
    </Screen>
  )
}

function Rooms() {
  const { data, isError, refetch } = useRooms()
  const [text, setText] = useState('')
  if (!data)
    return isError ? (
      <LoadFailure text={roomsTexts.failed} onRetry={refetch} />
    ) : (
      <div className={`${styles.awaited} appears-late`} aria-busy="true" />
    )
  if (data.rooms.length === 0) return <EmptyState text={roomsTexts.empty} />
  const found = filterRooms(data.rooms, text)
  const archived = found.filter(({ archivedAt }) => archivedAt !== null)
  const open = found.filter(({ archivedAt }) => archivedAt === null)
  return (
    <>
      <SearchBox label={roomsTexts.search} className={styles.search} text={text} onChange={setText} />
      {found.length === 0 && <EmptyState text={roomsTexts.noneFound} />}
      <Groups rooms={open} />
      {archived.length > 0 && (
        <details className={styles.archived}>
          <summary>{roomsTexts.archived(archived.length)}</summary>
          <RoomList rooms={archived} label={roomsTexts.archived(archived.length)} />
        </details>
      )}
    </>
  )
}

/** Rooms without a group come first, and a group stands where its first room does. */
function Groups({ rooms }: { rooms: Room[] }) {
  const groups = Map.groupBy(rooms, ({ group }) => group)
  const names = [...groups.keys()].toSorted((one, other) => Number(one !== '') - Number(other !== ''))
  return names.map((name) => (
    <section key={name} className={styles.group}>
      {name && (
        <h2>
          <bdi>{name}</bdi>
        </h2>
      )}
      <RoomList rooms={groups.get(name) ?? []} label={roomsTexts.list} />
    </section>
  ))
}

function RoomList({ rooms, label }: { rooms: Room[]; label: string }) {
  return (
    <ul className={styles.rooms} aria-label={label}>
      {rooms.map((room) => (
        <RoomItem key={room.slug} room={room} />
      ))}
    </ul>
  )
}

function RoomItem({ room }: { room: Room }) {
  const { conversationId, slug, name, purpose, members, archivedAt } = room
  const own = useQuery(ownRoomsQuery(useMember().uid)).data
  const membership = useMembership(room)
  const nameId = useId()
  const isMember = isIn(own, conversationId)
  return (
    <li className={styles.item}>
      <div>
        <Link id={nameId} to={roomPath(slug)} className={styles.name}>
          <bdi>{name}</bdi>
        </Link>
        <p className={styles.purpose}>{purpose}</p>
        <p className={styles.members}>{roomsTexts.members(members)}</p>
      </div>
      {archivedAt === null && own && (
        <Button
          size="small"
          variant={isMember ? 'quiet' : 'secondary'}
          busy={membership.isPending}
          aria-describedby={nameId}
          onClick={() => membership.mutate(!isMember)}
        >
          {isMember ? roomsTexts.leave : roomsTexts.enter}
        </Button>
      )}
    </li>
  )
}
