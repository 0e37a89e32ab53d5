import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { MessagesChanged } from '@covo/contract/chat/chat.news'
import type {
  ChangedMessages,
  ChangedReactions,
  Message,
  MessagePage,
  OwnReactions,
} from '@covo/contract/chat/chat.routes'
import { isReadByAll, maximumOwnReactionsRange, type ReactionKind } from '@covo/contract/chat/chat.rules'
import {
  addChanged,
  addNewerPage,
  addReactionCounts,
  foldHistory,
  historyOf,
  type MessageHistory,
  missingChangesAfter,
  raisePosition,
  seenMessages,
} from '@covo/contract/chat/history.fold'
import { livePath, type News, protocolVersion, type TopicPosition } from '@covo/contract/realtime'
import { WebSocket } from 'ws'
import { areSameReactions, type Faults, type History, type OwnByMessage, type Sending } from './history.ts'
import type { Wanted } from './history-changes.ts'
import { type Visitor, visit } from './visitor.ts'

type ChatClientOptions = {
  uid: string
  cookie: string
  conversationId: string
  /** The server to turn to, asked before each connection and each request: another one after a failure, if there are more. */
  origin: () => string
  /** Milliseconds before a socket that closed is opened again; the page's own by default. */
  reconnectDelay?: () => number
  /** Whether a request is sent a second time at once, as if the answer to the first had been lost; never by default. */
  sendsTwice?: () => boolean
}

/** A member's page without its screen: one conversation, live, with what it shows of it, through whatever happens. */
export type ChatClient = {
  readonly uid: string
  readonly conversationId: string
  /** The messages on the screen, in order, as they are now: all since it first watched, or the newest of another history. */
  readonly entries: readonly Message[]
  /** Resolves when it watches for the first time. */
  ready: Promise<void>
  /**
   * Sends a message and the same one again, as the page does, until it is acknowledged. Fails when the server refuses
   * it for good, or when the client is closed before: then its outcome stays unknown.
   */
  say(text: string, replyTo?: number): Promise<Sending>
  /** Gives an own message another text, as persistently as it sends. */
  edit(message: Message, text: string): Promise<void>
  /** Removes an own message. */
  remove(sequence: number): Promise<void>
  /** Sets a reaction, or takes it back where the member has it. Does nothing where the message is removed meanwhile. */
  react(sequence: number, reaction: ReactionKind): Promise<void>
  /** Notes that the member has read a message that is for them. */
  readMention(message: Message): Promise<void>
  /** Resolves when everything up to a sequence is shown, with all changes up to a number. */
  shows(sequence: number, changes?: number): Promise<void>
  /** Records what is stored for the member alone: their reactions, and what waits for them. */
  recordMember(): Promise<void>
  /** Resolves when the member's own reactions are shown as they are stored: news of another device comes with a sweep at the latest. */
  showsOwnReactions(stored: OwnByMessage): Promise<void>
  /** The network is gone for a moment: the socket ends without a goodbye. */
  cut(): void
  /** Nothing is read of the socket until `readOn`; it sends pongs meanwhile, as if it had read what asks for them. */
  stall(): void
  readOn(): void
  close(): void
}

/** Milliseconds before a request that failed is made again. */
const retryDelay = () => 50 + Math.random() * 200
/** Milliseconds within which news of changes may come that was overtaken by news of later ones. */
const gapDelay = 300
/** Messages that are fetched again where the database has another history; a page shows the newest alone, too. */
const fetchedAgain = 300
/** Milliseconds for everybody to catch up once all faults are over: a bound for what hangs. */
const catchUpTimeout = 120_000
const pageReconnectDelay = () => 500 + Math.random() * 1500
/** Frames that are kept parsed. */
const keptFrames = 100
const parsedFrames = new Map<string, News[]>()

/** Hundreds of clients of one process receive the same frames: each is parsed once. */
function parseFrame(text: string): News[] {
  const news = parsedFrames.get(text) ?? (JSON.parse(text) as News[])
  parsedFrames.set(text, news)
  const [oldest = ''] = parsedFrames.keys()
  if (parsedFrames.size > keptFrames) parsedFrames.delete(oldest)
  return news
}

/** Opens a conversation as a page would, and records in the history what it sends and changes. */
export function openChatClient(
  history: History,
  {
    uid,
    cookie,
    conversationId,
    origin,
    reconnectDelay = pageReconnectDelay,
    sendsTwice = () => false,
  }: ChatClientOptions,
): ChatClient {
  const topic = `chat:${conversationId}`
  const path = `/api/chat/${conversationId}`
  const held: Message[] = []
  /** The messages that reply to a message, by its sequence. */
  const replies = new Map<number, number[]>()
  /** The member's own reactions to messages, and the change up to which they are known. */
  const own = new Map<number, { change: number; reactions: readonly ReactionKind[] }>()
  const waiting = new Set<() => void>()
  const visitors = new Map<string, Visitor>()
  let cameInAfter: number | null = null
  /** The sequence before the first message that is held. */
  let heldAfter = 0
  /** The newest message that is shown, and what is known beyond it; null before the first subscription is confirmed. */
  let known: MessageHistory | null = null
  let shown = 0
  let isCatchingUp = false
  /** Whether own reactions may have changed at another device. */
  let isOwnUnknown = false
  /** Names the history of the database, once it is known, and whether it was another one before. */
  let epoch: string | null = null
  let isOtherHistory = false
  let pongs: NodeJS.Timeout | undefined
  let isClosed = false
  let socket = connect()

  const ready = until(() => cameInAfter !== null)

  function connect(): WebSocket {
    const server = origin()
    const opened = new WebSocket(`${server.replace(/^http/, 'ws')}${livePath}?version=${protocolVersion}`, {
      headers: { origin: server, cookie },
    })
    opened.on('error', () => {})
    opened.on('open', watch)
    opened.on('message', (data) => {
      for (const news of parseFrame(String(data))) {
        if (news.type === 'live.welcome') noteEpoch(news.epoch)
        else if (news.type === 'live.stale') watch()
        else if (news.type === 'live.watching' || news.type === 'live.head') receivePosition(news)
        // News that comes before the subscription is confirmed lies within the position that confirms it.
        else if (known) receive(news)
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

  function watch(): void {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: 'watch', topic }))
  }

  /** What is held may be missing in another history, and its numbers be those of other messages: the newest are fetched again. */
  function noteEpoch(next: string | null): void {
    if (!next || next === epoch) return
    if (epoch !== null) {
      isOtherHistory = true
      isOwnUnknown = true
      known = null
      heldAfter = Math.max(heldAfter, shown - fetchedAgain)
      shown = heldAfter
      held.length = 0
      replies.clear()
      own.clear()
      watch()
    }
    epoch = next
  }

  function receivePosition(news: { type: string; topic: string } & TopicPosition): void {
    if (news.topic !== topic) return
    if (known === null) {
      if (cameInAfter === null) cameInAfter = heldAfter = news.head
      shown = heldAfter
      known = historyOf({ messages: [], head: shown, authorCount: 0, changes: news.changes })
    } else if (news.type === 'live.watching') isOwnUnknown = true
    fold((present) => raisePosition(present, news))
    catchUpIfBehind(0)
  }

  function receive(news: News): void {
    if (news.type === 'chat.message_sent' && news.message.conversationId === conversationId)
      fold((present) => foldHistory(present, news, conversationId), [news.message])
    else if (news.type === 'chat.messages_changed' && news.conversationId === conversationId)
      foldChanged(news)
    else if (news.type === 'chat.own_reactions_changed' && news.conversationId === conversationId)
      learnOwn(news.sequence, news.change, news.own)
    catchUpIfBehind(gapDelay)
  }

  function foldChanged(news: MessagesChanged): void {
    fold((present) => foldHistory(present, news, conversationId), news.changed)
  }

  /** Shows what the answer to a change says, as the page does. */
  function foldAnswer(change: number | undefined, changed: Message): void {
    if (change === undefined) return
    const news = { type: 'chat.messages_changed' as const, conversationId }
    foldChanged({ ...news, after: change - 1, changes: change, changed: [changed] })
    catchUpIfBehind(gapDelay)
  }

  /**
   * Folds something into what is held, with the code of the page. It is given the messages that may change and the newest one:
   * a history of thousands would be copied each time.
   */
  function fold(
    change: (present: MessageHistory) => MessageHistory,
    changed: readonly { sequence: number }[] = [],
  ): void {
    if (!known) return
    const places = new Set(
      changed.flatMap(({ sequence }) => [sequence, ...(replies.get(sequence) ?? [])]).filter(isHeld),
    )
    const some = [...places].toSorted((one, other) => one - other).map((sequence) => at(sequence) as Message)
    const newest = known.messages.at(-1)
    const next = change({
      ...known,
      messages: newest && !places.has(newest.sequence) ? [...some, newest] : some,
    })
    for (const message of seenMessages(next.messages)) hold(history.share(message))
    known = { ...next, messages: next.messages.slice(-1) }
    wake()
  }

  function wake(): void {
    for (const look of [...waiting]) look()
  }

  function hold(message: Message): void {
    const { sequence, replyTo } = message
    if (isHeld(sequence)) held[sequence - heldAfter - 1] = message
    if (sequence <= shown) return
    shown = sequence
    held.push(message)
    if (replyTo) replies.set(replyTo.sequence, [...(replies.get(replyTo.sequence) ?? []), sequence])
  }

  function isHeld(sequence: number): boolean {
    return sequence > heldAfter && sequence <= shown
  }

  function at(sequence: number): Message | undefined {
    return held[sequence - heldAfter - 1]
  }

  function learnOwn(sequence: number, change: number, reactions: readonly ReactionKind[]): void {
    if (change >= (own.get(sequence)?.change ?? 0)) own.set(sequence, { change, reactions })
    wake()
  }

  function shownOwnReactions(): OwnByMessage {
    const present = [...own].filter(([sequence]) => !at(sequence)?.isRemoved)
    return new Map(present.map(([sequence, { reactions }]) => [sequence, reactions]))
  }

  function isBehind(history: MessageHistory): boolean {
    return shown < history.head || missingChangesAfter(history) !== null
  }

  /** A gap may be overtaken news, which arrives within some ms. Missing messages are fetched at once. */
  function catchUpIfBehind(ms: number): void {
    if (!known || (!isBehind(known) && !isOwnUnknown)) return
    if (shown < known.head || ms === 0) void catchUp()
    else setTimeout(() => void catchUp(), ms).unref()
  }

  async function catchUp(): Promise<void> {
    if (isCatchingUp) return
    isCatchingUp = true
    while (known && (isBehind(known) || isOwnUnknown) && !isClosed) {
      const missing = missingChangesAfter(known)
      const asked = epoch
      try {
        if (shown < known.head) {
          const page = await readPage(visitor(), conversationId, shown)
          if (epoch === asked) fold((present) => addNewerPage(present, page))
        } else if (missing !== null) {
          const answer = await visitor().read<ChangedMessages>(`${path}/changes?after=${missing}`)
          if (epoch === asked) fold((present) => addChanged(present, answer), answer.changed)
        } else {
          isOwnUnknown = false
          await fetchOwn()
          wake()
        }
      } catch {
        isOwnUnknown = true
        await delay(retryDelay())
      }
    }
    isCatchingUp = false
  }

  async function fetchOwn(): Promise<void> {
    if (own.size === 0 && !held.some(({ reactions }) => reactions)) return
    // Reactions that were taken back are not in the answer, which is newer than what is held now.
    const before = held.map(({ sequence, change = 0 }) => ({ sequence, change }))
    const asked = epoch
    const found = (await readOwn(heldAfter)).own
    if (epoch !== asked) return
    const reacted = new Set(found.map(({ sequence }) => sequence))
    for (const { sequence, change, reactions } of found) learnOwn(sequence, change, reactions)
    for (const { sequence, change } of before) if (!reacted.has(sequence)) learnOwn(sequence, change, [])
  }

  /** The member's reactions to the messages after a sequence. */
  async function readOwn(after: number): Promise<OwnReactions> {
    const found: OwnReactions['own'] = []
    for (let from = after + 1; from <= shown; from += maximumOwnReactionsRange + 1) {
      const to = from + maximumOwnReactionsRange
      found.push(...(await visitor().read<OwnReactions>(`${path}/reactions/own?from=${from}&to=${to}`)).own)
    }
    return { own: found }
  }

  function visitor(): Visitor {
    const server = origin()
    const known =
      visitors.get(server) ??
      visit(server, { cookie, onAnswer: ({ ok, headers }) => ok && noteEpoch(headers.get('covo-epoch')) })
    visitors.set(server, known)
    return known
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

  /** Sends a request and the same one again until it is answered by the server, not by its failure. */
  async function insist(counted: { resends: number }, method: string, to: string, body?: unknown) {
    for (;;) {
      const send = () =>
        visitor()
          .fetch(to, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
          .catch(() => null)
      const lost = sendsTwice() ? send() : null
      const answer = await send()
      await lost
      if (answer && answer.status < 500) return answer
      if (isClosed) throw new Error('closed before an answer came')
      await delay(retryDelay())
      counted.resends += 1
    }
  }

  /** Answers what the server says of the change, or null where it was refused, since the message was removed or lost. */
  async function insistOnChange(
    sequence: number,
    wanted: Wanted,
    method: string,
    to: string,
    body?: unknown,
  ) {
    const change = history.change(conversationId, uid, sequence, wanted)
    const begunIn = epoch
    const answer = await insist(change, method, to, body)
    if (answer.ok) {
      const changed =
        answer.status === 204 ? {} : ((await answer.json()) as Partial<Message & ChangedReactions>)
      history.acknowledgeChange(change, changed)
      return changed
    }
    history.refuse(change)
    const text = await answer.text()
    const isGone = isOtherHistory && text.includes('chat.message_not_found')
    if (!isGone && !text.includes('chat.message_removed'))
      throw new Error(
        `${method} ${to} was refused: ${answer.status} ${text}; begun in history ${begunIn} and now in ${epoch}, ` +
          `with ${history.isAcknowledged(conversationId, uid, sequence) ? 'an acknowledged' : 'no acknowledged'} message of ${uid}`,
      )
    return null
  }

  return {
    uid,
    conversationId,
    entries: held,
    ready,
    async say(text, replyTo) {
      const clientId = randomUUID()
      const sending = history.send(conversationId, uid, clientId, text)
      const answer = await insist(sending, 'POST', `${path}/messages`, { clientId, text, replyTo })
      if (!answer.ok) {
        const refusal = await answer.text()
        if (isOtherHistory && refusal.includes('chat.reply_target_not_found')) return await this.say(text)
        throw new Error(`refused: ${answer.status} ${refusal}`)
      }
      history.acknowledge(sending, (await answer.json()) as Message)
      return sending
    },
    async edit({ sequence, edits = 0 }, text) {
      const wanted = { type: 'edit', text } as const
      const answer = await insistOnChange(sequence, wanted, 'PUT', `${path}/messages/${sequence}`, {
        text,
        edits,
      })
      if (answer?.id) foldAnswer(answer.change, answer as Message)
    },
    async remove(sequence) {
      await insistOnChange(sequence, { type: 'remove' }, 'DELETE', `${path}/messages/${sequence}`)
    },
    async react(sequence, reaction) {
      const isSet = !own.get(sequence)?.reactions.includes(reaction)
      const wanted = { type: 'react', reaction, isSet } as const
      const to = `${path}/messages/${sequence}/reactions/${reaction}`
      const answer = await insistOnChange(sequence, wanted, isSet ? 'PUT' : 'DELETE', to)
      if (!answer?.own) return
      const { change, reactions = [] } = answer
      learnOwn(sequence, change ?? 0, answer.own)
      if (change !== undefined)
        fold((present) => addReactionCounts(present, { sequence, change, reactions }), [{ sequence }])
    },
    async readMention({ sequence, clientId }) {
      await insistOnChange(sequence, { type: 'read', clientId }, 'POST', `${path}/mentions/${sequence}/read`)
    },
    shows: (sequence, changes = 0) =>
      until(() => shown >= sequence && (known?.changes ?? 0) >= changes && !isOwnUnknown),
    async recordMember() {
      history.keepOwn(conversationId, uid, await readOwn(cameInAfter ?? 0))
      if (isReadByAll(conversationId))
        history.recordMentions(conversationId, uid, await visitor().read('/api/chat/mentions'))
    },
    showsOwnReactions: (stored) =>
      until(() => {
        const present = shownOwnReactions()
        return held.every(({ sequence }) => areSameReactions(present.get(sequence), stored.get(sequence)))
      }),
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
      history.show(conversationId, heldAfter, held, { own: { uid, reactions: shownOwnReactions() } })
      socket.terminate()
    },
  }
}

/** Everything that is stored of a conversation, as a member reads it, and the number of its changes. */
export async function readConversation(
  visitor: Visitor,
  conversationId: string,
): Promise<{ messages: Message[]; changes: number }> {
  const messages: Message[] = []
  for (;;) {
    const page = await readPage(visitor, conversationId, messages.at(-1)?.sequence ?? 0)
    messages.push(...seenMessages(page.messages))
    if (page.messages.length === 0 || messages.at(-1)?.sequence === page.head)
      return { messages, changes: page.changes }
  }
}

async function readPage(visitor: Visitor, conversationId: string, after: number): Promise<MessagePage> {
  return await visitor.read(`/api/chat/${conversationId}/messages?after=${after}`)
}

/**
 * Ends a history once all faults are over: waits until every client shows all that is stored of its conversation, closes
 * them, and answers the faults. A client that does not show it within two minutes is judged by what it shows then.
 *
 * @param readers for each conversation, a visitor of a healthy server who may read it
 */
export async function conclude(
  history: History,
  clients: readonly ChatClient[],
  readers: ReadonlyMap<string, Visitor>,
): Promise<Faults> {
  for (const [conversationId, reader] of readers) {
    const { messages, changes } = await readConversation(reader, conversationId)
    history.keep(conversationId, messages, changes)
  }
  const timeout = delay(catchUpTimeout, undefined, { ref: false })
  const shown = clients.map((client) => {
    const { head, changes } = history.positionOf(client.conversationId)
    return client.shows(head, changes)
  })
  await Promise.race([Promise.all(shown), timeout])
  const active = new Map(
    clients
      .filter(({ uid }) => history.hasWritten(uid))
      .map((client) => [`${client.uid} ${client.conversationId}`, client]),
  )
  for (const client of active.values()) await client.recordMember()
  const ownReactionsShown = clients.map((client) => {
    const stored = history.ownReactionsOf(client.conversationId, client.uid)
    return stored && client.showsOwnReactions(stored)
  })
  await Promise.race([Promise.all(ownReactionsShown), timeout])
  for (const client of clients) client.close()
  return history.check()
}
