import { type Folded, mapChanged } from '../fold.ts'
import { foldPerson } from '../profiles/profiles.fold.ts'
import type { SliceNews } from '../realtime.ts'
import type {
  Message,
  MessagePage,
  Partner,
  PrivateChat,
  PrivateChatPage,
  UnreadChat,
} from './chat.routes.ts'

/** The messages of a conversation that a client holds. Pages, news and answers may arrive in any order, and repeatedly. */
export type MessageHistory = {
  /** Ascending, without a gap from the oldest that was fetched. */
  messages: readonly Message[]
  /** Ascending; the messages between these and the newest of `messages` are missing. */
  ahead: readonly Message[]
  /** The newest sequence that is known to exist. */
  head: number
  reachedStart: boolean
  authorCount: number
  /** The sequences of removed messages: an answer that was read before the removal holds the text still. */
  removed: ReadonlySet<number>
}

/** The history that begins with the newest page. */
export function historyOf({ messages, head, authorCount }: MessagePage): MessageHistory {
  return {
    messages,
    ahead: [],
    head,
    authorCount,
    reachedStart: (messages[0]?.sequence ?? 1) === 1,
    removed: new Set(),
  }
}

/** The sequence after which messages are missing, or null when everything up to the head is there. */
export function missingAfter(history: MessageHistory): number | null {
  const newest = newestSequence(history)
  return newest < history.head ? newest : null
}

/** The sequence before which older messages can be fetched, or null when there are none. */
export function olderThan({ reachedStart, messages }: MessageHistory): number | null {
  return reachedStart ? null : (messages[0]?.sequence ?? null)
}

/** Adds a page that ends just before the oldest message. */
export function addOlderPage(history: MessageHistory, page: MessagePage): MessageHistory {
  const oldest = olderThan(history)
  if (oldest === null) return history
  const older = withoutRemoved(history, page.messages).filter(({ sequence }) => sequence < oldest)
  return {
    ...withCounts(history, page),
    messages: [...older, ...history.messages],
    reachedStart: older.length === 0 || older[0]?.sequence === 1,
  }
}

/** Adds a page that starts just after the newest message. */
export function addNewerPage(history: MessageHistory, page: MessagePage): MessageHistory {
  const newest = newestSequence(history)
  const newer = withoutRemoved(history, page.messages).filter(({ sequence }) => sequence > newest)
  const counted = withCounts(history, page)
  return closeGap({
    ...counted,
    messages: [...history.messages, ...newer],
    // The server has no more, whatever was said before: fetching again would never end.
    head: page.messages.length === 0 ? newest : counted.head,
  })
}

/** Adds messages of any place: of news, of a page that was fetched again, of the answer to a message's sending. */
export function addMessages(
  history: MessageHistory,
  arrived: readonly Message[],
  authorCount = 0,
): MessageHistory {
  const newest = newestSequence(history)
  const present = withoutRemoved(history, arrived)
  const known = new Map(
    present.filter(({ sequence }) => sequence <= newest).map((message) => [message.id, message]),
  )
  const ahead = new Map(
    [...history.ahead, ...present.filter(({ sequence }) => sequence > newest)].map((message) => [
      message.sequence,
      message,
    ]),
  )
  return closeGap({
    ...history,
    messages:
      known.size > 0 ? history.messages.map((message) => known.get(message.id) ?? message) : history.messages,
    ahead: [...ahead.values()].sort((one, other) => one.sequence - other.sequence),
    head: Math.max(history.head, ...arrived.map(({ sequence }) => sequence)),
    authorCount: Math.max(history.authorCount, authorCount),
  })
}

/** The server's word on how far the conversation goes. */
export function raiseHead(history: MessageHistory, head: number): MessageHistory {
  return head > history.head ? { ...history, head } : history
}

/** The history of the given conversation after a piece of news; the very history where the news is of something else. */
export function foldHistory(
  history: MessageHistory,
  news: SliceNews,
  conversationId: string,
): MessageHistory {
  switch (news.type) {
    case 'chat.message_sent':
      return news.message.conversationId === conversationId
        ? addMessages(history, [news.message], news.authorCount)
        : history
    case 'chat.message_removed': {
      if (news.conversationId !== conversationId) return history
      const removed = new Set(history.removed).add(news.sequence)
      return withMessages({ ...history, removed }, (messages) => withoutRemoved({ removed }, messages))
    }
    case 'profiles.member_changed': {
      const { uid, displayName: userName, photoURL } = news
      if (![...history.messages, ...history.ahead].some(({ userId }) => userId === uid)) return history
      return withMessages(history, (messages) =>
        messages.map((message) =>
          message.userId === uid ? { ...message, userName, photoURL: photoURL || null } : message,
        ),
      )
    }
    default:
      return history
  }
}

/** The other member of a private conversation, in which friends write. */
export function foldPartner(partner: Partner, news: SliceNews): Folded<Partner> {
  if (news.type === 'friends.changed' && news.uid === partner.uid) return 'refetch'
  return foldPerson(partner, news)
}

type UnreadChats = { chats: UnreadChat[]; total: number }

/** The private chats with something unread. Which they are, and in which order, the server knows. */
export function foldUnreadChats(unread: UnreadChats, news: SliceNews): Folded<UnreadChats> {
  if (news.type === 'chat.unread_changed') return 'refetch'
  if (news.type === 'chat.last_message_changed' && news.chat.isUnread) return 'refetch'
  const chats = mapChanged(unread.chats, (chat) => renamePartner(chat, news))
  return chats === unread.chats ? unread : { ...unread, chats }
}

/** The pages of the list of private conversations. What a removed or read message leaves, the server knows. */
export function foldPrivateChatPages(pages: PrivateChatPage[], news: SliceNews): Folded<PrivateChatPage[]> {
  if (news.type === 'chat.unread_changed') return 'refetch'
  if (news.type === 'chat.last_message_changed') return withChatMovedUp(pages, news.chat)
  return mapChanged(pages, (page) => {
    const chats = mapChanged(page.chats, (chat) => renamePartner(chat, news))
    return chats === page.chats ? page : { ...page, chats }
  })
}

/** Puts a conversation where its last message belongs, unless what is held is as new. */
function withChatMovedUp(pages: PrivateChatPage[], moved: PrivateChat): PrivateChatPage[] {
  const isMoved = ({ conversationId }: PrivateChat) => conversationId === moved.conversationId
  const held = pages.flatMap(({ chats }) => chats).find(isMoved)
  if (held && held.sequence >= moved.sequence) return pages
  return pages.map((page, index) => {
    const others = page.chats.filter((chat) => !isMoved(chat))
    if (index > 0) return { ...page, chats: others }
    return { ...page, chats: [moved, ...others].toSorted(byLastMessage) }
  })
}

function byLastMessage(one: PrivateChat, other: PrivateChat): number {
  return Date.parse(other.lastMessageTimestamp) - Date.parse(one.lastMessageTimestamp)
}

function renamePartner<Chat extends UnreadChat>(chat: Chat, news: SliceNews): Chat {
  const partner = foldPerson(chat.partner, news)
  return partner === chat.partner ? chat : { ...chat, partner }
}

function newestSequence({ messages }: MessageHistory): number {
  return messages.at(-1)?.sequence ?? 0
}

function withMessages(
  history: MessageHistory,
  change: (messages: readonly Message[]) => readonly Message[],
): MessageHistory {
  return { ...history, messages: change(history.messages), ahead: change(history.ahead) }
}

function withoutRemoved(
  { removed }: Pick<MessageHistory, 'removed'>,
  messages: readonly Message[],
): readonly Message[] {
  if (removed.size === 0) return messages
  return messages.map((message) =>
    removed.has(message.sequence) && !message.isRemoved ? { ...message, text: '', isRemoved: true } : message,
  )
}

function withCounts(history: MessageHistory, page: MessagePage): MessageHistory {
  return {
    ...history,
    head: Math.max(history.head, page.head),
    // The number of authors only grows; an answer that news has overtaken knows fewer.
    authorCount: Math.max(history.authorCount, page.authorCount),
  }
}

/** Moves the messages that are no longer ahead of a gap to the others. */
function closeGap(history: MessageHistory): MessageHistory {
  let newest = newestSequence(history)
  const joined: Message[] = []
  const ahead: Message[] = []
  for (const message of history.ahead) {
    if (message.sequence === newest + 1) {
      joined.push(message)
      newest = message.sequence
    } else if (message.sequence > newest) ahead.push(message)
  }
  const messages = joined.length > 0 ? [...history.messages, ...joined] : history.messages
  return { ...history, messages, ahead }
}
