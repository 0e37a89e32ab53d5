import { type Folded, mapChanged } from '../fold.ts'
import { foldPerson } from '../profiles/profiles.fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { Typing } from './chat.news.ts'
import type {
  OwnRooms,
  Partner,
  PrivateChat,
  PrivateChatPage,
  UnreadChat,
  UnreadMentions,
} from './chat.routes.ts'
import { conversationKind, isMuted, type MutedUntil, membersOf } from './chat.rules.ts'

/** The other member of a private conversation, in which friends write. */
export function foldPartner(partner: Partner, news: SliceNews): Folded<Partner> {
  if (news.type === 'friends.changed' && news.uid === partner.uid) return 'refetch'
  return foldPerson(partner, news)
}

type UnreadChats = { chats: UnreadChat[]; total: number }

/** The private chats with something unread. The server alone knows their list and order. */
export function foldUnreadChats(unread: UnreadChats, news: SliceNews): Folded<UnreadChats> {
  if (news.type === 'chat.unread_changed') return 'refetch'
  if (news.type === 'chat.last_message_changed' && news.chat.isUnread) return 'refetch'
  if (unread.chats.some((chat) => mayQuoteName(chat, news))) return 'refetch'
  const chats = mapChanged(unread.chats, (chat) => renamePartner(chat, news))
  return chats === unread.chats ? unread : { ...unread, chats }
}

/** The member's unread mentions in the public room and rooms by subject. The server alone knows their messages. */
export function foldUnreadMentions(mentions: UnreadMentions, news: SliceNews): Folded<UnreadMentions> {
  return news.type === 'chat.mentions_changed' ? 'refetch' : mentions
}

/** The pages of the list of private conversations. The server alone knows them after a removed or read message. */
export function foldPrivateChatPages(pages: PrivateChatPage[], news: SliceNews): Folded<PrivateChatPage[]> {
  if (news.type === 'chat.unread_changed') return 'refetch'
  if (news.type === 'chat.last_message_changed') return withChatMovedUp(pages, news.chat)
  if (pages.some(({ chats }) => chats.some((chat) => mayQuoteName(chat, news)))) return 'refetch'
  return mapChanged(pages, (page) => {
    const chats = mapChanged(page.chats, (chat) => renamePartner(chat, news))
    return chats === page.chats ? page : { ...page, chats }
  })
}

/** Whether the last message may name one of the two by the name that they had: the server writes mentions out. */
function mayQuoteName({ conversationId, lastMessage }: UnreadChat, news: SliceNews): boolean {
  return (
    news.type === 'profiles.member_changed' &&
    membersOf(conversationId).includes(news.uid) &&
    lastMessage.includes('@')
  )
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

/**
 * The rooms of the viewer's nearest events and those that they are in, which the server alone knows. How far a room goes its topic says,
 * and no news.
 */
export function foldOwnRooms(own: OwnRooms, news: SliceNews, viewerId: string): Folded<OwnRooms> {
  const isListed = (eventId: string) => own.rooms.some((room) => room.eventId === eventId)
  switch (news.type) {
    case 'rooms.own_changed': {
      const { conversationId, isMember } = news
      const wasMember = own.rooms.some((room) => room.conversationId === conversationId)
      const kind = conversationKind(conversationId)
      const isEntry = (kind === 'room' || kind === 'team') && isMember !== wasMember
      return isEntry ? 'refetch' : withMuting(withPosition(own, news), news)
    }
    case 'rooms.changed':
    case 'teams.changed':
    case 'events.own_participation_changed':
      return 'refetch'
    case 'events.created':
      return news.event.organizerId === viewerId ? 'refetch' : own
    case 'events.changed':
      return news.event.organizerId === viewerId || isListed(news.event.id) ? 'refetch' : own
    case 'events.organizers_changed':
      return news.uid === viewerId ? 'refetch' : own
    case 'events.removed':
      return isListed(news.eventId) ? 'refetch' : own
    default:
      return own
  }
}

/** The rooms after the viewer has read one of them up to a sequence. */
export function withPosition(
  own: OwnRooms,
  { conversationId, readUpTo }: { conversationId: string; readUpTo: number },
): OwnRooms {
  const rooms = mapChanged(own.rooms, (room) =>
    room.conversationId === conversationId && readUpTo > (room.readUpTo ?? -1) ? { ...room, readUpTo } : room,
  )
  return rooms === own.rooms ? own : { rooms }
}

/** The rooms after the viewer has muted one of them, or no longer. */
export function withMuting(
  own: OwnRooms,
  { conversationId, mutedUntil }: { conversationId: string; mutedUntil: MutedUntil },
): OwnRooms {
  const rooms = mapChanged(own.rooms, (room) =>
    room.conversationId === conversationId && room.mutedUntil !== mutedUntil ? { ...room, mutedUntil } : room,
  )
  return rooms === own.rooms ? own : { rooms }
}

/** Whether a room is marked at a time, in milliseconds since 1970: something waits there to be read, and it is not muted. */
export function isRoomMarked(
  { head, readUpTo, mutedUntil }: OwnRooms['rooms'][number],
  now: number,
): boolean {
  return head > (readUpTo ?? 0) && !isMuted(mutedUntil, now)
}

/** The others who are writing in a conversation. */
export type ShownTyping = Pick<Typing, 'people' | 'more'>

export const nobodyTypes: ShownTyping = { people: [], more: 0 }

/**
 * The others who are writing in a conversation: without the viewer, and without the author of a message that has come.
 *
 * @param isWriting whether the viewer is, so that they are one of those whom the news counts
 */
export function foldTyping(
  shown: ShownTyping,
  news: SliceNews,
  { conversationId, ownId, isWriting }: { conversationId: string; ownId: string; isWriting: boolean },
): ShownTyping {
  if (news.type === 'chat.message_sent' && news.message.conversationId === conversationId) {
    const { userId } = news.message
    const people = shown.people.filter(({ uid }) => uid !== userId)
    return people.length === shown.people.length ? shown : { ...shown, people }
  }
  if (news.type !== 'chat.typing' || news.conversationId !== conversationId) return shown
  const people = news.people.filter(({ uid }) => uid !== ownId)
  const isCounted = isWriting && news.more > 0 && people.length === news.people.length
  return { people, more: news.more - (isCounted ? 1 : 0) }
}
