import type { MessagePage, OwnRooms } from '@covo/contract/chat/chat.routes'
import type { EventDetails } from '@covo/contract/events/events.routes'
import type { Rooms } from '@covo/contract/rooms/rooms.routes'
import type { Page } from '@playwright/test'
import { muteSocket } from '../actors.ts'
import { sampleRoom } from '../chat/rooms.states.ts'
import { all, change, fail, hold, idOf, longName, longWord, type ScreenState } from '../screens/state.ts'
import { id as eventId, showEvent } from './events.states.ts'

const room = { screen: 'chat-evento', viewer: 'anna', path: `/app/eventi/${eventId}/chat` } as const
const event = `/api/events/${eventId}`
const messages = `/api/chat/evento-${eventId}/messages`

const takingPart = { isParticipating: true, participation: 'joined' } as const
const some: [author: number, name: string, text: string][] = [
  [2, 'Bruno Conti', 'Ci vediamo alle due davanti al laboratorio.'],
  [3, 'Carla Neri', 'Porto due prolunghe e un caricatore in più.'],
  [2, 'Bruno Conti', 'Perfetto. Chi ha già una squadra?'],
]

/** The room of the event, which the server doesn't have. News of others is blocked. */
const showRoom = (texts: typeof some, changes: Partial<EventDetails> = {}) =>
  all(showEvent({ ...takingPart, ...changes }), muteSocket, async (page: Page) => {
    const found: MessagePage = {
      messages: texts.map(([author, userName, text], index) => ({
        id: idOf(index),
        clientId: idOf(index),
        conversationId: `evento-${eventId}`,
        sequence: index + 1,
        userId: idOf(author),
        userName,
        photoURL: null,
        text,
        timestamp: new Date(Date.now() - 3_600_000).toISOString(),
      })),
      head: texts.length,
      authorCount: 2,
      changes: 0,
    }
    await page.route(
      (url) => url.pathname === messages,
      (route) => route.fulfill({ json: found }),
    )
  })

const own = {
  conversationId: `evento-${eventId}`,
  eventId,
  title: 'Serata',
  head: 3,
  readUpTo: 3,
  newest: 3,
  mutedUntil: null,
}

const text = (content: string | RegExp) => (page: Page) => page.getByText(content).first()

export const eventRoomStates: ScreenState[] = [
  { ...room, state: 'in-arrivo', arrange: hold(event), shows: (page) => page.locator('[aria-busy=true]') },
  {
    ...room,
    state: 'evento-fallito',
    arrange: fail(event),
    shows: (page) => page.getByRole('button', { name: 'Riprova' }),
  },
  { ...room, state: 'evento-non-trovato', shows: text('Torna agli eventi') },
  { ...room, state: 'piena', arrange: showRoom(some), shows: text('Chi ha già') },
  {
    ...room,
    state: 'con le azioni',
    arrange: all(
      showRoom(some),
      change<Rooms>('/api/rooms', () => ({ rooms: [sampleRoom] })),
      change<OwnRooms>('/api/rooms/own', () => ({ rooms: [own] })),
    ),
    shows: (page) => page.locator('main > header').getByRole('button', { name: 'Altre azioni' }),
  },
  { ...room, state: 'vuota', arrange: showRoom([]), shows: text('Scrivi tu il primo messaggio.') },
  {
    ...room,
    state: 'fallita',
    arrange: all(showEvent(takingPart), fail(messages)),
    shows: text('Impossibile caricare i messaggi. Riprova.'),
  },
  {
    ...room,
    state: 'sola-lettura',
    arrange: showRoom(some, { chatClosesAt: '2020-01-01T00:00:00.000Z' }),
    shows: text('Questa chat è in sola lettura.'),
  },
  {
    ...room,
    state: 'senza-partecipare',
    arrange: showEvent({}),
    shows: text("Questa chat è di chi partecipa all'evento."),
  },
  {
    ...room,
    state: 'testi-lunghi',
    arrange: showRoom(
      some.map(([author], index) => [author, longName(index), `https://esempio.it/${longWord}`]),
      { title: longWord.slice(0, 120) },
    ),
    shows: text('https://esempio.it/'),
  },
]
