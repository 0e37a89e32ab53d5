import type { Quote } from '@covo/contract/chat/chat.routes'
import type { ReactionKind } from '@covo/contract/chat/chat.rules'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { hasFiles } from '../platform/instance.ts'
import { useLiveState } from '../platform/live.ts'
import { useIsOffline } from '../platform/offline.ts'
import { useSession } from '../platform/session.ts'
import { hasFields } from '../platform/stores.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Contained, ErrorBoundary } from '../ui/error-boundary.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { showToast } from '../ui/toast.tsx'
import { Announcer, type Said } from './announcer.tsx'
import { chatTexts, reactionsTexts, reactionTexts } from './chat.texts.it.ts'
import { Composer } from './composer.tsx'
import type { Conversation, ConversationView } from './conversation.ts'
import styles from './conversation-panel.module.css'
import { EditedMessageContext } from './edited-message.ts'
import { draftOf, type EditDraft, withEdits } from './edits.ts'
import type { ChosenFiles } from './files/chosen-files.ts'
import { attachTexts } from './files/files.texts.it.ts'
import { OpenedPicture, useOpenedPicture } from './files/opened-picture.tsx'
import { AttachmentsContext } from './files/use-attachments.ts'
import { useFileGestures } from './files/use-file-gestures.ts'
import { jumpTo, jumpToEnd } from './jump.ts'
import { loadMessageMenu } from './load-message-menu.ts'
import type { Offered } from './mentions.ts'
import type { OpenMenu } from './message-actions.tsx'
import { MessageList } from './message-list.tsx'
import { createRowMaker, type MessageRow, newestOwnRow, presentQuote, quoteOfRow } from './message-rows.ts'
import { reactTo } from './react-to.ts'
import { LastReadContext, lastReadOf } from './read-receipt.tsx'
import { refuseFiles } from './refuse-files.ts'
import { removeMessage } from './remove-message.ts'
import { Skeletons } from './skeletons.tsx'
import { TypingLine } from './typing-line.tsx'
import { useDraftPart } from './use-draft-part.ts'
import { useEditDraft } from './use-edit-draft.ts'
import { OwnReactionsContext } from './use-own-reactions.ts'
import { useTyping } from './use-typing.ts'
import { type Unread, useUnread } from './use-unread.ts'
import { useWaitingMentions, WaitingMentionsContext } from './waiting-mentions.tsx'

const MessageMenu = lazy(() => loadMessageMenu().then((loaded) => ({ default: loaded.MessageMenu })))

type PanelProps = {
  conversationId: string
  conversation: Conversation
  view: ConversationView
}

/** A conversation to read and write in, or with `closed`, which says why, or `instead`, in the place of the box, to read. */
export function ConversationPanel({
  conversationId,
  conversation,
  view,
  people,
  onSeen,
  closed = null,
  instead = null,
}: PanelProps & {
  /** Those who may be mentioned, as they are offered. */
  people: () => Offered[]
  /** Messages up to this sequence were shown, perhaps on a hidden page. */
  onSeen?: (sequence: number) => void
  closed?: ReactNode
  instead?: ReactNode
}) {
  const live = useLiveState()
  const isOffline = useIsOffline()
  const isSignedIn = useSession() === 'in'
  const { editDraft, changeEdit, switchEdit } = useEditDraft(conversationId, view.ownId)
  const [begunReply, setReply] = useDraftPart('reply', conversationId, view.ownId, isQuote)
  const reply = begunReply && view.history ? presentQuote(begunReply, view.history) : begunReply
  const [makeRows] = useState(createRowMaker)
  const [said, setSaid] = useState<Said | null>(null)
  const { unread, markSeen } = useUnread(conversationId, view)
  const handleSeen = useCallback(
    (sequence: number) => {
      markSeen(sequence)
      onSeen?.(sequence)
    },
    [markSeen, onSeen],
  )
  const { typing, report } = useTyping(conversationId, view.ownId)
  const rows = withEdits(makeRows(view, unread), view.edits)
  const box = useRef<HTMLTextAreaElement>(null)
  const isClosed = closed !== null || instead !== null
  const canAttach = hasFiles && isSignedIn && !isClosed && !editDraft
  const { isOver, gestures } = useFileGestures(canAttach ? attach : null)
  const say = (text: string) => setSaid((before) => ({ text, id: (before?.id ?? 0) + 1 }))

  function attach(chosen: ChosenFiles) {
    conversation.attachments.attach(chosen).then(
      (attached) => {
        if (attached.length > 0) say(attached.map(({ name }) => attachTexts.attached(name)).join(' '))
      },
      () => showToast('failed', attachTexts.failed),
    )
  }

  return (
    <section className={styles.panel} aria-label={chatTexts.list} {...(hasFiles ? gestures : refuseFiles)}>
      {isOver && <p className={styles.drop}>{attachTexts.drop}</p>}
      {live === 'reconnecting' && !isOffline && (
        <div className={styles.alert}>
          <InlineAlert kind="warn">{chatTexts.reconnecting}</InlineAlert>
        </div>
      )}
      <Content
        conversation={conversation}
        view={view}
        rows={rows}
        unread={unread}
        isClosed={isClosed}
        onSay={say}
        onSeen={handleSeen}
        editedSequence={editDraft?.sequence ?? null}
        onEdit={switchEdit}
        onLeave={() => box.current?.focus()}
        onReply={(row) => {
          switchEdit(null)
          setReply(quoteOfRow(row))
        }}
      />
      <ErrorBoundary instead={null}>
        <Announcer view={view} said={said} />
      </ErrorBoundary>
      {closed && (
        <div className={styles.alert}>
          <InlineAlert kind="info">{closed}</InlineAlert>
        </div>
      )}
      {!isClosed && (
        <Contained>
          <TypingLine typing={typing} />
        </Contained>
      )}
      {instead ? (
        <div className={styles.instead}>{instead}</div>
      ) : (
        <Composer
          key={conversationId}
          box={box}
          conversationId={conversationId}
          ownId={view.ownId}
          isSignedIn={isSignedIn}
          isClosed={isClosed}
          reply={reply}
          onReply={setReply}
          onTyping={report}
          people={people}
          attachments={conversation.attachments}
          onAttach={canAttach ? attach : null}
          onSay={say}
          onSend={(text, mentions, withFiles) => {
            conversation.send(text, reply, mentions, withFiles)
            setReply(null)
          }}
          editDraft={editDraft}
          onEdit={changeEdit}
          onEditNewest={() => {
            const newest = newestOwnRow(rows)
            if (newest) switchEdit(draftOf(newest))
          }}
          onSave={conversation.edit}
        />
      )}
    </section>
  )
}

function isQuote(stored: unknown): stored is Quote {
  return hasFields(stored, { sequence: 'number', userId: 'string', userName: 'string', excerpt: 'string' })
}

function Content({
  conversation,
  view,
  rows,
  unread,
  isClosed,
  onSay,
  onSeen,
  editedSequence,
  onEdit,
  onLeave,
  onReply,
}: Omit<PanelProps, 'conversationId'> & {
  rows: MessageRow[]
  unread: Unread | null
  isClosed: boolean
  onSay: (text: string) => void
  onSeen: (sequence: number) => void
  /** The message that is being edited. */
  editedSequence: number | null
  onEdit: (draft: EditDraft | null) => void
  onLeave: () => void
  onReply: (row: MessageRow) => void
}) {
  const mentions = useWaitingMentions(conversation.id)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const { picture, openPicture, closePicture } = useOpenedPicture()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it does the same each time
  const handlers = useMemo(
    () => ({
      onRetry: conversation.retry,
      onDiscard(clientId: string) {
        conversation.discard(clientId)
        onLeave()
      },
      onOpenMenu(opened: OpenMenu) {
        setMenu(opened)
        setIsMenuOpen(true)
      },
      onOpenPicture: openPicture,
      onReact: isClosed
        ? null
        : (row: MessageRow, kind: ReactionKind, isSet: boolean) => {
            const { name } = reactionTexts[kind]
            void reactTo(conversation.reactions, row, kind, isSet).then((isStored) => {
              if (isStored) onSay(isSet ? reactionsTexts.added(name) : reactionsTexts.taken(name))
            })
          },
      onReply: isClosed ? null : onReply,
      onEdit: isClosed
        ? null
        : (row: MessageRow) => {
            if (row.sequence !== editedSequence) onEdit(draftOf(row))
          },
      onLeave,
      onJump: (sequence: number) => void jumpTo(conversation, sequence),
      onRetryEdit: conversation.retryEdit,
      onResumeEdit(row: MessageRow) {
        onEdit(draftOf(row))
        conversation.discardEdit(row.clientId)
      },
      onDiscardEdit: conversation.discardEdit,
    }),
    [conversation, isClosed, editedSequence],
  )
  if (view.status === 'failed')
    return (
      <div className={styles.space}>
        <LoadFailure text={chatTexts.loadFailed} onRetry={conversation.load} />
      </div>
    )
  if (!view.history)
    return (
      <div className={styles.space}>
        <Skeletons />
      </div>
    )
  if (rows.length === 0)
    return (
      <div className={styles.space}>
        <EmptyState text={chatTexts.noMessages}>
          <p className={styles.invitation}>{chatTexts.writeFirst}</p>
        </EmptyState>
      </div>
    )
  return (
    <AttachmentsContext value={conversation.attachments}>
      <OwnReactionsContext value={conversation.reactions}>
        <WaitingMentionsContext value={mentions}>
          <LastReadContext value={lastReadOf(rows, view.history.readUpTo)}>
            <EditedMessageContext value={editedSequence}>
              <MessageList
                key={view.replacements}
                rows={rows}
                unread={unread}
                growsAtStart={view.changedAt === 'start'}
                reachesEnd={view.history.reachesEnd}
                opensAt={view.opensAt}
                target={view.target}
                onStartNear={conversation.loadOlder}
                onEndNear={conversation.loadNewer}
                onGoToEnd={() => void jumpToEnd(conversation)}
                handlers={handlers}
                onSeen={onSeen}
                onReading={conversation.noteReading}
                mentions={mentions}
              />
            </EditedMessageContext>
          </LastReadContext>
        </WaitingMentionsContext>
        {menu && (
          <Suspense>
            <MessageMenu
              key={menu.row.key}
              menu={menu}
              isOpen={isMenuOpen}
              conversationId={conversation.id}
              own={conversation.reactions.stateOf(menu.row.sequence ?? 0)}
              onReact={handlers.onReact}
              onReply={handlers.onReply}
              onClose={() => setIsMenuOpen(false)}
              onEdit={handlers.onEdit}
              onRemove={() => removeMessage(conversation.id, menu.row)}
            />
          </Suspense>
        )}
        {picture && <OpenedPicture picture={picture} rows={rows} onClose={closePicture} />}
      </OwnReactionsContext>
    </AttachmentsContext>
  )
}
