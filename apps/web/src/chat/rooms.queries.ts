import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import { foldRooms } from '@covo/contract/rooms/rooms.fold'
import { roomsTopic } from '@covo/contract/rooms/rooms.news'
import type { Room, Rooms } from '@covo/contract/rooms/rooms.routes'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQuery } from '../platform/account.ts'
import { call, describeError } from '../platform/api.ts'
import type { useEnabledAfterFirstScreen } from '../platform/first-screen.ts'
import { keptOnDevice } from '../platform/last-seen.ts'
import { live } from '../platform/live.ts'
import { liveQuery } from '../platform/live-query.ts'
import { queryClient } from '../platform/query-client.ts'
import { showToast } from '../ui/toast.tsx'
import { ownRoomsKey, refetchSpread } from './chat.queries.ts'
import { membershipErrors, roomsTexts } from './rooms.texts.it.ts'

type Enabled = true | ReturnType<typeof useEnabledAfterFirstScreen>

const roomsKey = ['rooms']

const roomsQuery = liveQuery(
  queryOptions({
    queryKey: roomsKey,
    queryFn: () => call('GET /api/rooms'),
    ...keptOnDevice,
    meta: { ...keptOnDevice.meta, refetchSpread },
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

/** Whether the instance has rooms: what belongs to them is shown then alone. False until it is known. */
export function useHasRooms(enabled: Enabled = true): boolean {
  return (useRooms(enabled).data?.rooms.length ?? 0) > 0
}

/** Fetches the list again, and answers it. */
export async function refetchRooms(): Promise<Room[] | undefined> {
  await queryClient.invalidateQueries({ queryKey: roomsKey })
  return queryClient.getQueryData<Rooms>(roomsKey)?.rooms
}

/** Whether the member looks after the rooms; false until it is known. */
export function useIsModerator(): boolean {
  return useQuery(accountQuery).data?.isModerator ?? false
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
