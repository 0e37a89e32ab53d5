import type { HiddenQuote, Quote } from '@covo/contract/chat/chat.routes'
import { lazy, Suspense, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { commonTexts } from '../platform/common.texts.it.ts'
import { formatDay, formatTime } from '../platform/format-time.ts'
import { Avatar } from '../ui/avatar.tsx'
import { BotMark } from '../ui/bot-mark.tsx'
import { Button } from '../ui/button.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import { actionTexts, chatTexts, editTexts, mentionTexts, replyTexts } from './chat.texts.it.ts'
import { copyText } from './copy-text.ts'
import { CurrentMessageContext } from './current-message.ts'
import { EditedMessageContext } from './edited-message.ts'
import { type Edit, mayEdit } from './edits.ts'
import { MessageFiles } from './files/message-files.tsx'
import { spokenMessage } from './files/message-line.ts'
import type { OpenPicture } from './files/open-picture.ts'
import { MessageText } from './formatting/message-text.tsx'
import { loadMessageMenu } from './load-message-menu.ts'
import styles from './message.module.css'
import { MessageActions, type OpenMenu } from './message-actions.tsx'
import { MessageReactions } from './message-reactions.tsx'
import type { MessageRow } from './message-rows.ts'
import { TargetContext } from './message-target.ts'
import { QuoteLine } from './quote-line.tsx'
import type { React } from './react-to.ts'
import { ReadReceipt } from './read-receipt.tsx'
import { useLongPress } from './use-long-press.ts'
import { useOwnReactions } from './use-own-reactions.ts'
import { ReadMention, WaitingMentionsContext } from './waiting-mentions.tsx'

const EchoAttachments = lazy(() =>
  import('./files/echo-attachments.tsx').then((module) => ({ default: module.EchoAttachments })),
)

/** The actions of a reader on the messages of a list. */
export type MessageHandlers = {
  onRetry: (clientId: string) => void
  onDiscard: (clientId: string) => void
  onOpenMenu: (menu: OpenMenu) => void
  onOpenPicture: (picture: OpenPicture) => void
  onRetryEdit: () => void
  /** Null where one may only read. */
  onReact: React | null
  onReply: ((row: MessageRow) => void) | null
  onEdit: ((row: MessageRow) => void) | null
  /** Leads to the box. */
  onLeave: () => void
  onJump: (sequence: number) => void
  /** Leads a refused edit back into the box. */
  onResumeEdit: (row: MessageRow) => void
  onDiscardEdit: (clientId: string) => void
}

/** One message, with the lines that it stands under and the head of its group where it opens them. */
export function MessageBubble({
  row,
  now,
  handlers,
  onUnreadShown,
}: {
  row: MessageRow
  now: Date
  handlers: MessageHandlers
  /** The line above the first unread message is on the screen. */
  onUnreadShown: () => void
}) {
  const nameId = useId()
  const own = useOwnReactions(row.sequence)
  const article = useRef<HTMLElement>(null)
  const [isHovered, setIsHovered] = useState(false)
  const current = useContext(CurrentMessageContext)
  const { target, focusOnce } = useContext(TargetContext)
  const waiting = useContext(WaitingMentionsContext)
  const isWaiting = waiting.sequences.includes(row.sequence ?? 0)
  const isEdited = useContext(EditedMessageContext) === row.sequence && row.sequence !== null
  const isTarget = target !== null && target.sequence === row.sequence
  useEffect(() => {
    if (isTarget) focusOnce(target, article.current)
  }, [isTarget, target, focusOnce])
  const longPress = useLongPress((element) => {
    const button = element.querySelector<HTMLButtonElement>('[data-action]')
    if (button) handlers.onOpenMenu({ row, button, opener: button })
  })
  // Scrolled away, it leaves the document, and the focus to the list.
  useLayoutEffect(() => {
    const element = article.current
    const list = element?.closest<HTMLElement>('[role=log]')
    return () => {
      if (element?.contains(document.activeElement)) list?.focus({ preventScroll: true })
    }
  }, [])
  const removal = row.removedBy === 'author' ? actionTexts.removed : chatTexts.removed
  return (
    <div className={styles.row} data-own={row.isOwn} data-starts={row.startsGroup} data-ends={row.endsGroup}>
      {row.startsDay && <p className={styles.day}>{formatDay(row.date, now)}</p>}
      {row.startsUnread && <UnreadLine onShown={onUnreadShown} />}
      <article
        ref={article}
        className={styles.message}
        data-key={row.key}
        aria-labelledby={nameId}
        aria-description={row.isRemoved ? removal : spokenMessage(row)}
        aria-current={isTarget || undefined}
        tabIndex={-1}
        onFocus={() => {
          if (row.sequence === null) return
          current?.choose(row.key)
          void loadMessageMenu()
        }}
        {...longPress}
        onPointerEnter={({ pointerType }) => setIsHovered(pointerType !== 'touch')}
        onPointerLeave={() => setIsHovered(false)}
      >
        {isWaiting && row.sequence !== null && (
          <ReadMention conversationId={waiting.conversationId} sequence={row.sequence} article={article} />
        )}
        <span id={nameId} hidden>
          <bdi>{row.isOwn ? actionTexts.you : row.userName}</bdi>
          <BotMark uid={row.userId} />
          <span>{`, ${formatTime(row.date)}${row.mentionsViewer ? `, ${mentionTexts.mentionsYou}` : ''}`}</span>
        </span>
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
            {!row.isOwn && <BotMark uid={row.userId} />}
            <time className="mono" dateTime={row.date.toISOString()}>
              {formatTime(row.date)}
            </time>
          </p>
        )}
        <div className={styles.line}>
          <div className={styles.bubble} data-removed={row.isRemoved} data-edited={isEdited}>
            {row.replyTo && <QuotedMessage quote={row.replyTo} onJump={handlers.onJump} />}
            {row.isRemoved && <p>{removal}</p>}
            {!row.isRemoved && row.text && (
              <MessageText source={row.text} mentions={row.mentions} readerId={row.viewerId} path={row.key} />
            )}
            {row.files.length > 0 && (
              <MessageFiles files={row.files} path={row.key} onOpen={handlers.onOpenPicture} />
            )}
            {row.editedAt !== null && !row.isRemoved && (
              <time className={styles.edited} dateTime={row.editedAt}>
                {editTexts.edited}
              </time>
            )}
          </div>
          {row.sequence !== null && (
            <MessageActions row={row} nameId={nameId} own={own} isHovered={isHovered} handlers={handlers} />
          )}
        </div>
        {own && !row.isRemoved && <MessageReactions row={row} own={own} onReact={handlers.onReact} />}
        {row.hasAttachments && (
          <Suspense>
            <EchoAttachments messageId={row.clientId} />
          </Suspense>
        )}
        <ReadReceipt sequence={row.sequence} />
        <SendingState row={row} handlers={handlers} />
        {row.edit && <EditState row={row} edit={row.edit} handlers={handlers} />}
      </article>
    </div>
  )
}

/** The quote of a reply. It leads to the message, unless the reader does not see that. */
function QuotedMessage({ quote, onJump }: { quote: Quote | HiddenQuote; onJump: MessageHandlers['onJump'] }) {
  if (quote.isHidden) return <p className={styles.quote}>{replyTexts.quotedHidden}</p>
  return (
    <button type="button" className={styles.quote} onClick={() => onJump(quote.sequence)}>
      <QuoteLine lead={replyTexts.quoted} quote={quote} />
    </button>
  )
}

/** The state of an edit that is not known to be stored. */
function EditState({ row, edit, handlers }: { row: MessageRow; edit: Edit; handlers: MessageHandlers }) {
  if (edit.status === 'unreachable')
    return (
      <p className={styles.failed}>
        <span>{editTexts.notSaved} · </span>
        <button type="button" onClick={handlers.onRetryEdit}>
          {commonTexts.retry}
        </button>
      </p>
    )
  if (edit.status !== 'refused') return <p className={styles.sending}>{editTexts.saving}</p>
  return (
    <>
      <p className={styles.failed}>{edit.problem}</p>
      <div className={styles.choice}>
        {mayEdit(row) && (
          <Button size="small" variant="soft" onClick={() => handlers.onResumeEdit(row)}>
            {editTexts.resume}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => void copyText(edit.text)}>
          {editTexts.copy}
        </Button>
        <Button size="small" variant="quiet" onClick={() => handlers.onDiscardEdit(edit.clientId)}>
          {editTexts.discard}
        </Button>
      </div>
    </>
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

function SendingState({ row, handlers }: { row: MessageRow; handlers: MessageHandlers }) {
  if (row.status === 'refused')
    return (
      <p className={styles.failed}>
        {row.problem && <span className={styles.problem}>{row.problem}</span>}
        <span>{chatTexts.notSent} · </span>
        <button type="button" onClick={() => handlers.onRetry(row.clientId)}>
          {commonTexts.retry}
        </button>
        <span> · </span>
        {row.text && (
          <>
            <button type="button" onClick={() => void copyText(row.text)}>
              {actionTexts.copyText}
            </button>
            <span> · </span>
          </>
        )}
        <button type="button" onClick={() => handlers.onDiscard(row.clientId)}>
          {editTexts.discard}
        </button>
      </p>
    )
  if (!row.status || !(row.isLast || row.hasAttachments)) return null
  return (
    <p className={styles.sending}>
      {row.status === 'unreachable' ? chatTexts.waitingForNetwork : chatTexts.sending}
    </p>
  )
}
