import { formatDay, formatTime } from '../platform/format.ts'
import { Avatar } from '../ui/avatar.tsx'
import { chatTexts } from './chat.texts.it.ts'
import styles from './message.module.css'
import type { MessageRow } from './message-rows.ts'
import { MessageText } from './message-text.tsx'

/** One message, with the line of its day and the head of its group where it opens them. */
export function MessageBubble({
  row,
  now,
  isLast,
  onRetry,
}: {
  row: MessageRow
  now: Date
  isLast: boolean
  onRetry: (clientId: string) => void
}) {
  return (
    <div className={styles.row} data-own={row.isOwn} data-starts={row.startsGroup} data-ends={row.endsGroup}>
      {row.startsDay && <p className={styles.day}>{formatDay(row.date, now)}</p>}
      {row.startsGroup && (
        <p className={styles.head}>
          {!row.isOwn && <span className={styles.author}>{row.userName}</span>}
          <time className="mono" dateTime={row.date.toISOString()}>
            {formatTime(row.date)}
          </time>
        </p>
      )}
      {row.startsGroup && !row.isOwn && (
        <span className={styles.avatar}>
          <Avatar person={{ uid: row.userId, name: row.userName, photoURL: row.photoURL }} />
        </span>
      )}
      <p className={styles.bubble} data-removed={row.isRemoved}>
        {row.isRemoved ? chatTexts.removed : <MessageText text={row.text} />}
      </p>
      <SendingState row={row} isLast={isLast} onRetry={onRetry} />
    </div>
  )
}

function SendingState({
  row,
  isLast,
  onRetry,
}: {
  row: MessageRow
  isLast: boolean
  onRetry: (clientId: string) => void
}) {
  if (row.status === 'refused' || row.status === 'unreachable')
    return (
      <p className={styles.failed} role="alert">
        {row.problem && <span className={styles.problem}>{row.problem}</span>}
        {chatTexts.notSent} ·{' '}
        <button type="button" onClick={() => onRetry(row.clientId)}>
          {chatTexts.retry}
        </button>
      </p>
    )
  if (row.status && isLast) return <p className={styles.sending}>{chatTexts.sending}</p>
  return null
}
