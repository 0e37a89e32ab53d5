import {
  addMessages,
  addNewerPage,
  addOlderPage,
  foldHistory,
  historyOf,
  type MessageHistory,
  missingAfter,
  olderThan,
  raiseHead,
} from '@covo/contract/chat/chat.fold'
import type { MessagePage } from '@covo/contract/chat/chat.routes'
import type { SliceNews } from '@covo/contract/realtime'

/** What a screen shows of the messages: nothing without the first page, which may be the one that this device saw last. */
export type Content =
  | { status: 'loading' | 'failed'; history: null }
  | { status: 'lastSeen' | 'loaded'; history: MessageHistory }

/** Where a page of history is: around nothing, it is the newest one. */
export type PagePosition = { before?: number; after?: number }

type LoaderOptions = {
  conversationId: string
  content: () => Content
  setContent: (content: Content) => void
  /** Rejects when no page comes. */
  fetchPage: (position: PagePosition) => Promise<MessagePage>
  /** The page that this device saw last. */
  readLastSeen: () => MessagePage | undefined
  isOffline: () => boolean
  /** Whether the page is done with the conversation. */
  isClosed: () => boolean
  /** Milliseconds after which a failed fetch of missed messages is tried again. */
  retryDelay: number
}

/**
 * Fetches the messages of a conversation, and folds the news into them. A page may have been read before news that arrives
 * while it is awaited: that news is kept, and folded into what the page brought.
 */
export function createMessageLoader(options: LoaderOptions) {
  const { conversationId, content, setContent, readLastSeen, isOffline, isClosed, retryDelay } = options
  const receivedDuringFetches = new Set<SliceNews[]>()
  let isLoading = false
  let isLoadingOlder = false
  let isCatchingUp = false

  /** Fetches a page and adds it to the history as `add` says. */
  async function fetchInto(
    position: PagePosition,
    add: (page: MessagePage) => MessageHistory | null,
  ): Promise<void> {
    const received: SliceNews[] = []
    receivedDuringFetches.add(received)
    try {
      const history = add(await options.fetchPage(position))
      if (history) setContent({ status: 'loaded', history: fold(history, received) })
    } finally {
      receivedDuringFetches.delete(received)
    }
  }

  function fold(history: MessageHistory, news: readonly SliceNews[]): MessageHistory {
    return news.reduce((folded, piece) => foldHistory(folded, piece, conversationId), history)
  }

  function showLastSeen() {
    const page = content().history ? undefined : readLastSeen()
    if (page) setContent({ status: 'lastSeen', history: historyOf(page) })
  }

  async function load() {
    if (isLoading || content().status === 'loaded') return
    isLoading = true
    if (content().status === 'failed') setContent({ status: 'loading', history: null })
    if (isOffline()) showLastSeen()
    try {
      await fetchInto({}, historyOf)
      void catchUp()
    } catch {
      showLastSeen()
      if (!content().history) setContent({ status: 'failed', history: null })
    } finally {
      isLoading = false
    }
  }

  /** The history that pages are added to: what was seen last has no place for them. */
  function loadedHistory(): MessageHistory | null {
    const { status, history } = content()
    return status === 'loaded' ? history : null
  }

  async function loadOlder() {
    const history = loadedHistory()
    const before = history && olderThan(history)
    if (before === null || isLoadingOlder) return
    isLoadingOlder = true
    try {
      await fetchInto({ before }, (page) => {
        const present = loadedHistory()
        return present && addOlderPage(present, page)
      })
    } catch {
      // Scrolling on asks again.
    } finally {
      isLoadingOlder = false
    }
  }

  /** Fetches the messages between the newest one and the head. News that was lost costs time, never a message. */
  async function catchUp() {
    if (isCatchingUp) return
    isCatchingUp = true
    try {
      for (let after = missing(); after !== null && !isClosed(); after = missing())
        await fetchInto({ after }, (page) => {
          const present = loadedHistory()
          return present && addNewerPage(present, page)
        })
    } catch {
      if (!isClosed()) setTimeout(catchUp, retryDelay)
    } finally {
      isCatchingUp = false
    }
  }

  function missing(): number | null {
    const history = loadedHistory()
    return history && missingAfter(history)
  }

  /** After a time without news: messages may have been removed since, or have another name. */
  async function refresh() {
    try {
      await fetchInto({}, (page) => {
        const present = loadedHistory()
        return present && addMessages(present, page.messages, page.authorCount)
      })
    } catch {
      // Catching up asks until it is answered.
    }
    void catchUp()
  }

  return {
    load,
    loadOlder,

    receive(news: readonly SliceNews[]) {
      for (const received of receivedDuringFetches) received.push(...news)
      const { status, history } = content()
      if (!history) return
      const folded = fold(history, news)
      if (folded !== history) setContent({ status, history: folded })
      void catchUp()
    },

    /** The topic is watched (again), up to `head`: news before that may have been missed. */
    resume(head: number) {
      const { status, history } = content()
      if (status !== 'loaded') return void load()
      setContent({ status, history: raiseHead(history, head) })
      void refresh()
    },
  }
}
