import { describe, expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import {
  foldOwnRooms,
  foldPartner,
  foldPrivateChatPages,
  foldTyping,
  foldUnreadChats,
  isRoomMarked,
} from './chat.fold.ts'
import type { Message, OwnRooms, Partner, PrivateChat, PrivateChatPage } from './chat.routes.ts'
import { isMuted } from './chat.rules.ts'

describe('unread chats', () => {
  const partner = { uid: 'bruno', displayName: 'Bruno', photoURL: '' }
  const chat = { conversationId: 'x', partner, lastMessage: '', lastMessageTimestamp: '' }
  const unread = { chats: [chat], total: 1 }

  it('are refetched when one changes, and renamed with their partner', () => {
    expect(
      foldUnreadChats(unread, { type: 'chat.unread_changed', conversationId: 'x', isUnread: true }),
    ).toBe('refetch')
    const changed = { ...chat, sequence: 1, isLastOwn: false, isUnread: true }
    expect(foldUnreadChats(unread, { type: 'chat.last_message_changed', chat: changed })).toBe('refetch')
    const own = { ...changed, isLastOwn: true, isUnread: false }
    expect(foldUnreadChats(unread, { type: 'chat.last_message_changed', chat: own })).toBe(unread)
    const news = { type: 'profiles.member_changed', displayName: 'Brunello', photoURL: '/foto' } as const
    expect(foldUnreadChats(unread, { ...news, uid: 'bruno' })).toEqual({
      chats: [{ ...chat, partner: { uid: 'bruno', displayName: 'Brunello', photoURL: '/foto' } }],
      total: 1,
    })
    expect(foldUnreadChats(unread, { ...news, uid: 'dario' })).toBe(unread)
    const naming = {
      chats: [{ ...chat, conversationId: 'anna_bruno', lastMessage: 'ciao @Bruno' }],
      total: 1,
    }
    expect(foldUnreadChats(naming, { ...news, uid: 'bruno' })).toBe('refetch')
    expect(foldUnreadChats(naming, { ...news, uid: 'dario' })).toBe(naming)
  })
})

describe('the rooms of own events', () => {
  const roomOf = (eventId: string, head: number, readUpTo: number | null) => ({
    conversationId: `evento-${eventId}`,
    eventId,
    title: 'Serata',
    head,
    readUpTo,
    newest: 9,
    mutedUntil: null,
  })
  const own: OwnRooms = { rooms: [roomOf('a', 5, 3), roomOf('b', 5, null)] }
  const read = (eventId: string, readUpTo: number, mutedUntil: string | null = null) =>
    foldOwnRooms(
      own,
      {
        type: 'rooms.own_changed',
        conversationId: `evento-${eventId}`,
        isMember: true,
        readUpTo,
        mutedUntil,
      },
      'anna',
    )

  it('are marked above the position, or above nothing, unless they are muted', () => {
    const rooms = [roomOf('a', 5, 4), roomOf('a', 5, 5), roomOf('a', 1, null), roomOf('a', 0, null)]
    expect(rooms.map((room) => isRoomMarked(room, 0))).toEqual([true, false, true, false])
    expect(isRoomMarked({ ...roomOf('a', 5, 4), mutedUntil: 'always' }, 0)).toBe(false)
  })

  it('have a position that only moves forward', () => {
    expect(read('a', 5)).toEqual({ rooms: [roomOf('a', 5, 5), own.rooms[1]] })
    expect(read('b', 0)).toEqual({ rooms: [own.rooms[0], roomOf('b', 5, 0)] })
    for (const same of [read('a', 3), read('a', 2), read('c', 5)]) expect(same).toBe(own)
  })

  it('are muted by the news of it, without a step of the position', () => {
    const muted = { ...roomOf('a', 5, 3), mutedUntil: 'always' }
    expect(read('a', 3, 'always')).toEqual({ rooms: [muted, own.rooms[1]] })
  })

  it.each([
    [null, false],
    ['always', true],
    ['2026-01-01T10:00:00.000Z', true],
    ['2026-01-01T08:00:00.000Z', false],
  ])('muted until %j are muted at nine: %j', (until, expected) => {
    expect(isMuted(until, Date.parse('2026-01-01T09:00:00Z'))).toBe(expected)
  })

  it('are refetched when one of them, or what is the viewer’s, changes', () => {
    const organizersOf = (uid: string) =>
      ({ type: 'events.organizers_changed', eventId: 'c', uid, isOrganizer: true }) as const
    const entered = {
      type: 'rooms.own_changed',
      conversationId: 'stanza-web',
      isMember: true,
      readUpTo: 0,
      mutedUntil: null,
    } as const
    expect(foldOwnRooms(own, entered, 'anna')).toBe('refetch')
    expect(foldOwnRooms(own, { ...entered, isMember: false }, 'anna')).toBe(own)
    expect(foldOwnRooms(own, organizersOf('anna'), 'anna')).toBe('refetch')
    expect(foldOwnRooms(own, organizersOf('bruno'), 'anna')).toBe(own)
    expect(foldOwnRooms(own, { type: 'events.removed', eventId: 'a' }, 'anna')).toBe('refetch')
    expect(foldOwnRooms(own, { type: 'events.removed', eventId: 'c' }, 'anna')).toBe(own)
  })
})

describe('private chats', () => {
  const chatOf = (conversationId: string, sequence: number, minute: number): PrivateChat => ({
    conversationId,
    partner: { uid: `partner of ${conversationId}`, displayName: 'Bruno', photoURL: '' },
    lastMessage: `message ${sequence}`,
    lastMessageTimestamp: new Date(minute * 60_000).toISOString(),
    sequence,
    isLastOwn: false,
    isUnread: true,
  })
  const pages: PrivateChatPage[] = [
    { chats: [chatOf('a', 5, 50), chatOf('b', 4, 40)], nextCursor: 'more' },
    { chats: [chatOf('c', 3, 30)], nextCursor: null },
  ]
  const fold = (chat: PrivateChat) => foldPrivateChatPages(pages, { type: 'chat.last_message_changed', chat })
  const idsOf = (folded: ReturnType<typeof fold>) =>
    folded === 'refetch' ? folded : folded.map(({ chats }) => chats.map((chat) => chat.conversationId))

  it.each([
    ['moves up from a later page', chatOf('c', 4, 60), [['c', 'a', 'b'], []]],
    ['takes its place where news came late', chatOf('b', 5, 45), [['a', 'b'], ['c']]],
    ['is added when it is new', chatOf('d', 1, 60), [['d', 'a', 'b'], ['c']]],
  ])('a conversation with a new message %s', (_, chat, ids) => {
    const folded = fold(chat)
    expect(idsOf(folded)).toEqual(ids)
    expect(folded === 'refetch' || folded[0]?.chats).toContain(chat)
    expect(foldPrivateChatPages(folded as typeof pages, { type: 'chat.last_message_changed', chat })).toBe(
      folded,
    )
  })

  it('stay as they are when the news is not newer, and take no older word on what is unread', () => {
    expect(fold({ ...chatOf('a', 5, 50), isUnread: false })).toBe(pages)
    expect(fold(chatOf('a', 4, 49))).toBe(pages)
  })

  it('are refetched when one is read, and renamed with their partner', () => {
    const read = { type: 'chat.unread_changed', conversationId: 'a', isUnread: false } as const
    expect(foldPrivateChatPages(pages, read)).toBe('refetch')
    const news = { type: 'profiles.member_changed', displayName: 'Brunello', photoURL: '/foto' } as const
    const renamed = foldPrivateChatPages(pages, { ...news, uid: 'partner of c' })
    expect(renamed).toMatchObject([pages[0], { chats: [{ partner: { displayName: 'Brunello' } }] }])
    expect(foldPrivateChatPages(pages, { ...news, uid: 'dario' })).toBe(pages)
    const naming = { ...chatOf('anna_bruno', 6, 60), lastMessage: 'ciao @Anna' }
    expect(foldPrivateChatPages([{ chats: [naming], nextCursor: null }], { ...news, uid: 'anna' })).toBe(
      'refetch',
    )
  })
})

describe('the partner', () => {
  const bruno: Partner = { uid: 'bruno', displayName: 'Bruno', photoURL: '', writing: 'open' }
  const changed = (uid: string): SliceNews => ({ type: 'friends.changed', uid, relation: 'none' })
  const renamed: SliceNews = {
    type: 'profiles.member_changed',
    uid: 'bruno',
    displayName: 'Brunello',
    photoURL: '/foto',
  }

  it('is refetched when the friendship with them changes, and renamed', () => {
    expect(foldPartner(bruno, changed('bruno'))).toBe('refetch')
    expect(foldPartner(bruno, changed('carla'))).toBe(bruno)
    expect(foldPartner(bruno, renamed)).toEqual({ ...bruno, displayName: 'Brunello', photoURL: '/foto' })
  })
})

describe('who is writing', () => {
  const person = (uid: string) => ({ uid, displayName: uid })
  const here = { conversationId: 'generale', ownId: 'anna', isWriting: false }
  const typing = (people: string[], more = 0, conversationId = 'generale'): SliceNews => ({
    type: 'chat.typing',
    conversationId,
    people: people.map(person),
    more,
  })
  const shown = { people: [person('bruno'), person('carla')], more: 1 }

  it.each<[string, SliceNews, boolean, { people: string[]; more: number }]>([
    ['others', typing(['dario'], 2), false, { people: ['dario'], more: 2 }],
    ['nobody any more', typing([]), false, { people: [], more: 0 }],
    ['oneself among those named', typing(['anna', 'dario'], 2), true, { people: ['dario'], more: 2 }],
    [
      'oneself among the others',
      typing(['bruno', 'carla', 'dario'], 2),
      true,
      { people: ['bruno', 'carla', 'dario'], more: 1 },
    ],
    ['another conversation', typing(['dario'], 0, 'altra'), false, { people: ['bruno', 'carla'], more: 1 }],
  ])('%s', (_, news, isWriting, expected) => {
    const folded = foldTyping(shown, news, { ...here, isWriting })
    expect({ ...folded, people: folded.people.map(({ uid }) => uid) }).toEqual(expected)
  })

  it('is not one whose message came', () => {
    const sent = (conversationId: string): SliceNews => ({
      type: 'chat.message_sent',
      message: { conversationId, userId: 'bruno' } as Message,
      authorCount: 1,
      changes: 0,
    })
    expect(foldTyping(shown, sent('generale'), here).people).toEqual([person('carla')])
    expect(foldTyping(shown, sent('altra'), here)).toBe(shown)
  })
})
