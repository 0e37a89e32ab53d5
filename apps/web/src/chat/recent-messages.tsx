import type { UnreadChat } from '@covo/contract/chat/chat.routes'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { dateFormat, formatTime } from '../platform/format.ts'
import { memberScreens, privateChatPath } from '../screens.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { unreadQuery } from './chat.queries.ts'
import { chatTexts, recentTexts } from './chat.texts.it.ts'
import styles from './recent-messages.module.css'
import { Skeletons } from './skeletons.tsx'

const shortDay = dateFormat({ day: 'numeric', month: 'short' })

/** The private conversations in which something waits to be read, the newest first. A card of the home. */
export function RecentMessages() {
  const { data } = useQuery(unreadQuery)
  return (
    <section className={styles.card} aria-labelledby="recent-messages">
      <div className={styles.head}>
        <h2 id="recent-messages">{recentTexts.heading}</h2>
        {data && data.total > 0 && <p className={styles.count}>{recentTexts.unread(data.total)}</p>}
      </div>
      <div className={styles.content}>
        <Content />
      </div>
    </section>
  )
}

function Content() {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(unreadQuery)
  if (!data && isError)
    return (
      <EmptyState broken text={recentTexts.failed}>
        <p className={styles.hint}>{recentTexts.failedHint}</p>
        <Button onClick={() => refetch()}>{recentTexts.retry}</Button>
      </EmptyState>
    )
  if (!data) return <Skeletons />
  if (data.chats.length === 0)
    return (
      <EmptyState text={recentTexts.empty}>
        <ButtonLink variant="soft" to={memberScreens.friends.path}>
          {recentTexts.write}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <ul>
      {data.chats.map((chat) => (
        <li key={chat.conversationId}>
          <Row chat={chat} now={new Date(dataUpdatedAt)} />
        </li>
      ))}
    </ul>
  )
}

function Row({ chat, now }: { chat: UnreadChat; now: Date }) {
  const { conversationId, partner, lastMessage, lastMessageTimestamp } = chat
  return (
    <Link to={privateChatPath(conversationId)} className={styles.row}>
      <Avatar person={{ uid: partner.uid, name: partner.displayName, photoURL: partner.photoURL }} />
      <span className={styles.name}>
        <bdi>{partner.displayName}</bdi>
      </span>
      <time className={styles.time} dateTime={lastMessageTimestamp}>
        {timeOrDay(new Date(lastMessageTimestamp), now)}
      </time>
      <span className={styles.text}>{lastMessage || chatTexts.removed}</span>
      <span className={styles.dot} />
    </Link>
  )
}

/** '14:32' today, '20 nov' before, in the reader's zone (specification, point 2). */
function timeOrDay(date: Date, now: Date): string {
  return date.toDateString() === now.toDateString() ? formatTime(date) : shortDay(date)
}
