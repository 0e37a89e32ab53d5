import type { SliceNews, TopicPosition } from '../realtime.ts'
import type { MessageSent, ReactionsChanged } from './chat.news.ts'
import type {
  ChangedMessages,
  HiddenQuote,
  HistoryEntry,
  Message,
  MessagePage,
  Quote,
} from './chat.routes.ts'
import { conversationKind, membersOf } from './chat.rules.ts'
import { quoteOf } from './quote.ts'

/** The messages of a conversation that a client holds. Pages, news and answers may arrive in any order, and repeatedly. */
export type MessageHistory = {
  /** Ascending, without a gap from the oldest that was fetched. */
  messages: readonly HistoryEntry[]
  /** Ascending; the messages between these and the newest of `messages` are missing. */
  ahead: readonly HistoryEntry[]
  /** The newest sequence that is known to exist. */
  head: number
  /** Whether `messages` go up to the end: new ones are then added to them. Else they are fetched where the end is read. */
  reachesEnd: boolean
  reachedStart: boolean
  authorCount: number
  /** Changes up to this one are in the messages. */
  changes: number
  /** Up to this one they were fetched, in pages that end with a later one. */
  changesFetched: number
  /** The newest change that is known to exist. */
  latestChange: number
  /** How far the partner of a private conversation has read; null where that is not shown. */
  readUpTo: number | null
}

/** The history of one page: the newest one, or one around a message. */
export function historyOf({ messages, head, authorCount, changes, readUpTo }: MessagePage): MessageHistory {
  return {
    messages,
    ahead: [],
    head,
    authorCount,
    changes,
    changesFetched: changes,
    latestChange: changes,
    readUpTo: readUpTo ?? null,
    reachesEnd: (messages.at(-1)?.sequence ?? 0) >= head,
    reachedStart: (messages[0]?.sequence ?? 1) === 1,
  }
}

/** The sequence after which newer messages are missing, or null when none are, or the loaded messages do not reach the end. */
export function missingAfter(history: MessageHistory): number | null {
  return history.reachesEnd ? newerThan(history) : null
}

/** The sequence after which newer messages can be fetched, or null when everything up to the head is there. */
export function newerThan(history: MessageHistory): number | null {
  const newest = newestSequence(history)
  return newest < history.head ? newest : null
}

/** The sequence before which older messages can be fetched, or null when there are none. */
export function olderThan({ reachedStart, messages }: MessageHistory): number | null {
  return reachedStart ? null : (messages[0]?.sequence ?? null)
}

/** The change after which changes are missing, or null when all that exist are there. */
export function missingChangesAfter({
  changes,
  changesFetched,
  latestChange,
}: MessageHistory): number | null {
  return changes < latestChange ? Math.max(changes, changesFetched) : null
}

/**
 * Adds a page of messages with changes after a number, up to which the changes were known or fetched. A message that changed
 * again later is on a later page: the changes are known when the last page has come.
 */
export function addChanged(
  history: MessageHistory,
  { changed, changes, hasMore }: ChangedMessages,
): MessageHistory {
  const folded = withNewerQuotes(addMessages(history, changed), changed, history.changes)
  if (hasMore)
    return {
      ...folded,
      changesFetched: Math.max(history.changesFetched, changes),
      latestChange: Math.max(history.latestChange, changes + 1),
    }
  return {
    ...folded,
    changes: Math.max(history.changes, changes),
    // The server has no more, despite an earlier head: fetching again would never end.
    latestChange: changed.length === 0 ? changes : Math.max(history.latestChange, changes),
  }
}

/** Adds a page that ends just before the oldest message. */
export function addOlderPage(history: MessageHistory, page: MessagePage): MessageHistory {
  const oldest = olderThan(history)
  if (oldest === null) return history
  const older = page.messages.filter(({ sequence }) => sequence < oldest)
  return {
    ...withCounts(history, page),
    messages: [...older, ...history.messages],
    reachedStart: older.length === 0 || older[0]?.sequence === 1,
  }
}

/** Adds a page that starts just after the newest message; where it went up to its own head, the end is reached. */
export function addNewerPage(history: MessageHistory, page: MessagePage): MessageHistory {
  const newest = newestSequence(history)
  const newer = page.messages.filter(({ sequence }) => sequence > newest)
  const counted = withCounts(history, page)
  const messages = [...history.messages, ...newer]
  // The server has no more, despite an earlier head: fetching again would never end.
  const head = page.messages.length === 0 ? newest : counted.head
  const reachesEnd = history.reachesEnd || (messages.at(-1)?.sequence ?? 0) >= page.head
  return closeGap({ ...counted, messages, head, reachesEnd })
}

/**
 * Adds messages of any place: of news, of a page that was fetched again, of the answer to a message's sending. Where the end is
 * not loaded, messages after the loaded ones only raise the head.
 */
export function addMessages(
  history: MessageHistory,
  arrived: readonly HistoryEntry[],
  authorCount = 0,
): MessageHistory {
  const newest = newestSequence(history)
  const known = new Map(
    arrived.filter(({ sequence }) => sequence <= newest).map((message) => [message.sequence, message]),
  )
  const ahead = new Map(history.ahead.map((message) => [message.sequence, message]))
  for (const message of arrived)
    if (message.sequence > newest && history.reachesEnd)
      ahead.set(message.sequence, newerOf(ahead.get(message.sequence), message))
  return closeGap({
    ...history,
    messages:
      known.size > 0
        ? history.messages.map((message) => newerOf(message, known.get(message.sequence) ?? message))
        : history.messages,
    ahead: [...ahead.values()].sort((one, other) => one.sequence - other.sequence),
    head: Math.max(history.head, ...arrived.map(({ sequence }) => sequence)),
    authorCount: Math.max(history.authorCount, authorCount),
  })
}

/** The word of a page on how far the partner has read. */
export function withReadUpTo(history: MessageHistory, { readUpTo }: MessagePage): MessageHistory {
  return { ...history, readUpTo: readUpTo ?? null }
}

/** Whether a page has to be asked again how far the partner of a private conversation has read. */
export function changesReceipts(news: SliceNews, conversationId: string): boolean {
  if (conversationKind(conversationId) !== 'private') return false
  if (news.type === 'account.changed') return true
  if (news.type === 'friends.changed') return membersOf(conversationId).includes(news.uid)
  return news.type === 'chat.partner_read' && news.conversationId === conversationId && news.sequence === null
}

/** The server's word on how far the conversation goes. */
export function raisePosition(history: MessageHistory, { head, changes }: TopicPosition): MessageHistory {
  if (head <= history.head && changes <= history.latestChange) return history
  return {
    ...history,
    head: Math.max(history.head, head),
    latestChange: Math.max(history.latestChange, changes),
  }
}

/** The history of the given conversation after a piece of news; the very history where the news is of something else. */
export function foldHistory(
  history: MessageHistory,
  news: SliceNews,
  conversationId: string,
): MessageHistory {
  switch (news.type) {
    case 'chat.message_sent':
      return news.message.conversationId === conversationId ? addSent(history, news) : history
    case 'chat.messages_changed': {
      if (news.conversationId !== conversationId) return history
      const { after, changes } = news
      // A change that the messages hold already would bring back a quote that has changed since.
      const known = Math.max(history.changes, history.changesFetched)
      const changed = news.changed.filter(({ change = 0 }) => change > known)
      const whole = changed.filter(isWhole)
      const folded = withNewerQuotes(addMessages(history, whole), whole, history.changes)
      const reacted = changed.filter((entry): entry is ReactionsChanged => !isWhole(entry))
      // Where changes between are missing, whole messages are shown, and all after the gap is fetched; so are the reactions to
      // a message that is still to come.
      if (after > history.changes || reacted.some((entry) => !isThere(folded, entry)))
        return raisePosition(folded, { head: 0, changes })
      return {
        ...withMessages(folded, (messages) => withNewerReactions(messages, reacted)),
        changes: Math.max(history.changes, changes),
        latestChange: Math.max(history.latestChange, changes),
      }
    }
    case 'chat.partner_read': {
      const { readUpTo } = history
      if (news.conversationId !== conversationId || news.sequence === null) return history
      // Hidden receipts are shown after a page that has them.
      if (readUpTo === null || news.sequence <= readUpTo) return history
      return { ...history, readUpTo: news.sequence }
    }
    case 'profiles.member_changed': {
      const { uid, displayName: userName, photoURL } = news
      const isNamed = (entry: HistoryEntry): entry is Message =>
        entry.userId === uid ||
        entry.replyTo?.userId === uid ||
        (entry.mentions?.some((mention) => mention.uid === uid) ?? false)
      if (![...history.messages, ...history.ahead].some(isNamed)) return history
      return withMessages(history, (messages) =>
        messages.map((message) => {
          if (!isNamed(message)) return message
          const { userId, replyTo, mentions } = message
          return {
            ...message,
            ...(userId === uid && { userName, photoURL: photoURL || null }),
            ...(replyTo?.userId === uid && { replyTo: { ...replyTo, userName } }),
            ...(mentions && {
              mentions: mentions.map((one) => (one.uid === uid ? { uid, displayName: userName } : one)),
            }),
          }
        }),
      )
    }
    default:
      return history
  }
}

/**
 * The counts of a message as the answer to a reaction has them. The answer's change may be another's, where the reaction was
 * there already: no change is noted as known, so that an edit of that number is still taken from its news.
 */
export function addReactionCounts(
  history: MessageHistory,
  { sequence, change, reactions }: ReactionsChanged,
): MessageHistory {
  return withMessages(history, (messages) =>
    messages.map((message) =>
      message.sequence !== sequence || message.isHidden || (message.change ?? 0) >= change
        ? message
        : withReactionCounts(message, reactions),
    ),
  )
}

function addSent(history: MessageHistory, { message, authorCount, changes }: MessageSent): MessageHistory {
  const added = addMessages(history, [message], authorCount)
  // The message that it quotes may have changed between its being stored and now.
  return message.replyTo ? withChangesUpTo(added, changes) : added
}

/** The history with changed messages in its quotes. Changes up to `known` are in them. */
function withNewerQuotes(
  history: MessageHistory,
  changed: readonly HistoryEntry[],
  known: number,
): MessageHistory {
  const quotes = new Map<number, Quote | HiddenQuote>()
  for (const message of changed) {
    const { sequence, change = 0 } = message
    if (change > known)
      quotes.set(sequence, message.isHidden ? { sequence, isHidden: true } : quoteOf(message))
  }
  if (quotes.size === 0) return history
  return withMessages(history, (messages) =>
    messages.map((message) => {
      const quote = message.replyTo && quotes.get(message.replyTo.sequence)
      return quote ? { ...message, replyTo: quote } : message
    }),
  )
}

/** The history of which changes after a number may be missing. */
function withChangesUpTo(history: MessageHistory, changes: number): MessageHistory {
  return {
    ...history,
    changes: Math.min(history.changes, changes),
    changesFetched: Math.min(history.changesFetched, changes),
  }
}

function newestSequence({ messages }: MessageHistory): number {
  return messages.at(-1)?.sequence ?? 0
}

function withMessages(
  history: MessageHistory,
  change: (messages: readonly HistoryEntry[]) => readonly HistoryEntry[],
): MessageHistory {
  return { ...history, messages: change(history.messages), ahead: change(history.ahead) }
}

function isWhole(entry: HistoryEntry | ReactionsChanged): entry is HistoryEntry {
  return 'conversationId' in entry
}

/** The messages of a history that its viewer sees more of than the place. */
export function seenMessages(entries: readonly HistoryEntry[]): Message[] {
  return entries.filter((entry) => !entry.isHidden)
}

/** Whether the message is loaded or outside of the loaded part: not one that is still to arrive. */
function isThere(history: MessageHistory, { sequence }: ReactionsChanged): boolean {
  if (!history.reachesEnd || sequence <= newestSequence(history)) return true
  return history.ahead.some((message) => message.sequence === sequence)
}

/** The messages with newer counts of their reactions. */
function withNewerReactions(
  messages: readonly HistoryEntry[],
  changed: ReactionsChanged[],
): readonly HistoryEntry[] {
  if (changed.length === 0) return messages
  const entryOf = new Map(changed.map((entry) => [entry.sequence, entry]))
  return messages.map((message) => {
    const entry = entryOf.get(message.sequence)
    if (!entry || (message.change ?? 0) > entry.change) return message
    return message.isHidden ? { ...message, change: entry.change } : withReactions(message, entry)
  })
}

/** A message whose latest change was one of its reactions. */
export function withReactions(message: Message, { change, reactions }: ReactionsChanged): Message {
  return { ...withReactionCounts(message, reactions), change }
}

function withReactionCounts(message: Message, reactions: ReactionsChanged['reactions']): Message {
  const { reactions: _, ...rest } = message
  return reactions.length > 0 ? { ...rest, reactions } : rest
}

/**
 * The message whose latest change is not before the other's; of equals the one that arrived, which has the newer name. One that is
 * the same stays the same object: no list has to draw it again.
 */
function newerOf(held: HistoryEntry | undefined, arrived: HistoryEntry): HistoryEntry {
  if (!held || held === arrived) return arrived
  const isOlder = (held.change ?? 0) > (arrived.change ?? 0)
  return isOlder || JSON.stringify(held) === JSON.stringify(arrived) ? held : arrived
}

function withCounts(history: MessageHistory, page: MessagePage): MessageHistory {
  return {
    // A page that was read before a change may lack it.
    ...withChangesUpTo(withReadUpTo(history, page), page.changes),
    latestChange: Math.max(history.latestChange, page.changes),
    head: Math.max(history.head, page.head),
    // The number of authors only grows; an answer that news has overtaken knows fewer.
    authorCount: Math.max(history.authorCount, page.authorCount),
  }
}

/** Moves the messages that are no longer ahead of a gap to the others. */
function closeGap(history: MessageHistory): MessageHistory {
  let newest = newestSequence(history)
  const joined: HistoryEntry[] = []
  const ahead: HistoryEntry[] = []
  for (const message of history.ahead) {
    if (message.sequence === newest + 1) {
      joined.push(message)
      newest = message.sequence
    } else if (message.sequence > newest) ahead.push(message)
  }
  const messages = joined.length > 0 ? [...history.messages, ...joined] : history.messages
  return { ...history, messages, ahead }
}
