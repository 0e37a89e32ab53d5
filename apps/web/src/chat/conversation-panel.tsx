import { useState } from 'react'
import { useLiveState } from '../platform/live.ts'
import { useSession } from '../platform/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Strip } from '../ui/strip.tsx'
import { chatTexts } from './chat.texts.it.ts'
import { Composer } from './composer.tsx'
import type { Conversation, ConversationView } from './conversation.ts'
import styles from './conversation-panel.module.css'
import { MessageList } from './message-list.tsx'
import { messageRows } from './message-rows.ts'
import { Skeletons } from './skeletons.tsx'

/** A conversation to read and write in. */
export function ConversationPanel({
  conversationId,
  conversation,
  view,
}: {
  conversationId: string
  conversation: Conversation
  view: ConversationView
}) {
  const live = useLiveState()
  const isSignedIn = useSession() === 'in'
  return (
    <section className={styles.panel} aria-label={chatTexts.list}>
      {live === 'reconnecting' && (
        <div className={styles.strip}>
          <Strip kind="warn">{chatTexts.reconnecting}</Strip>
        </div>
      )}
      <Content conversation={conversation} view={view} />
      <Announcer view={view} />
      <Composer
        key={conversationId}
        conversationId={conversationId}
        ownId={view.ownId}
        isSignedIn={isSignedIn}
        onSend={conversation.send}
      />
    </section>
  )
}

function Content({ conversation, view }: { conversation: Conversation; view: ConversationView }) {
  const rows = messageRows(view)
  if (view.loading === 'failed')
    return (
      <div className={styles.space}>
        <EmptyState broken text={chatTexts.loadFailed}>
          <Button onClick={conversation.load}>{chatTexts.retry}</Button>
        </EmptyState>
      </div>
    )
  if (!view.isLoaded)
    return (
      <div className={styles.space}>
        <Skeletons />
      </div>
    )
  if (rows.length === 0)
    return (
      <div className={styles.space}>
        <EmptyState text={chatTexts.noMessages} />
      </div>
    )
  return (
    <MessageList
      rows={rows}
      growsAtStart={view.changedAt === 'start'}
      onStartNear={conversation.loadOlder}
      onRetry={conversation.retry}
    />
  )
}

/** Says the newest message of somebody else, but none that was there before the reader came. */
function Announcer({ view }: { view: ConversationView }) {
  const [firstHead, setFirstHead] = useState<number | null>(null)
  if (view.isLoaded && firstHead === null) setFirstHead(view.head)
  const newest = view.messages.at(-1)
  const isNews =
    newest &&
    firstHead !== null &&
    newest.sequence > firstHead &&
    newest.userId !== view.ownId &&
    !newest.isRemoved &&
    !view.removed.has(newest.sequence)
  return (
    <p className="visually-hidden" aria-live="polite">
      {isNews && `${newest.userName}: ${newest.text}`}
    </p>
  )
}
