import type { OwnRooms, PrivateChatPage, UnreadChat } from '@covo/contract/chat/chat.routes'
import type { Event } from '@covo/contract/events/events.routes'
import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { roomsWithLongTexts, withLongTexts } from '../chat/chat.states.ts'
import { all, change, fail, hold, longName, longWord, repeat, type ScreenState } from '../screens/state.ts'

const home = { screen: 'home', viewer: 'anna', path: '/app/home' } as const

type UnreadChats = { chats: UnreadChat[]; total: number }

export const homeStates: ScreenState[] = [
  { ...home, state: 'full', shows: (page) => page.getByRole('button', { name: 'Vedi tutti gli eventi' }) },
  {
    ...home,
    state: 'own event',
    arrange: change<{ event: Event }>('/api/events/next', ({ event }) => ({
      event: { ...event, isParticipating: true },
    })),
    shows: (page) => page.getByText('Partecipi', { exact: true }),
  },
  {
    ...home,
    state: 'empty',
    viewer: 'newcomer',
    arrange: change<{ event: Event | null }>('/api/events/next', () => ({ event: null })),
    shows: (page) => page.getByText('Nessun evento imminente.'),
  },
  {
    ...home,
    state: 'loading',
    arrange: all(hold('/api/chat/unread'), hold('/api/chat'), hold('/api/events/next')),
    shows: (page) => page.getByRole('heading', { name: 'Messaggi Recenti' }),
  },
  {
    ...home,
    state: 'failed',
    arrange: all(fail('/api/chat/unread'), fail('/api/chat'), fail('/api/events/next')),
    shows: (page) => page.getByText('Impossibile caricare il prossimo evento.'),
  },
  {
    ...home,
    state: 'long texts',
    arrange: all(
      change<OwnProfile>('/api/profiles/me', (profile) => ({ ...profile, displayName: longName(1) })),
      change<UnreadChats>('/api/chat/unread', ({ chats }) => ({
        chats: repeat(chats, 5, (chat, index) => ({
          ...chat,
          conversationId: `chat-${index}`,
          partner: { ...chat.partner, displayName: longName(index) },
          lastMessage: longWord,
        })),
        total: 99,
      })),
      change<PrivateChatPage>('/api/chat', withLongTexts),
      change<OwnRooms>('/api/rooms/own', roomsWithLongTexts),
      change<{ event: Event }>('/api/events/next', ({ event }) => ({
        event: { ...event, title: 'W'.repeat(120), description: longWord },
      })),
    ),
    shows: (page) => page.getByText('99 chat da leggere'),
  },
  {
    ...home,
    state: 'novità',
    act: (page) => page.getByRole('button', { name: 'Novità' }).click(),
    shows: (page) => page.getByRole('alert'),
  },
]
