import { conversationTopic } from '@covo/contract/chat/chat.news'
import type { MessagePage } from '@covo/contract/chat/chat.routes'
import { messagePageSize } from '@covo/contract/chat/chat.rules'
import type { MemberChanged } from '@covo/contract/profiles/profiles.news'
import type { SliceNews } from '@covo/contract/realtime'
import { cleanText } from '@covo/contract/text'
import { ApiError, api, call, describeError, isTemporary } from '../platform/api.ts'
import { liveState, subscribeToLiveState, watchTopic } from '../platform/live.ts'
import { isOffline } from '../platform/offline.ts'
import { subscribeToSession } from '../platform/session.ts'
import { newUuid } from '../platform/uuid.ts'
import { showToast } from '../ui/toast.tsx'
import { keepPage, lastSeenPage } from './chat.queries.ts'
import { sendErrors } from './chat.texts.it.ts'
import {
  type ConversationState,
  emptyConversation,
  missingAfter,
  olderThan,
  withAuthor,
  withAuthorName,
  withEcho,
  withEchoStatus,
  withHead,
  withMessages,
  withNewerPage,
  withNewestPage,
  withOlderPage,
  withRemoved,
} from './conversation-state.ts'
import { readOutbox, saveOutbox, unsentConversations } from './unsent.ts'

/** What a screen shows of a conversation. */
export type ConversationView = ConversationState & {
  /** Of the first page: nothing is shown without it. */
  loading: 'running' | 'done' | 'failed'
  isLoadingOlder: boolean
  /** How far it went when the screen that shows it was opened; null until that is known. */
  headAtOpening: number | null
}

export type Conversation = ReturnType<typeof createConversation>

const firstRetryDelay = 1_000
const longestRetryDelay = 15_000

const conversations = new Map<string, Conversation>()

subscribeToSession((session) => {
  if (session === 'in') return
  for (const conversation of conversations.values()) conversation.close()
  conversations.clear()
})

/** A conversation as this page knows it. It goes on sending what waits while other screens are shown. */
export function conversationOf(conversationId: string, ownId: string): Conversation {
  const known = conversations.get(conversationId)
  if (known) return known
  const created = createConversation(conversationId, ownId)
  conversations.set(conversationId, created)
  return created
}

/** Goes on with what a page that is gone could not send any more. */
export function resumeSending(ownId: string): void {
  for (const conversationId of unsentConversations(ownId)) conversationOf(conversationId, ownId).resume()
}

/** A member has a new name or photo: what they wrote bears it in every conversation of this page. */
export function renameAuthor(member: MemberChanged): void {
  for (const conversation of conversations.values()) conversation.renameAuthor(member)
}

function createConversation(conversationId: string, ownId: string) {
  const messagesRoute = api.api.chat[':conversationId'].messages
  const param = { conversationId }
  const listeners = new Set<() => void>()
  const renamed: MemberChanged[] = []
  let view: ConversationView = {
    ...emptyConversation(ownId, readOutbox(conversationId, ownId)),
    loading: 'running',
    isLoadingOlder: false,
    headAtOpening: null,
  }
  let isClosed = false
  /** It is what was last seen, until the server gives what there is. */
  let isLastSeen = false
  let isFetching = false
  let isCatchingUp = false
  let isSending = false
  let wakeSender = () => {}
  const leaveLiveState = subscribeToLiveState(() => {
    if (liveState() === 'online') wakeSender()
  })

  function update(change: Partial<ConversationView>) {
    const before = view
    view = { ...view, ...change }
    if (isClosed) return
    if (view.echoes !== before.echoes) saveOutbox(conversationId, ownId, view.echoes)
    const isChanged = view.messages !== before.messages || view.removed !== before.removed
    if (isChanged && view.isLoaded && !isLastSeen) keepNewest()
    for (const listener of listeners) listener()
  }

  function keepNewest() {
    const { messages, removed, head, authorCount } = view
    const newest = messages
      .slice(-messagePageSize)
      .map((message) =>
        removed.has(message.sequence) ? { ...message, text: '', isRemoved: true as const } : message,
      )
    keepPage(conversationId, { messages: newest, head, authorCount })
  }

  function showLastSeen() {
    const page = view.isLoaded ? undefined : lastSeenPage(conversationId)
    if (!page) return
    isLastSeen = true
    update(withNewestPage(view, page))
  }

  async function fetchPage(position: { before?: number; after?: number }): Promise<MessagePage> {
    const renamedBefore = renamed.length
    const page = await call(messagesRoute.$get({ param, query: position }))
    // It may have been read before the names changed that were told meanwhile.
    return { ...page, messages: renamed.slice(renamedBefore).reduce(withAuthorName, page.messages) }
  }

  async function load() {
    if (isFetching || (view.isLoaded && !isLastSeen)) return
    isFetching = true
    update({ loading: 'running' })
    if (isOffline()) showLastSeen()
    try {
      const page = await fetchPage({})
      const before = isLastSeen ? { ...view, ...emptyConversation(ownId, view.echoes) } : view
      isLastSeen = false
      update({
        ...withNewestPage(before, page),
        loading: 'done',
        headAtOpening: view.headAtOpening ?? page.head,
      })
      void catchUp()
    } catch {
      showLastSeen()
      update({ loading: view.isLoaded ? 'done' : 'failed' })
    } finally {
      isFetching = false
    }
  }

  async function loadOlder() {
    const before = olderThan(view)
    if (before === null || view.isLoadingOlder || isLastSeen) return
    update({ isLoadingOlder: true })
    try {
      const page = await fetchPage({ before })
      update(withOlderPage(view, page))
    } catch {
      // Scrolling on asks again.
    } finally {
      update({ isLoadingOlder: false })
    }
  }

  /** Fetches what lies between the newest message and the head. News that was lost costs time, never a message. */
  async function catchUp() {
    if (isCatchingUp) return
    isCatchingUp = true
    try {
      for (let after = missingAfter(view); after !== null && !isClosed; after = missingAfter(view)) {
        const page = await fetchPage({ after })
        update(withNewerPage(view, page))
      }
    } catch {
      if (!isClosed) setTimeout(catchUp, firstRetryDelay)
    } finally {
      isCatchingUp = false
    }
  }

  /** After a time without news: what is shown may have been removed or bear another name since. */
  async function refresh() {
    try {
      const page = await fetchPage({})
      update(withMessages(view, page.messages, page.authorCount))
    } catch {
      // Catching up asks until it is answered.
    }
    void catchUp()
  }

  function handleNews(news: SliceNews[]) {
    for (const piece of news)
      if (piece.type === 'chat.message_removed' && piece.conversationId === conversationId)
        update(withRemoved(view, piece.sequence))
    const sent = news
      .filter((piece) => piece.type === 'chat.message_sent')
      .filter(({ message }) => message.conversationId === conversationId)
    if (sent.length === 0) return
    const authorCount = Math.max(...sent.map((piece) => piece.authorCount))
    const messages = sent.map(({ message }) => message)
    update(withMessages(view, messages, authorCount))
    void catchUp()
  }

  /** One after another, so that the order of writing is the order of storing. */
  async function sendWaiting() {
    if (isSending) return
    isSending = true
    let retryDelay = firstRetryDelay
    for (;;) {
      const echo = view.echoes.find(({ status }) => status === 'waiting' || status === 'unreachable')
      if (!echo || isClosed) break
      const { clientId, text } = echo
      try {
        const message = await call(messagesRoute.$post({ param, json: { clientId, text } }))
        update(withMessages(withEchoStatus(view, clientId, 'stored'), [message]))
        retryDelay = firstRetryDelay
        void catchUp()
      } catch (error) {
        if (error instanceof ApiError && error.code === 'common.unauthenticated') {
          // It waits for the next session of the same member.
          showToast('failed', sendErrors[error.code])
          break
        }
        if (isTemporary(error)) {
          update(withEchoStatus(view, clientId, 'unreachable'))
          await pause(retryDelay * (0.75 + Math.random() / 2))
          retryDelay = Math.min(retryDelay * 2, longestRetryDelay)
        } else update(withEchoStatus(view, clientId, 'refused', describeError(error, sendErrors)))
      }
    }
    isSending = false
  }

  /** Ends early when the connection is back or somebody presses 'Riprova'. */
  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wakeSender = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    view: () => view,

    resume: () => void sendWaiting(),

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Keeps up with the conversation until the returned function is called. */
    watch(): () => void {
      void load()
      void sendWaiting()
      const leaveTopic = watchTopic(conversationTopic(conversationId), {
        onWatching: (head) => {
          update({ ...withHead(view, head), headAtOpening: view.headAtOpening ?? head })
          if (view.loading === 'failed' || isLastSeen) void load()
          else if (view.isLoaded) void refresh()
        },
        onNews: handleNews,
      })
      return () => {
        leaveTopic()
        update({ headAtOpening: null })
      }
    },

    load,
    loadOlder,

    renameAuthor(member: MemberChanged) {
      renamed.push(member)
      update(withAuthor(view, member))
    },

    send(text: string) {
      const clientId = newUuid()
      const createdAt = new Date().toISOString()
      update(withEcho(view, { clientId, text: cleanText(text), createdAt, status: 'waiting', problem: null }))
      void sendWaiting()
    },

    /** Sends a message that did not go, as the same one: should it have been stored after all, it is not stored twice. */
    retry(clientId: string) {
      update(withEchoStatus(view, clientId, 'waiting'))
      wakeSender()
      void sendWaiting()
    },

    close() {
      isClosed = true
      leaveLiveState()
      wakeSender()
    },
  }
}
