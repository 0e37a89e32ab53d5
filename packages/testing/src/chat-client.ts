import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Message, MessagePage } from '@covo/contract/chat/chat.routes'
import {
  addNewerPage,
  foldHistory,
  historyOf,
  type MessageHistory,
  raisePosition,
} from '@covo/contract/chat/history.fold'
import { livePath, type News, protocolVersion, type TopicPosition } from '@covo/contract/realtime'
import { WebSocket } from 'ws'
import type { Entry, Faults, History, Sending } from './history.ts'
import { type Visitor, visit } from './visitor.ts'

type ChatClientOptions = {
  uid: string
  cookie: string
  conversationId: string
  /** The server to turn to, asked before each connection and each request: another one after a failure, if there are more. */
  origin: () => string
  /** Milliseconds before a socket that closed is opened again; the page's own by default. */
  reconnectDelay?: () => number
}

/** A member's page without its screen: one conversation, live, with what it shows of it, through whatever happens. */
export type ChatClient = {
  readonly uid: string
  readonly conversationId: string
  /** What is shown, in order: everything since it first watched. */
  readonly entries: readonly Entry[]
  /** Resolves when it watches for the first time. */
  ready: Promise<void>
  /**
   * Sends a message and the same one again, as the page does, until it is acknowledged. Fails when the server refuses
   * it for good, or when the client is closed before: then its outcome stays unknown.
   */
  say(text: string): Promise<Sending>
  /** Resolves when everything up to a sequence is shown. */
  shows(sequence: number): Promise<void>
  /** The network is gone for a moment: the socket ends without a goodbye. */
  cut(): void
  /** Nothing is read of the socket until `readOn`; it sends pongs meanwhile, as if it had read what asks for them. */
  stall(): void
  readOn(): void
  close(): void
}

/** Milliseconds before a request that failed is made again. */
const retryDelay = () => 50 + Math.random() * 200
/** Milliseconds for everybody to catch up once all faults are over. */
const catchUpPatience = 30_000
const pageReconnectDelay = () => 500 + Math.random() * 1500

/** Opens a conversation as a page would, and records in the history what it sends. */
export function openChatClient(
  history: History,
  { uid, cookie, conversationId, origin, reconnectDelay = pageReconnectDelay }: ChatClientOptions,
): ChatClient {
  const topic = `chat:${conversationId}`
  const entries: Entry[] = []
  const waiting = new Set<() => void>()
  const visitors = new Map<string, Visitor>()
  let cameInAfter: number | null = null
  /** The newest message that is shown, and what is known beyond it; null before the first subscription is confirmed. */
  let known: MessageHistory | null = null
  let shown = 0
  let isCatchingUp = false
  let pongs: NodeJS.Timeout | undefined
  let isClosed = false
  let socket = connect()

  const ready = until(() => cameInAfter !== null)

  function connect(): WebSocket {
    const server = origin()
    const opened = new WebSocket(`${server.replace(/^http/, 'ws')}${livePath}?version=${protocolVersion}`, {
      headers: { origin: server, cookie },
    })
    const watch = () => opened.send(JSON.stringify({ type: 'watch', topic }))
    opened.on('error', () => {})
    opened.on('open', watch)
    opened.on('message', (data) => {
      for (const news of JSON.parse(String(data)) as News[]) {
        if (news.type === 'live.stale') watch()
        else if (news.type === 'live.watching' || news.type === 'live.head') receivePosition(news)
        // What comes before the subscription is confirmed lies within the head that confirms it.
        else if (news.type === 'chat.message_sent' && known) show(foldHistory(known, news, conversationId))
      }
    })
    opened.on('close', () => {
      if (isClosed) return
      setTimeout(() => {
        if (!isClosed) socket = connect()
      }, reconnectDelay()).unref()
    })
    return opened
  }

  function receivePosition(news: { topic: string } & TopicPosition): void {
    if (news.topic !== topic) return
    if (cameInAfter === null) {
      cameInAfter = news.head
      shown = news.head
      known = historyOf({ messages: [], head: news.head, authorCount: 0, changes: news.changes })
    }
    if (known) show(raisePosition(known, news))
  }

  /** Records the messages that are new, and keeps the last one: a history of thousands would be copied with each. */
  function show(next: MessageHistory): void {
    for (const message of next.messages)
      if (message.sequence > shown) {
        shown = message.sequence
        entries.push(history.entryOf(message))
      }
    known = { ...next, messages: next.messages.slice(-1) }
    if (shown < known.head) void catchUp()
    wake()
  }

  async function catchUp(): Promise<void> {
    if (isCatchingUp) return
    isCatchingUp = true
    while (known && shown < known.head && !isClosed) {
      const page = await readPage(visitor(), conversationId, shown).catch(() => null)
      if (page) show(addNewerPage(known, page))
      else await delay(retryDelay())
    }
    isCatchingUp = false
  }

  function visitor(): Visitor {
    const server = origin()
    const known = visitors.get(server) ?? visit(server, { cookie })
    visitors.set(server, known)
    return known
  }

  function wake(): void {
    for (const look of [...waiting]) look()
  }

  function until(isTrue: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isTrue()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  }

  return {
    uid,
    conversationId,
    entries,
    ready,
    async say(text) {
      const clientId = randomUUID()
      const sending = history.send(conversationId, uid, clientId, text)
      const body = JSON.stringify({ clientId, text })
      for (;;) {
        const answer = await visitor()
          .fetch(`/api/chat/${conversationId}/messages`, { method: 'POST', body })
          .catch(() => null)
        if (answer?.status === 201) {
          history.acknowledge(sending, (await answer.json()) as Message)
          return sending
        }
        if (answer && answer.status < 500) throw new Error(`refused: ${answer.status} ${await answer.text()}`)
        if (isClosed) throw new Error('closed before an answer came')
        await delay(retryDelay())
        sending.resends += 1
      }
    },
    shows: (sequence) => until(() => shown >= sequence),
    cut: () => socket.terminate(),
    stall() {
      socket.pause()
      pongs = setInterval(() => socket.readyState === socket.OPEN && socket.pong(), 1000)
    },
    readOn() {
      clearInterval(pongs)
      socket.resume()
    },
    close() {
      isClosed = true
      clearInterval(pongs)
      history.show(conversationId, cameInAfter ?? 0, entries)
      socket.terminate()
    },
  }
}

/** Everything that is stored of a conversation, as a member reads it. */
export async function readConversation(visitor: Visitor, conversationId: string): Promise<Message[]> {
  const messages: Message[] = []
  for (;;) {
    const page = await readPage(visitor, conversationId, messages.at(-1)?.sequence ?? 0)
    messages.push(...page.messages)
    if (page.messages.length === 0 || messages.at(-1)?.sequence === page.head) return messages
  }
}

async function readPage(visitor: Visitor, conversationId: string, after: number): Promise<MessagePage> {
  const answer = await visitor.fetch(`/api/chat/${conversationId}/messages?after=${after}`)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as MessagePage
}

/**
 * Ends a history once all faults are over: waits until every client shows all that is stored of its conversation, closes
 * them, and answers the faults. Who does not show it within half a minute is judged by what they show then.
 *
 * @param readers for each conversation, a visitor of a healthy server who may read it
 */
export async function conclude(
  history: History,
  clients: readonly ChatClient[],
  readers: ReadonlyMap<string, Visitor>,
): Promise<Faults> {
  for (const [conversationId, reader] of readers)
    history.keep(conversationId, await readConversation(reader, conversationId))
  const patience = delay(catchUpPatience, undefined, { ref: false })
  const shown = clients.map((client) => client.shows(history.headOf(client.conversationId)))
  await Promise.race([Promise.all(shown), patience])
  for (const client of clients) client.close()
  return history.check()
}
