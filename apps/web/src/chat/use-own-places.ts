import { conversationKind } from '@covo/contract/chat/chat.rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useEnabledAfterFirstScreen } from '../platform/first-screen.ts'
import { mentionsQuery } from './chat.queries.ts'
import { groupPlaces, nextEnd, type PlaceGroup } from './own-places.ts'
import { useRooms } from './rooms.queries.ts'
import { useOwnRoomHeads } from './use-own-rooms.ts'

/** The longest that a timer waits, in milliseconds. */
const longestTimeout = 2 ** 31 - 1

/** The member's rooms in groups, live; null while they aren't known, and where the instance has no room and the member no team. */
export function useOwnPlaces(ownId: string): PlaceGroup[] | null {
  const enabled = useEnabledAfterFirstScreen()
  const rooms = useRooms(enabled).data?.rooms
  const forYou = useQuery({ ...mentionsQuery, enabled }).data?.byRoom ?? {}
  const own = useOwnRoomHeads(ownId, enabled)
  const [now, setNow] = useState(Date.now)
  const end = own ? nextEnd(own, now) : null
  useEffect(() => {
    if (end === null) return
    const delay = Math.min(Math.max(end - Date.now(), 0), longestTimeout)
    const timer = setTimeout(() => setNow(Date.now()), delay)
    return () => clearTimeout(timer)
  }, [end])
  if (!rooms || !own) return null
  const hasTeam = own.some(({ conversationId }) => conversationKind(conversationId) === 'team')
  return rooms.length > 0 || hasTeam ? groupPlaces(rooms, own, forYou, now) : null
}
