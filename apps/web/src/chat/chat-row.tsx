import type { UnreadChat } from '@covo/contract/chat/chat.routes'
import { Link } from 'react-router'
import { dateFormat } from '../platform/format.ts'
import { formatTime } from '../platform/format-time.ts'
import { privateChatPath } from '../screens.ts'
import { Avatar } from '../ui/avatar.tsx'
import { actionTexts, conversationsTexts } from './chat.texts.it.ts'
import styles from './chat-row.module.css'

const shortDay = dateFormat({ day: 'numeric', month: 'short' })

/** A private conversation in a list, with the way to it. */
export function ChatRow({
  chat,
  isUnread,
  isLastOwn = false,
}: {
  chat: UnreadChat
  isUnread: boolean
  isLastOwn?: boolean
}) {
  const { conversationId, partner, lastMessage, lastMessageTimestamp } = chat
  return (
    <Link to={privateChatPath(conversationId)} className={styles.row}>
      <Avatar person={{ uid: partner.uid, name: partner.displayName, photoURL: partner.photoURL }} />
      <span className={styles.name}>
        <bdi>{partner.displayName}</bdi>
      </span>
      <time className={styles.time} dateTime={lastMessageTimestamp}>
        {timeOrDay(new Date(lastMessageTimestamp))}
      </time>
      <span className={styles.text}>{textOf(lastMessage, isLastOwn)}</span>
      {isUnread && (
        <span className={styles.dot}>
          <span className="visually-hidden">{conversationsTexts.unread}</span>
        </span>
      )}
    </Link>
  )
}

function textOf(lastMessage: string, isOwn: boolean): string {
  if (!lastMessage) return actionTexts.removed
  return isOwn ? conversationsTexts.own(lastMessage) : lastMessage
}

/** '14:32' today, '20 nov' before, in the reader's zone (specification, point 2). */
function timeOrDay(date: Date): string {
  return date.toDateString() === new Date().toDateString() ? formatTime(date) : shortDay(date)
}
