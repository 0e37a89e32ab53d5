import { headTopic } from '@covo/contract/chat/chat.news'
import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import { conversationKind, isMuted, roomId } from '@covo/contract/chat/chat.rules'
import { roomHeadsTopic } from '@covo/contract/rooms/rooms.news'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { useEnabledAfterFirstScreen } from '../platform/first-screen.ts'
import { live } from '../platform/live.ts'
import { useMember } from '../platform/member.ts'
import { queryClient } from '../platform/query-client.ts'
import { ownRoomsKey, ownRoomsQuery } from './chat.queries.ts'
import { forgetLeftTeams } from './conversations.ts'
import { conversationPath } from './message-link.ts'

type Enabled = true | ReturnType<typeof useEnabledAfterFirstScreen>

/** Milliseconds between two refetches because of messages, at least. */
const refetchPause = 10_000
/** Milliseconds over which pages spread it: all of them are told of a message at once. */
const markSpread = 1000
/** How far the rooms go, as far as this page was told. */
const heads = new Map<string, number>()
let refetchedAt = Number.NEGATIVE_INFINITY
let isWaiting = false

/**
 * The member's rooms, kept up with while they are shown. A head alone says nothing of whether the member sees the message, which the
 * server is asked for.
 * @param enabled whether they are fetched now
 */
export function useOwnRoomHeads(ownId: string, enabled: Enabled = true): OwnRooms['rooms'] | undefined {
  const { data } = useQuery({ ...ownRoomsQuery(ownId), enabled })
  // Of those of teams and events there are few, of rooms by subject more than a socket watches.
  const ids = (data?.rooms ?? [])
    .filter(({ conversationId }) => conversationKind(conversationId) !== 'room')
    .map(({ conversationId }) => conversationId)
    .join(' ')
  const hasRooms =
    data?.rooms.some(({ conversationId }) => conversationKind(conversationId) === 'room') ?? false
  useEffect(() => {
    const stops = ids
      .split(' ')
      .filter(Boolean)
      .map((id) => live.watchTopic(headTopic(id), ({ head }) => noteHeads([[id, head]])))
    return () => {
      for (const stop of stops) stop()
    }
  }, [ids])
  useEffect(() => {
    if (!hasRooms) return
    const unsubscribe = live.subscribeToNews((news) => {
      for (const one of news)
        if (one.type === 'rooms.heads_moved')
          noteHeads(Object.entries(one.heads).map(([slug, head]) => [roomId(slug), head]))
    })
    const stop = live.watchTopic(roomHeadsTopic, () => {})
    return () => {
      unsubscribe()
      stop()
    }
  }, [hasRooms])
  const { pathname } = useLocation()
  // What came into a room while it was open, or beyond its mark, counts once it is left, or read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again after each change of them
  useEffect(refetchLater, [pathname, data])
  useEffect(() => {
    if (data) forgetLeftTeams(data.rooms)
  }, [data])
  return data?.rooms
}

/** The rooms of the member's nearest events, kept up with while they are shown. */
export function useOwnRooms() {
  const ownId = useMember().uid
  const { isPending } = useQuery(ownRoomsQuery(ownId))
  const rooms = useOwnRoomHeads(ownId) ?? []
  return { rooms: rooms.filter(({ eventId }) => eventId !== null), isPending }
}

function noteHeads(moved: [conversationId: string, head: number][]): void {
  for (const [conversationId, head] of moved) heads.set(conversationId, head)
  refetchLater()
}

/** Whether the server may know of a mark that this page doesn't show: a room that is marked, muted or open gets none. */
function isBehind(room: OwnRooms['rooms'][number]): boolean {
  const { conversationId, head, readUpTo, newest, mutedUntil } = room
  return (
    (heads.get(conversationId) ?? 0) > newest &&
    head <= (readUpTo ?? 0) &&
    !isMuted(mutedUntil, Date.now()) &&
    location.pathname !== conversationPath(conversationId)
  )
}

const ownRooms = () => queryClient.getQueryData<OwnRooms>(ownRoomsKey)?.rooms ?? []

function refetchLater(): void {
  if (isWaiting || !ownRooms().some(isBehind)) return
  isWaiting = true
  const pause = Math.max(refetchedAt + refetchPause - performance.now(), Math.random() * markSpread)
  setTimeout(refetchIfBehind, pause)
}

function refetchIfBehind(): void {
  isWaiting = false
  if (!ownRooms().some(isBehind)) return
  refetchedAt = performance.now()
  void queryClient.invalidateQueries({ queryKey: ownRoomsKey })
}
