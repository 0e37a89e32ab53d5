import type { MessagePage } from '@covo/contract/chat/chat.routes'
import type { EventPage } from '@covo/contract/events/events.routes'
import type { FirstSteps } from '@covo/contract/home/home.routes'
import { all, change, type ScreenState } from '../screens/state.ts'

/** An instance on which nobody else is, and nothing was said or organised yet. */
const nothingYet = all(
  change<{ isAlone: boolean }>('/api/friends/counts', (counts) => ({ ...counts, isAlone: true })),
  change<FirstSteps>('/api/home/first-steps', (steps) => ({
    ...steps,
    communityNeeds: ['controller', 'contact', 'mail', 'moderator'],
  })),
  change('/api/events/next', () => ({ event: null })),
  change<EventPage>('/api/events', () => ({ events: [], nextCursor: null })),
  change<MessagePage>('/api/chat/generale/messages', () => ({
    messages: [],
    head: 0,
    authorCount: 0,
    changes: 0,
  })),
)
const founder = { screen: 'primi minuti', viewer: 'newcomer', arrange: nothingYet } as const

export const founderStates: ScreenState[] = [
  {
    ...founder,
    state: 'home',
    path: '/app/home',
    shows: (page) => page.getByRole('region', { name: 'La tua community' }),
  },
  {
    ...founder,
    state: 'chat',
    path: '/app/chat-generale',
    shows: (page) => page.getByText('Nessun messaggio').last(),
  },
  {
    ...founder,
    state: 'events',
    path: '/app/eventi',
    shows: (page) => page.getByText('Nessun evento in programma.'),
  },
  {
    ...founder,
    state: 'friends',
    path: '/app/amici',
    shows: (page) => page.getByRole('button', { name: "Copia l'indirizzo" }),
  },
]
