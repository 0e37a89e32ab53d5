import { conversationTopic } from '@covo/contract/chat/chat.news'
import type {
  ChangedMessages,
  ChangedReactions,
  HistoryEntry,
  Message,
  MessagePage,
  OwnReactions,
  Quote,
} from '@covo/contract/chat/chat.routes'
import { messagePageSize, type ReactionKind } from '@covo/contract/chat/chat.rules'
import type { MessageHistory } from '@covo/contract/chat/history.fold'
import type { SentFile } from '@covo/contract/files/message-files'
import type { SliceNews } from '@covo/contract/realtime'
import type { Live } from '../platform/live-connection.ts'
import { newUuid } from '../platform/uuid.ts'
import { type Echo, withoutDone, withoutShown, withStatus } from './echoes.ts'
import type { Edit, EditDraft } from './edits.ts'
import type { AttachmentsLoader } from './files/attachments-loader.ts'
import { type Content, createMessageLoader, type PagePosition } from './message-loader.ts'
import { type Attempt, createMessageSender } from './message-sender.ts'
import { createOwnReactions } from './own-reactions.ts'

/** The state of a conversation on the screen. */
export type ConversationView = Content & {
  ownId: string
  /** Those whose message is not shown. */
  echoes: readonly Echo[]
  /** Edits of own messages, at most one each. */
  edits: readonly Edit[]
  /** How far it went when the screen that shows it was opened; null until that is known. */
  headAtOpening: number | null
  /** The end at which the list last changed: a list on the screen keeps its place by it. */
  changedAt: 'start' | 'end'
  /** How often the loaded messages were replaced by others: each time a new list shows them. */
  replacements: number
  /** The sequence at which that list opens; null: the end. */
  opensAt: number | null
  /** The message that the reader was led to; another object each time. */
  target: Target | null
}

export type Target = { sequence: number }

export type Conversation = ReturnType<typeof createConversation>

export type ConversationOptions = {
  conversationId: string
  ownId: string
  server: {
    /** Rejects when no page comes. */
    fetchPage(position: PagePosition): Promise<MessagePage>
    /** Rejects when no answer comes. */
    fetchChanges(after: number): Promise<ChangedMessages>
    /** Sends a message once; never rejects. */
    send(message: {
      clientId: string
      text: string
      replyTo: number | null
      files: SentFile[] | null
    }): Promise<Attempt>
    fetchOwnReactions(from: number, to: number): Promise<OwnReactions>
    react(sequence: number, kind: ReactionKind, isSet: boolean): Promise<ChangedReactions>
    /** Sends an edit once; never rejects. */
    edit(edit: Edit): Promise<Attempt>
  }
  /** The files of the draft, and of messages that wait for them. */
  attachments: AttachmentsLoader
  live: Pick<Live, 'watchTopic' | 'state' | 'subscribeToState'>
  /** The store that outlives the page. */
  device: {
    isOffline(): boolean
    readPage(): MessagePage | undefined
    savePage(page: MessagePage): void
    readEchoes(): Echo[]
    saveEchoes(echoes: readonly Echo[]): void
    readEdits(): Edit[]
    saveEdits(edits: readonly Edit[]): void
  }
}

/** Milliseconds. */
const retryDelay = { first: 1_000, longest: 15_000 }

/** A conversation as this page knows it. It goes on sending waiting messages while other screens are shown. */
export function createConversation({
  conversationId,
  ownId,
  server,
  attachments,
  live,
  device,
}: ConversationOptions) {
  const listeners = new Set<() => void>()
  let isClosed = false
  let isWatched = false
  let readingAt: number | null = null
  /** Messages that are not acknowledged, though they may be shown. */
  let waiting: readonly Echo[] = device.readEchoes()
  let view: ConversationView = {
    ownId,
    status: 'loading',
    history: null,
    echoes: waiting,
    edits: device.readEdits(),
    headAtOpening: null,
    changedAt: 'end',
    replacements: 0,
    opensAt: null,
    target: null,
  }

  const loader = createMessageLoader({
    conversationId,
    content: () => view,
    setContent,
    readingAt: () => readingAt,
    fetchPage: server.fetchPage,
    fetchChanges: server.fetchChanges,
    readLastSeen: device.readPage,
    isOffline: device.isOffline,
    isClosed: () => isClosed,
    retryDelay: retryDelay.first,
  })
  const reactions = createOwnReactions({
    conversationId,
    fetchOwn: server.fetchOwnReactions,
    send: server.react,
    onChanged: loader.receiveReactionCounts,
  })
  const editor = createMessageSender({
    items: () => view.edits,
    setStatus: (clientId, status, problem) => setEdits(withStatus(view.edits, clientId, status, problem)),
    attempt: server.edit,
    onStored(message) {
      const { change = 0 } = message
      loader.receive([
        {
          type: 'chat.messages_changed',
          conversationId,
          after: change - 1,
          changes: change,
          changed: [message],
        },
      ])
      discardEdit(message.clientId)
    },
    isClosed: () => isClosed,
    retryDelay,
  })
  /** The changes that were known before the present attempt: its answer has them in the quote, and maybe no later ones. */
  let changesBeforeSending = Infinity
  const sender = createMessageSender({
    items: () => waiting,
    setStatus: (clientId, status, problem) => setEchoes(withStatus(waiting, clientId, status, problem)),
    isHeld: ({ clientId, hasFiles }) => hasFiles === true && attachments.filesOf(clientId) === null,
    attempt({ clientId, text, replyTo, hasFiles }) {
      changesBeforeSending = view.history?.changes ?? Infinity
      const files = hasFiles ? attachments.filesOf(clientId) : null
      return server.send({ clientId, text, replyTo: replyTo?.sequence ?? null, files })
    },
    onStored(message) {
      attachments.forgetOf(message.clientId, false)
      loader.receive([{ type: 'chat.message_sent', message, authorCount: 0, changes: changesBeforeSending }])
    },
    isClosed: () => isClosed,
    retryDelay,
  })
  // The last file of a message may be there.
  const leaveAttachments = attachments.subscribe(sender.sendWaiting)
  const leaveLiveState = live.subscribeToState(() => {
    if (live.state() !== 'online') return
    sender.retryNow()
    editor.retryNow()
  })

  function setContent(content: Content, isReplaced = false) {
    const before = view
    const { history } = content
    view = { ...view, ...content }
    if (isReplaced) view = { ...view, replacements: view.replacements + 1, opensAt: readingAt, target: null }
    if (history) {
      const oldest = history.messages[0]?.sequence ?? 0
      const oldestBefore = before.history?.messages[0]?.sequence ?? oldest
      const isFirst = isReplaced || before.status !== 'loaded'
      if (content.status === 'loaded')
        void reactions.fetch(isFirst ? history.messages : addedTo(before.history, history))
      view.changedAt = oldest < oldestBefore ? 'start' : 'end'
      keepEchoes(withoutDone(waiting, history, ownId))
      if (content.status === 'loaded' && before.status !== 'loaded') view.headAtOpening ??= history.head
    }
    publish(before)
  }

  /** Rejects where nothing can be shown. */
  async function jumpToEnd() {
    readingAt = null
    await loader.loadEnd()
  }

  function setEchoes(echoes: readonly Echo[]) {
    const before = view
    view = { ...view, changedAt: 'end' }
    keepEchoes(echoes)
    publish(before)
  }

  function keepEchoes(echoes: readonly Echo[]) {
    if (echoes.length !== waiting.length || echoes.some((echo, place) => echo !== waiting[place]))
      if (!isClosed) device.saveEchoes(echoes)
    waiting = echoes
    view.echoes = withoutShown(waiting, view.history, ownId)
  }

  function setEdits(edits: readonly Edit[]) {
    const before = view
    view = { ...view, edits }
    publish(before)
  }

  function discardEdit(clientId: string) {
    setEdits(view.edits.filter((edit) => edit.clientId !== clientId))
  }

  function publish(before: ConversationView) {
    if (isClosed) return
    if (view.edits !== before.edits) device.saveEdits(view.edits)
    if (
      view.status === 'loaded' &&
      view.history.reachesEnd &&
      view.history.messages !== before.history?.messages
    ) {
      const { messages, head, authorCount, changes } = view.history
      device.savePage({ messages: messages.slice(-messagePageSize), head, authorCount, changes })
    }
    for (const listener of listeners) listener()
  }

  return {
    id: conversationId,
    view: () => view,
    /** Whether a screen shows it. */
    isWatched: () => isWatched,
    load: () => void loader.load(),
    loadOlder: () => void loader.loadOlder(),
    loadNewer: () => void loader.loadNewer(),

    /** The message that the reader sees, or null where that is the end. */
    noteReading(sequence: number | null) {
      readingAt = sequence
    },

    /** Leads the reader to a message. Rejects where there is none, or it can't be fetched; the end is shown then. */
    async jumpTo(sequence: number) {
      readingAt = sequence
      try {
        await loader.loadAround(sequence)
      } catch (error) {
        readingAt = null
        void loader.load()
        throw error
      }
      const before = view
      view = { ...view, target: { sequence } }
      publish(before)
    },

    jumpToEnd,

    /** Discards the loaded messages, and fetches them again where they are on the screen: news of them may have been missed. */
    reload() {
      void loader.reload(isWatched)
    },

    receive(news: readonly SliceNews[]) {
      loader.receive(news)
      reactions.receive(news)
    },
    reactions,
    attachments,
    resume() {
      attachments.resume()
      sender.sendWaiting()
      editor.sendWaiting()
    },

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Keeps up with the conversation until the returned function is called. */
    watch(): () => void {
      isWatched = true
      void loader.load()
      sender.sendWaiting()
      editor.sendWaiting()
      const leaveTopic = live.watchTopic(conversationTopic(conversationId), (position) => {
        view = { ...view, headAtOpening: view.headAtOpening ?? position.head }
        // A missed change may be the first reaction to a message: own reactions are fetched after it is known.
        void loader.resume(position).then(() => reactions.fetch(view.history?.messages ?? []))
      })
      return () => {
        leaveTopic()
        isWatched = false
        readingAt = null
        view = { ...view, headAtOpening: null, target: null }
      }
    },

    /**
     * @param text clean (`parseMessage`)
     * @param hasFiles the draft's files go with it, when they are there
     */
    send(text: string, replyTo: Quote | null = null, mentions: Message['mentions'] = [], hasFiles = false) {
      const createdAt = new Date().toISOString()
      const clientId = newUuid()
      if (hasFiles) attachments.handOver(clientId)
      const echo: Echo = {
        clientId,
        text,
        replyTo,
        mentions,
        ...(hasFiles && { hasFiles }),
        createdAt,
        status: waiting.at(-1)?.status === 'unreachable' ? 'unreachable' : 'waiting',
        problem: null,
      }
      setEchoes([...waiting, echo])
      if (hasFiles) attachments.settle(clientId)
      sender.sendWaiting()
      if (view.history?.reachesEnd === false) void jumpToEnd().catch(() => {})
    },

    /** Sends a message that did not go, as the same one: should it have been stored after all, it is not stored twice. */
    retry(clientId: string) {
      attachments.retryOf(clientId)
      setEchoes(withStatus(waiting, clientId, 'waiting'))
      sender.retryNow()
      sender.sendWaiting()
    },

    /** Gives a message up that the server refused. */
    discard(clientId: string) {
      attachments.forgetOf(clientId, true)
      setEchoes(waiting.filter((echo) => echo.clientId !== clientId))
    },

    /** Goes on with a message whose files are all there or on their way; for a problem with one it waits for its author. */
    settleFiles(clientId: string, problem: string | null) {
      const echo = waiting.find((one) => one.clientId === clientId)
      if (!echo || echo.status === 'stored') return
      if (problem !== null) return setEchoes(withStatus(waiting, clientId, 'refused', problem))
      const isEmpty = attachments.filesOf(clientId)?.length === 0
      if (isEmpty && echo.text === '') return setEchoes(waiting.filter((one) => one.clientId !== clientId))
      setEchoes(
        withStatus(waiting, clientId, 'waiting').map((one) =>
          isEmpty && one.clientId === clientId ? { ...one, hasFiles: false } : one,
        ),
      )
      sender.retryNow()
      sender.sendWaiting()
    },

    /** Saves the edit of a message. */
    edit({ clientId, sequence, text, edits, people, files, changesFiles }: EditDraft) {
      const edit: Edit = {
        clientId,
        sequence,
        text,
        mentions: people,
        ...(files && changesFiles && { files }),
        edits,
        status: 'waiting',
        problem: null,
      }
      setEdits([...view.edits.filter((one) => one.clientId !== clientId), edit])
      editor.sendWaiting()
    },

    /** Saves an edit that got no answer, at once. */
    retryEdit() {
      editor.retryNow()
      editor.sendWaiting()
    },

    discardEdit,

    close() {
      isClosed = true
      leaveLiveState()
      leaveAttachments()
      attachments.close()
      sender.retryNow()
      editor.retryNow()
    },
  }
}

/** The messages before and after those that were loaded. */
function addedTo(before: MessageHistory | null, { messages }: MessageHistory): readonly HistoryEntry[] {
  const oldest = before?.messages[0]?.sequence
  const newest = before?.messages.at(-1)?.sequence
  if (oldest === undefined || newest === undefined) return messages
  return [
    ...messages.slice(
      0,
      Math.max(
        0,
        messages.findIndex(({ sequence }) => sequence >= oldest),
      ),
    ),
    ...messages.slice(messages.findLastIndex(({ sequence }) => sequence <= newest) + 1),
  ]
}
