import { useEffect, useRef } from 'react'
import { formatDay, formatTime } from '../platform/format.ts'
import { Avatar } from '../ui/avatar.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import { chatTexts } from './chat.texts.it.ts'
import styles from './message.module.css'
import type { MessageRow } from './message-rows.ts'
import { MessageText } from './message-text.tsx'

/** One message, with the lines that it stands under and the head of its group where it opens them. */
export function MessageBubble({
  row,
  now,
  onRetry,
  onUnreadShown,
}: {
  row: MessageRow
  now: Date
  onRetry: (clientId: string) => void
  /** The line above the first unread message is on the screen. */
  onUnreadShown: () => void
}) {
  return (
    <div className={styles.row} data-own={row.isOwn} data-starts={row.startsGroup} data-ends={row.endsGroup}>
      {row.startsDay && <p className={styles.day}>{formatDay(row.date, now)}</p>}
      {row.startsUnread && <UnreadLine onShown={onUnreadShown} />}
      {row.startsGroup && (
        <p className={styles.head}>
          {!row.isOwn && (
            <PersonLink uid={row.userId} className={styles.author}>
              <span className={styles.avatar}>
                <Avatar person={{ uid: row.userId, name: row.userName, photoURL: row.photoURL }} />
              </span>
              <bdi>{row.userName}</bdi>
            </PersonLink>
          )}
          <time className="mono" dateTime={row.date.toISOString()}>
            {formatTime(row.date)}
          </time>
        </p>
      )}
      <p className={styles.bubble} data-removed={row.isRemoved}>
        {row.isRemoved ? chatTexts.removed : <MessageText text={row.text} />}
      </p>
      <SendingState row={row} onRetry={onRetry} />
    </div>
  )
}

function UnreadLine({ onShown }: { onShown: () => void }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) onShown()
    })
    if (line.current) observer.observe(line.current)
    return () => observer.disconnect()
  }, [onShown])
  return (
    <p ref={line} className={styles.unread}>
      {chatTexts.firstUnread}
    </p>
  )
}

function SendingState({ row, onRetry }: { row: MessageRow; onRetry: (clientId: string) => void }) {
  if (row.status === 'refused')
    return (
      <p className={styles.failed}>
        {row.problem && <span className={styles.problem}>{row.problem}</span>}
        {chatTexts.notSent} ·{' '}
        <button type="button" onClick={() => onRetry(row.clientId)}>
          {chatTexts.retry}
        </button>
      </p>
    )
  if (!row.status || !row.isLast) return null
  return (
    <p className={styles.sending}>
      {row.status === 'unreachable' ? chatTexts.waitingForNetwork : chatTexts.sending}
    </p>
  )
}
