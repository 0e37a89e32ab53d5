import { useState } from 'react'
import { useLiveState } from '../platform/live.ts'
import { useIsOffline } from '../platform/offline.ts'
import { useSession } from '../platform/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Strip } from '../ui/strip.tsx'
import { Announcer } from './announcer.tsx'
import { chatTexts } from './chat.texts.it.ts'
import { Composer } from './composer.tsx'
import type { Conversation, ConversationView } from './conversation.ts'
import styles from './conversation-panel.module.css'
import { MessageList } from './message-list.tsx'
import { createRowMaker } from './message-rows.ts'
import { Skeletons } from './skeletons.tsx'
import { useUnread } from './use-unread.ts'

type PanelProps = {
  conversationId: string
  conversation: Conversation
  view: ConversationView
}

/** A conversation to read and write in, or with `closed`, which says why, to read. */
export function ConversationPanel({
  conversationId,
  conversation,
  view,
  closed = null,
}: PanelProps & { closed?: string | null }) {
  const live = useLiveState()
  const isOffline = useIsOffline()
  const isSignedIn = useSession() === 'in'
  return (
    <section className={styles.panel} aria-label={chatTexts.list}>
      {live === 'reconnecting' && !isOffline && (
        <div className={styles.strip}>
          <Strip kind="warn">{chatTexts.reconnecting}</Strip>
        </div>
      )}
      <Content conversationId={conversationId} conversation={conversation} view={view} />
      <Announcer view={view} />
      {closed && (
        <div className={styles.strip}>
          <Strip kind="info">{closed}</Strip>
        </div>
      )}
      <Composer
        key={conversationId}
        conversationId={conversationId}
        ownId={view.ownId}
        isSignedIn={isSignedIn}
        isClosed={closed !== null}
        onSend={conversation.send}
      />
    </section>
  )
}

function Content({ conversationId, conversation, view }: PanelProps) {
  const { unread, markSeen } = useUnread(conversationId, view)
  const [makeRows] = useState(createRowMaker)
  const rows = makeRows(view, unread)
  if (view.status === 'failed')
    return (
      <div className={styles.space}>
        <EmptyState broken text={chatTexts.loadFailed}>
          <Button onClick={conversation.load}>{chatTexts.retry}</Button>
        </EmptyState>
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
    <MessageList
      rows={rows}
      unread={unread}
      growsAtStart={view.changedAt === 'start'}
      onStartNear={conversation.loadOlder}
      onRetry={conversation.retry}
      onSeen={markSeen}
    />
  )
}
