import type { Room } from '@covo/contract/rooms/rooms.routes'
import { filterRooms } from '@covo/contract/rooms/rooms.rules'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { call, describeError } from '../platform/api.ts'
import { useMember } from '../platform/member.ts'
import { memberScreens, roomPath } from '../screens.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { MoveButtons } from '../ui/move-buttons.tsx'
import { Screen } from '../ui/screen.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { showToast } from '../ui/toast.tsx'
import { ownRoomsQuery } from './chat.queries.ts'
import { groupsOf, orderAfterMove } from './move-room.ts'
import { RoomDialog } from './room-dialog.tsx'
import styles from './rooms.module.css'
import { isIn, refetchRooms, useIsModerator, useMembership, useRooms } from './rooms.queries.ts'
import { moderatingErrors, roomsTexts } from './rooms.texts.it.ts'

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
  const isModerator = useIsModerator()
  const [text, setText] = useState('')
  if (!data)
    return isError ? (
      <LoadFailure text={roomsTexts.failed} onRetry={refetch} />
    ) : (
      <div className={`${styles.awaited} appears-late`} aria-busy="true" />
    )
  const { rooms } = data
  const found = filterRooms(rooms, text)
  const isArchived = ({ archivedAt }: Room) => archivedAt !== null
  const [archived, open] = [found.filter(isArchived), found.filter((room) => !isArchived(room))]
  return (
    <>
      <div className={styles.tools}>
        {rooms.length > 0 && (
          <SearchBox label={roomsTexts.search} className={styles.search} text={text} onChange={setText} />
        )}
        {isModerator && <CreateRoom />}
      </div>
      {found.length === 0 && (
        <EmptyState text={rooms.length === 0 ? roomsTexts.empty : roomsTexts.noneFound} />
      )}
      {/* A search leaves rooms out: a room's neighbours here are not those in the stored order. */}
      <Groups rooms={open} mayMove={isModerator && text === ''} />
      {archived.length > 0 && (
        <details className={styles.archived}>
          <summary>{roomsTexts.archived(archived.length)}</summary>
          <RoomList rooms={archived} label={roomsTexts.archived(archived.length)} />
        </details>
      )}
    </>
  )
}

function CreateRoom() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{roomsTexts.create}</Button>
      {isOpen && <RoomDialog room={null} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Groups({ rooms, mayMove }: { rooms: Room[]; mayMove: boolean }) {
  return groupsOf(rooms).map(([name, shown]) => (
    <section key={name} className={styles.group}>
      {name && (
        <h2>
          <bdi>{name}</bdi>
        </h2>
      )}
      <RoomList rooms={shown} label={roomsTexts.list} order={mayMove ? rooms : null} />
    </section>
  ))
}

/** @param order all open rooms, where the viewer may move them */
function RoomList({ rooms, label, order = null }: { rooms: Room[]; label: string; order?: Room[] | null }) {
  return (
    <ul className={styles.rooms} aria-label={label}>
      {rooms.map((room) => (
        <RoomItem key={room.slug} room={room} order={order} />
      ))}
    </ul>
  )
}

function RoomItem({ room, order }: { room: Room; order: Room[] | null }) {
  const { conversationId, slug, name, purpose, members, archivedAt } = room
  const own = useQuery(ownRoomsQuery(useMember().uid)).data
  const membership = useMembership(room)
  const nameId = useId()
  const isMember = isIn(own, conversationId)
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <Link id={nameId} to={roomPath(slug)} className={styles.name}>
          <bdi>{name}</bdi>
        </Link>
        <p className={styles.purpose}>{purpose}</p>
        <p className={styles.members}>{roomsTexts.members(members)}</p>
      </div>
      <div className={styles.actions}>
        {order && <MoveRoom slug={slug} order={order} nameId={nameId} />}
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
      </div>
    </li>
  )
}

const moveNames = { [-1]: roomsTexts.moveUp, 1: roomsTexts.moveDown }

function MoveRoom({ slug, order, nameId }: { slug: string; order: Room[]; nameId: string }) {
  const moving = useMutation({
    mutationFn: (slugs: string[]) => call('PUT /api/moderation/rooms/order', { json: { slugs } }),
    onSuccess: refetchRooms,
    onError: (error) => showToast('failed', describeError(error, moderatingErrors)),
  })
  const orders = { [-1]: orderAfterMove(order, slug, -1), 1: orderAfterMove(order, slug, 1) }
  return (
    <MoveButtons
      names={moveNames}
      moves={{ [-1]: orders[-1] !== null, 1: orders[1] !== null }}
      nameId={nameId}
      onMove={(step) => {
        const slugs = orders[step]
        if (slugs && !moving.isPending) moving.mutate(slugs)
      }}
    />
  )
}
