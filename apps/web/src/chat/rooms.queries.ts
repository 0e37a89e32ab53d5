import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import { foldRooms } from '@covo/contract/rooms/rooms.fold'
import { roomsTopic } from '@covo/contract/rooms/rooms.news'
import type { Room } from '@covo/contract/rooms/rooms.routes'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, describeError } from '../platform/api.ts'
import type { useEnabledAfterFirstScreen } from '../platform/first-screen.ts'
import { keptOnDevice } from '../platform/last-seen.ts'
import { live } from '../platform/live.ts'
import { liveQuery } from '../platform/live-query.ts'
import { queryClient } from '../platform/query-client.ts'
import { showToast } from '../ui/toast.tsx'
import { ownRoomsKey } from './chat.queries.ts'
import { membershipErrors, roomsTexts } from './rooms.texts.it.ts'

type Enabled = true | ReturnType<typeof useEnabledAfterFirstScreen>

/** Milliseconds over which pages spread their refetch of the list, since all of them hear at once that it changed. */
const refetchSpread = 2000

const roomsKey = ['rooms']

const roomsQuery = liveQuery(
  queryOptions({
    queryKey: roomsKey,
    queryFn: () => call('GET /api/rooms'),
    ...keptOnDevice,
  }),
  foldRooms,
)

/**
 * The list of rooms, kept up with while it is shown.
 * @param enabled whether it is fetched now
 */
export function useRooms(enabled: Enabled = true) {
  useEffect(
    () =>
      live.watchTopic(roomsTopic, ({ isCurrent }) => {
        if (isCurrent) return
        const refetch = () => void queryClient.invalidateQueries({ queryKey: roomsKey })
        setTimeout(refetch, Math.random() * refetchSpread)
      }),
    [],
  )
  return useQuery({ ...roomsQuery, enabled })
}

/** Enters a room, or leaves it, and says so. */
export function useMembership({ slug, name }: Pick<Room, 'slug' | 'name'>) {
  return useMutation({
    mutationFn: async (enters: boolean) => {
      const param = { slug }
      if (enters) await call('PUT /api/rooms/{slug}/membership', { param })
      else await call('DELETE /api/rooms/{slug}/membership', { param })
      await Promise.all(
        [ownRoomsKey, roomsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      showToast('done', enters ? roomsTexts.entered(name) : roomsTexts.left(name))
    },
    onError: (error) => showToast('failed', describeError(error, membershipErrors)),
  })
}

/** Whether the member is in a room, as the list of their own says. */
export function isIn(own: OwnRooms | undefined, conversationId: string): boolean {
  return own?.rooms.some((room) => room.conversationId === conversationId) ?? false
}
