import type { Room } from '@covo/contract/rooms/rooms.routes'
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { call, describeError } from '../platform/api.ts'
import { roomPath } from '../screens.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { showToast } from '../ui/toast.tsx'
import { copyText } from './copy-text.ts'
import { MutingItems } from './muting.tsx'
import { RoomDialog } from './room-dialog.tsx'
import { refetchRooms, useIsModerator } from './rooms.queries.ts'
import { moderatingErrors, roomsTexts } from './rooms.texts.it.ts'

/** What can be done with a room; `onLeave` null: the member isn't in it. */
export function RoomMenu({ room, onLeave }: { room: Room; onLeave: (() => void) | null }) {
  const isModerator = useIsModerator()
  const [isEditing, setIsEditing] = useState(false)
  const archiving = useRef<HTMLDialogElement>(null)
  const param = { slug: room.slug }

  async function archive(): Promise<void> {
    await call('PUT /api/moderation/rooms/{slug}/archive', { param })
    showToast('done', roomsTexts.archivedNow)
    await refetchRooms()
  }

  async function reopen(): Promise<void> {
    try {
      await call('DELETE /api/moderation/rooms/{slug}/archive', { param })
      showToast('done', roomsTexts.reopened)
      await refetchRooms()
    } catch (error) {
      showToast('failed', describeError(error, moderatingErrors))
    }
  }

  return (
    <>
      <ActionMenu
        name={roomsTexts.actions}
        target={
          <IconButton aria-label={roomsTexts.more} aria-description={room.name}>
            <IconDots aria-hidden="true" />
          </IconButton>
        }
      >
        <MutingItems conversationId={room.conversationId} />
        <Menu.Item
          onClick={() => void copyText(`${location.origin}${roomPath(room.slug)}`, roomsTexts.linkCopied)}
        >
          {roomsTexts.copyLink}
        </Menu.Item>
        {onLeave && <Menu.Item onClick={onLeave}>{roomsTexts.leave}</Menu.Item>}
        {isModerator && (
          <>
            <Menu.Divider role="separator" />
            <Menu.Item onClick={() => setIsEditing(true)}>{roomsTexts.edit}</Menu.Item>
            {room.archivedAt ? (
              <Menu.Item onClick={() => void reopen()}>{roomsTexts.reopen}</Menu.Item>
            ) : (
              <Menu.Item onClick={() => archiving.current?.showModal()}>{roomsTexts.archive}</Menu.Item>
            )}
          </>
        )}
      </ActionMenu>
      {isEditing && <RoomDialog room={room} onClose={() => setIsEditing(false)} />}
      {isModerator && (
        <AlertDialog
          dialog={archiving}
          title={roomsTexts.archive}
          text={roomsTexts.archiveWarning(room.name)}
          cancel={roomsTexts.keepOpen}
          confirm={roomsTexts.confirmArchive}
          onConfirm={archive}
          describeFailure={(error) => describeError(error, moderatingErrors)}
        />
      )}
    </>
  )
}
