import { isRoomMarked } from '@covo/contract/chat/chat.fold'
import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import { isMuted } from '@covo/contract/chat/chat.rules'
import { IconMessages } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { conversationsTexts, eventRoomTexts } from './chat.texts.it.ts'
import styles from './chat-row.module.css'
import { conversationPath } from './message-link.ts'

/** The room of an event in a list, with the way to it. */
export function RoomRow({ room }: { room: OwnRooms['rooms'][number] }) {
  const noteId = useId()
  const now = Date.now()
  const isMarked = isRoomMarked(room, now)
  const note = isMuted(room.mutedUntil, now)
    ? conversationsTexts.muted
    : isMarked && conversationsTexts.roomNews
  return (
    <>
      <Link
        to={conversationPath(room.conversationId)}
        className={styles.row}
        aria-describedby={note ? noteId : undefined}
      >
        <span className={styles.sign}>
          <IconMessages aria-hidden="true" />
        </span>
        <span className={styles.name}>{eventRoomTexts.heading(<bdi key="title">{room.title}</bdi>)}</span>
        {isMarked && <span className={styles.quietDot} aria-hidden="true" />}
      </Link>
      {note && (
        <p id={noteId} hidden>
          {note}
        </p>
      )}
    </>
  )
}
