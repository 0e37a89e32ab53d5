import type { ReactionsChanged } from '@covo/contract/chat/chat.news'
import type { ChangedMessages, MessagePage } from '@covo/contract/chat/chat.routes'
import {
  addChanged,
  addMessages,
  addNewerPage,
  addOlderPage,
  addReactionCounts,
  changesReceipts,
  foldHistory,
  historyOf,
  type MessageHistory,
  missingAfter,
  missingChangesAfter,
  newerThan,
  olderThan,
  raisePosition,
  withReadUpTo,
} from '@covo/contract/chat/history.fold'
import type { SliceNews, TopicPosition } from '@covo/contract/realtime'
import type { WatchedPosition } from '../platform/live-connection.ts'

/** The messages of a screen: none without the first page, which may be the one that this device saw last. */
export type Content =
  | { status: 'loading' | 'failed'; history: null }
  | { status: 'lastSeen' | 'loaded'; history: MessageHistory }

/** With more missing messages or changes than these, the page that the reader sees is fetched, and replaces the history. */
const maximumMissed = 1000

/** Milliseconds within which news of changes may come that was overtaken by news of later ones. */
const gapDelay = 300

/** Where a page of history is: beside nothing, it is the newest one. */
export type PagePosition = { before?: number; after?: number; around?: number }

type LoaderOptions = {
  conversationId: string
  content: () => Content
  /** @param isReplaced whether the messages are not those that were loaded before, with some added */
  setContent: (content: Content, isReplaced?: boolean) => void
  /** The sequence that the reader sees; null where that is the end. */
  readingAt: () => number | null
  /** Rejects when no page comes. */
  fetchPage: (position: PagePosition) => Promise<MessagePage>
  /** The messages with a change after a number; rejects when no answer comes. */
  fetchChanges: (after: number) => Promise<ChangedMessages>
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
 * while it is awaited: that news is kept, and folded into the page.
 */
export function createMessageLoader(options: LoaderOptions) {
  const { conversationId, content, setContent, readingAt, readLastSeen, isOffline, isClosed, retryDelay } =
    options
  const receivedDuringFetches = new Set<SliceNews[]>()
  /** The newest position that the server sent, maybe after it read a page that is awaited. */
  let knownPosition: TopicPosition = { head: 0, changes: 0 }
  /** Counts the fetches of pages that replace the history; `loadedVersion` is the number of the one that did last. */
  let latestVersion = 0
  let loadedVersion = 0
  let isLoading = false
  let isLoadingOlder = false
  let isLoadingNewer = false
  let isCatchingUp = false
  let isCatchingUpChanges = false

  /**
   * Adds an answer to the history as `add` says, and folds the news that arrived meanwhile over it. An answer is ignored where
   * another page replaced the history after its request.
   */
  async function fetchInto<Answer>(
    fetchAnswer: () => Promise<Answer>,
    add: (answer: Answer) => MessageHistory | null,
    replaces = false,
  ): Promise<void> {
    const received: SliceNews[] = []
    if (replaces) latestVersion += 1
    const version = replaces ? latestVersion : loadedVersion
    receivedDuringFetches.add(received)
    try {
      const answer = await fetchAnswer()
      if (version < loadedVersion) return
      loadedVersion = version
      const history = add(answer)
      // The newest page continues the page that the device saw last.
      const isReplaced = replaces && (loadedHistory() !== null || !history?.reachesEnd)
      if (history) setContent({ status: 'loaded', history: fold(history, received) }, isReplaced)
      refreshAfter(received)
    } finally {
      receivedDuringFetches.delete(received)
    }
  }

  function fold(history: MessageHistory, news: readonly SliceNews[]): MessageHistory {
    return news.reduce((folded, piece) => foldHistory(folded, piece, conversationId), history)
  }

  /** A page alone says how far the partner has read, where the right to know it changed. */
  function refreshAfter(news: readonly SliceNews[]) {
    if (news.some((piece) => changesReceipts(piece, conversationId))) void refresh()
  }

  function showLastSeen() {
    const page = content().history ? undefined : readLastSeen()
    if (page) setContent({ status: 'lastSeen', history: historyOf(page) })
  }

  /** Replaces the history by the page around a message, or by the newest page. */
  async function replacePage(around: number | null) {
    await fetchInto(
      () => options.fetchPage(around === null ? {} : { around }),
      (page) => raisePosition(historyOf(page), knownPosition),
      true,
    )
    void catchUp()
    void catchUpChanges()
  }

  /** Shows the end, unless it is shown. */
  async function load() {
    if (isLoading || loadedHistory()?.reachesEnd) return
    isLoading = true
    if (content().status === 'failed') setContent({ status: 'loading', history: null })
    if (isOffline()) showLastSeen()
    try {
      await replacePage(null)
    } catch {
      showLastSeen()
      if (!content().history) setContent({ status: 'failed', history: null })
    } finally {
      isLoading = false
    }
  }

  /** The history that pages are added to: the last seen page has no place for them. */
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
      await fetchInto(
        () => options.fetchPage({ before }),
        (page) => {
          const present = loadedHistory()
          return present && addOlderPage(present, page)
        },
      )
      void catchUpChanges()
    } catch {
      // Scrolling on asks again.
    } finally {
      isLoadingOlder = false
    }
  }

  /** Fetches the page after the loaded messages, unless they reach the end. */
  async function loadNewer() {
    const history = loadedHistory()
    const after = history && !history.reachesEnd ? newerThan(history) : null
    if (after === null || isLoadingNewer) return
    isLoadingNewer = true
    try {
      await fetchNewer(after)
      void catchUp()
      void catchUpChanges()
    } catch {
      // Scrolling on asks again.
    } finally {
      isLoadingNewer = false
    }
  }

  async function fetchNewer(after: number) {
    await fetchInto(
      () => options.fetchPage({ after }),
      (page) => {
        const present = loadedHistory()
        return present && addNewerPage(present, page)
      },
    )
  }

  /** Fetches the messages between the newest one and the head. News that was lost costs time, never a message. */
  async function catchUp() {
    if (isCatchingUp) return
    isCatchingUp = true
    let hasFetched = false
    try {
      for (let after = missing(); after !== null && !isClosed(); after = missing()) {
        if ((content().history?.head ?? 0) - after > maximumMissed) await replacePage(readingAt())
        else await fetchNewer(after)
        hasFetched = true
      }
      if (hasFetched) void catchUpChanges()
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

  /** Fetches the missing changes of the loaded messages. */
  async function catchUpChanges() {
    if (isCatchingUpChanges) return
    isCatchingUpChanges = true
    try {
      for (let after = missingChanges(); after !== null && !isClosed(); after = missingChanges()) {
        const from = after
        if ((content().history?.latestChange ?? 0) - from > maximumMissed) await replacePage(readingAt())
        else
          await fetchInto(
            () => options.fetchChanges(from),
            (answer) => {
              const present = loadedHistory()
              return present && addChanged(present, answer)
            },
          )
      }
    } catch {
      if (!isClosed()) setTimeout(catchUpChanges, retryDelay)
    } finally {
      isCatchingUpChanges = false
    }
  }

  function missingChanges(): number | null {
    const history = loadedHistory()
    return history && missingChangesAfter(history)
  }

  /** After a time without news: messages may have changed since, or have authors with another name. */
  async function refresh() {
    try {
      await fetchInto(
        () => options.fetchPage({}),
        (page) => {
          const present = loadedHistory()
          const added = present && addMessages(present, page.messages, page.authorCount)
          return added && withReadUpTo(raisePosition(added, page), page)
        },
      )
    } catch {
      // Catching up asks until it is answered.
    }
    await Promise.all([catchUp(), catchUpChanges()])
  }

  return {
    load,
    loadOlder,
    loadNewer,

    /** Fetches the page around a message, unless it is loaded. Rejects where there is no such message, or no answer. */
    async loadAround(sequence: number) {
      const { history } = content()
      if (!history || !isLoaded(history, sequence)) await replacePage(sequence)
    },

    /** Replaces the history by the newest page; offline by the one that the device saw last. Rejects without either. */
    async loadEnd() {
      try {
        await replacePage(null)
      } catch (error) {
        const page = readLastSeen()
        if (!page) throw error
        setContent({ status: 'lastSeen', history: historyOf(page) }, true)
      }
    },

    /**
     * Discards the history, which may be stale. Where the conversation is on the screen, the page that the reader sees is
     * refetched.
     */
    async reload(isOnScreen: boolean) {
      knownPosition = { head: 0, changes: 0 }
      try {
        if (isOnScreen) return await replacePage(readingAt())
      } catch {
        // `load` tries the newest page.
      }
      latestVersion += 1
      loadedVersion = latestVersion
      setContent({ status: 'loading', history: null })
      if (isOnScreen) void load()
    },

    receive(news: readonly SliceNews[]) {
      for (const received of receivedDuringFetches) received.push(...news)
      const { status, history } = content()
      if (!history) return
      const folded = fold(history, news)
      if (folded !== history) setContent({ status, history: folded })
      void catchUp()
      refreshAfter(news)
      if (missingChangesAfter(folded) !== null) setTimeout(catchUpChanges, gapDelay)
    },

    /** The counts of a message as the answer to a reaction has them. */
    receiveReactionCounts(counts: ReactionsChanged) {
      const { status, history } = content()
      if (history) setContent({ status, history: addReactionCounts(history, counts) })
    },

    /**
     * The topic is watched (again), up to a position: news before that may have been missed, unless the page is current. Resolves when it is fetched, or could
     * not be.
     */
    async resume({ isCurrent, ...position }: WatchedPosition) {
      knownPosition = position
      const { status, history } = content()
      if (status !== 'loaded') return await load()
      const raised = raisePosition(history, position)
      if (raised === history && isCurrent) return
      setContent({ status, history: raised })
      await refresh()
    },
  }
}

function isLoaded({ messages }: MessageHistory, sequence: number): boolean {
  return sequence >= (messages[0]?.sequence ?? 0) && sequence <= (messages.at(-1)?.sequence ?? -1)
}
