import type { Room } from '@covo/contract/rooms/rooms.routes'
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { roomPath } from '../screens.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { copyText } from './copy-text.ts'
import { roomsTexts } from './rooms.texts.it.ts'

/** What can be done with a room; `onLeave` null: the member isn't in it. */
export function RoomMenu({ room, onLeave }: { room: Room; onLeave: (() => void) | null }) {
  return (
    <ActionMenu
      name={roomsTexts.actions}
      target={
        <IconButton aria-label={roomsTexts.more} aria-description={room.name}>
          <IconDots aria-hidden="true" />
        </IconButton>
      }
    >
      <Menu.Item
        onClick={() => void copyText(`${location.origin}${roomPath(room.slug)}`, roomsTexts.linkCopied)}
      >
        {roomsTexts.copyLink}
      </Menu.Item>
      {onLeave && <Menu.Item onClick={onLeave}>{roomsTexts.leave}</Menu.Item>}
    </ActionMenu>
  )
}
