import { headTopic } from '@covo/contract/chat/chat.news'
import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '../platform/live.ts'
import { useMember } from '../platform/member.ts'
import { queryClient } from '../platform/query-client.ts'
import { ownRoomsKey, ownRoomsQuery } from './chat.queries.ts'

/** Milliseconds between two refetches because of messages, at least. */
const refetchPause = 10_000
/** How far the rooms go, as far as this page was told. */
const heads = new Map<string, number>()
let refetchedAt = Number.NEGATIVE_INFINITY
let isWaiting = false

/**
 * The rooms of the member's nearest events, kept up with while they are shown. A head alone says nothing of whether the member
 * sees the message, which the server is asked for.
 */
export function useOwnRooms() {
  const { data, isPending } = useQuery(ownRoomsQuery(useMember().uid))
  // Of these there are five at most, of rooms by subject more than a socket watches.
  const rooms = data?.rooms.filter(({ eventId }) => eventId !== null) ?? []
  const ids = rooms.map(({ conversationId }) => conversationId).join(' ')
  useEffect(() => {
    const stops = ids
      .split(' ')
      .filter(Boolean)
      .map((id) => live.watchTopic(headTopic(id), ({ head }) => noteHead(id, head)))
    return () => {
      for (const stop of stops) stop()
    }
  }, [ids])
  return { rooms, isPending }
}

function noteHead(conversationId: string, head: number): void {
  heads.set(conversationId, head)
  if (isWaiting) return
  isWaiting = true
  setTimeout(refetchIfBehind, Math.max(refetchedAt + refetchPause - performance.now(), 0))
}

function refetchIfBehind(): void {
  isWaiting = false
  const own = queryClient.getQueryData<OwnRooms>(ownRoomsKey)
  if (!own?.rooms.some(({ conversationId, newest }) => (heads.get(conversationId) ?? 0) > newest)) return
  refetchedAt = performance.now()
  void queryClient.invalidateQueries({ queryKey: ownRoomsKey })
}
