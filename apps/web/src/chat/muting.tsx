import { withMuting } from '@covo/contract/chat/chat.fold'
import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import { isMuted, type MutedUntil } from '@covo/contract/chat/chat.rules'
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call, describeError } from '../platform/api.ts'
import { useEnabledAfterFirstScreen } from '../platform/first-screen.ts'
import { formatTime } from '../platform/format-time.ts'
import { changeQueries } from '../platform/live-query.ts'
import { useMember } from '../platform/member.ts'
import { queryClient } from '../platform/query-client.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { showToast } from '../ui/toast.tsx'
import { ownRoomsKey, ownRoomsQuery } from './chat.queries.ts'
import { useHasRooms } from './rooms.queries.ts'
import { mutingErrors, mutingTexts, roomsTexts } from './rooms.texts.it.ts'

const hour = 3_600_000

/** 08:00 of the next day by the device's clock. */
function nextMorning(): Date {
  const morning = new Date()
  morning.setDate(morning.getDate() + 1)
  morning.setHours(8, 0, 0, 0)
  return morning
}

/** Mutes a room, or ends it, and says so. */
async function mute(conversationId: string, until: MutedUntil, done: string): Promise<void> {
  try {
    await call('PUT /api/chat/{conversationId}/mute', { param: { conversationId }, json: { until } })
    changeQueries<OwnRooms>(queryClient, ownRoomsKey, (own) =>
      withMuting(own, { conversationId, mutedUntil: until }),
    )
    showToast('done', done)
  } catch (error) {
    showToast('failed', describeError(error, mutingErrors))
  }
}

/** The member's row of a room; undefined of one that is not among theirs. */
function useOwnRoom(conversationId: string) {
  const own = useQuery(ownRoomsQuery(useMember().uid)).data
  return own?.rooms.find((room) => room.conversationId === conversationId)
}

/** The items that mute a room, or end it: of a room that is not among the member's own, none. */
export function MutingItems({ conversationId }: { conversationId: string }) {
  const own = useOwnRoom(conversationId)
  if (!own) return null
  if (isMuted(own.mutedUntil, Date.now()))
    return (
      <Menu.Item onClick={() => void mute(conversationId, null, mutingTexts.ended)}>
        {mutingTexts.end}
      </Menu.Item>
    )
  return (
    <>
      <Menu.Item
        onClick={() => {
          const end = new Date(Date.now() + hour)
          void mute(conversationId, end.toISOString(), mutingTexts.mutedUntil(formatTime(end)))
        }}
      >
        {mutingTexts.hour}
      </Menu.Item>
      <Menu.Item
        onClick={() => void mute(conversationId, nextMorning().toISOString(), mutingTexts.mutedToMorning)}
      >
        {mutingTexts.morning}
      </Menu.Item>
      <Menu.Item onClick={() => void mute(conversationId, 'always', mutingTexts.muted)}>
        {mutingTexts.always}
      </Menu.Item>
    </>
  )
}

/** The actions on the room of an event, where the instance has rooms and it is among the member's own. */
export function EventRoomMenu(event: { conversationId: string; name: string }) {
  return useHasRooms(useEnabledAfterFirstScreen()) && <MenuOfOwn {...event} />
}

function MenuOfOwn({ conversationId, name }: { conversationId: string; name: string }) {
  if (!useOwnRoom(conversationId)) return null
  return (
    <ActionMenu
      name={roomsTexts.actions}
      target={
        <IconButton aria-label={roomsTexts.more} aria-description={name}>
          <IconDots aria-hidden="true" />
        </IconButton>
      }
    >
      <MutingItems conversationId={conversationId} />
    </ActionMenu>
  )
}
