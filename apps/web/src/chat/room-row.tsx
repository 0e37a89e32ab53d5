import { isRoomUnread } from '@covo/contract/chat/chat.fold'
import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import { IconMessages } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { conversationsTexts, eventRoomTexts } from './chat.texts.it.ts'
import styles from './chat-row.module.css'
import { conversationPath } from './message-link.ts'

/** The room of an event in a list, with the way to it. */
export function RoomRow({ room }: { room: OwnRooms['rooms'][number] }) {
  const newsId = useId()
  const isUnread = isRoomUnread(room)
  return (
    <>
      <Link
        to={conversationPath(room.conversationId)}
        className={styles.row}
        aria-describedby={isUnread ? newsId : undefined}
      >
        <span className={styles.sign}>
          <IconMessages aria-hidden="true" />
        </span>
        <span className={styles.name}>{eventRoomTexts.heading(<bdi key="title">{room.title}</bdi>)}</span>
        {isUnread && <span className={styles.quietDot} aria-hidden="true" />}
      </Link>
      {isUnread && (
        <p id={newsId} hidden>
          {conversationsTexts.roomNews}
        </p>
      )}
    </>
  )
}
