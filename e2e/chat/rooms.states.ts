import type { MessagePage, OwnRooms } from '@covo/contract/chat/chat.routes'
import type { Room, Rooms } from '@covo/contract/rooms/rooms.routes'
import type { Page } from '@playwright/test'
import { change, fail, hold, longWord, type ScreenState } from '../screens/state.ts'

const room = (slug: string, name: string, purpose: string, more: Partial<Room> = {}): Room => ({
  conversationId: `stanza-${slug}`,
  slug,
  name,
  purpose,
  group: '',
  members: 12,
  archivedAt: null,
  version: 1,
  ...more,
})

const archivedAt = '2026-10-01T10:00:00.000Z'
const sample = [
  room('presentazioni', 'Presentazioni', 'Chi sei, cosa fai, cosa cerchi', { members: 214 }),
  room('web', 'Web', 'Browser, server e tutto quello che sta in mezzo', { group: 'Sviluppo', members: 87 }),
  room('rust', 'Rust', 'Lifetime, async e compilatori pazienti', { group: 'Sviluppo', members: 1 }),
  room('pwn', 'Pwn e reverse', 'Binari da aprire, con calma', { group: 'Sicurezza', members: 41 }),
  room('ctf-2025', 'CTF 2025', 'Le gare di un anno fa', { archivedAt, members: 63 }),
]
const long = [
  room('lunga', 'W'.repeat(40), longWord, { group: 'W'.repeat(40), members: 100_000 }),
  room('archiviata', longWord.slice(0, 40), 'Breve', { archivedAt }),
]

const list = (rooms: Room[]) => change<Rooms>('/api/rooms', () => ({ rooms }))
const entered = (slugs: string[]) =>
  change<OwnRooms>('/api/rooms/own', () => ({
    rooms: slugs.map((slug) => ({
      conversationId: `stanza-${slug}`,
      eventId: null,
      title: slug,
      head: 0,
      readUpTo: 0,
      newest: 0,
    })),
  }))

/** The messages of the public room, as if they were of this one. */
const talk = async (page: Page, slug: string) => {
  const shown = (await (await page.request.get('/api/chat/generale/messages')).json()) as MessagePage
  const conversationId = `stanza-${slug}`
  await page.route(`**/api/chat/${conversationId}/messages**`, (route) =>
    route.fulfill({
      json: { ...shown, messages: shown.messages.map((message) => ({ ...message, conversationId })) },
    }),
  )
}

const all = { screen: 'Rooms', viewer: 'anna', path: '/app/stanze' } as const
const one = { screen: 'Room', viewer: 'anna', path: '/app/stanze/web' } as const
const arrange = (rooms: Room[], slugs: string[]) => async (page: Page) => {
  await list(rooms)(page)
  await entered(slugs)(page)
}

export const roomsStates: ScreenState[] = [
  {
    ...all,
    state: 'some, of which two are entered',
    arrange: arrange(sample, ['web', 'presentazioni']),
    act: (page) => page.getByText('Archiviate (1)').click(),
    shows: (page) => page.getByRole('link', { name: 'CTF 2025' }),
  },
  {
    ...all,
    state: 'long texts',
    arrange: arrange(long, []),
    act: (page) => page.getByText('Archiviate (1)').click(),
    shows: (page) => page.getByText('100000 membri'),
  },
  {
    ...all,
    state: 'none',
    arrange: list([]),
    shows: (page) => page.getByText('Non ci sono ancora stanze.'),
  },
  {
    ...all,
    state: 'none found',
    arrange: arrange(sample, []),
    act: (page) => page.getByRole('searchbox').fill('cucina'),
    shows: (page) => page.getByText('Nessuna stanza corrisponde alla ricerca.'),
  },
  {
    ...all,
    state: 'failed',
    arrange: fail('/api/rooms'),
    shows: (page) => page.getByText('Impossibile caricare le stanze. Riprova.'),
  },
  {
    ...all,
    state: 'loading',
    arrange: hold('/api/rooms'),
    shows: (page) => page.locator('[aria-busy=true]'),
  },
  {
    ...one,
    state: 'entered, with its menu',
    arrange: async (page) => {
      await arrange(sample, ['web'])(page)
      await talk(page, 'web')
    },
    act: (page) => page.getByRole('button', { name: 'Altre azioni' }).first().click(),
    shows: (page) => page.getByRole('menuitem', { name: 'Esci' }),
  },
  {
    ...one,
    state: 'read only',
    arrange: async (page) => {
      await arrange(sample, [])(page)
      await talk(page, 'web')
    },
    shows: (page) => page.getByText('Stai leggendo questa stanza. Entra per scrivere.'),
  },
  {
    ...one,
    state: 'archived, long texts',
    path: '/app/stanze/archiviata',
    arrange: async (page) => {
      await arrange(long, [])(page)
      await talk(page, 'archiviata')
    },
    shows: (page) => page.getByText('Questa stanza è archiviata: puoi leggerla, ma non scrivere.'),
  },
  {
    ...one,
    state: 'unknown',
    path: '/app/stanze/nessuna',
    arrange: list(sample),
    shows: (page) => page.getByRole('heading', { name: 'Stanza non trovata' }),
  },
]
