import type { Account } from '@covo/contract/account/account.routes'
import type { MessagePage, OwnRooms, UnreadMentions } from '@covo/contract/chat/chat.routes'
import type { Room, Rooms } from '@covo/contract/rooms/rooms.routes'
import type { Page } from '@playwright/test'
import { change, fail, hold, idOf, longWord, refuse, type ScreenState } from '../screens/state.ts'

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
export const sampleRoom = room('presentazioni', 'Presentazioni', 'Chi sei, cosa fai, cosa cerchi', {
  members: 214,
})
const sample = [
  sampleRoom,
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
type OwnRoom = OwnRooms['rooms'][number]
const own = (conversationId: string, more: Partial<OwnRoom> = {}): OwnRoom => ({
  conversationId,
  eventId: null,
  title: conversationId,
  head: 0,
  readUpTo: 0,
  mutedUntil: null,
  newest: 0,
  ...more,
})
const isNew = { head: 1, newest: 1 }
const entered = (slugs: string[]) =>
  change<OwnRooms>('/api/rooms/own', () => ({ rooms: slugs.map((slug) => own(`stanza-${slug}`)) }))

/** Rooms of each kind: one that is open, one with something new, a muted one, one that calls the member, a team, an event. */
const places = async (page: Page) => {
  await list(sample)(page)
  await talk(page, 'web')
  await change<OwnRooms>('/api/rooms/own', () => ({
    rooms: [
      own(`evento-${idOf(1)}`, { eventId: idOf(1), title: 'Notte delle Bandiere', ...isNew }),
      own('stanza-web'),
      own('stanza-rust', isNew),
      own('stanza-pwn', { mutedUntil: 'always', ...isNew }),
      own(`squadra-${idOf(2)}`, { title: 'Volpi Rosse' }),
    ],
  }))(page)
  await change<UnreadMentions>('/api/chat/mentions', () => ({
    total: 3,
    byRoom: { generale: 1, 'stanza-presentazioni': 2 },
    oldest: [],
  }))(page)
}

/** More rooms than the column is high, with names of all lengths. */
const many = async (page: Page) => {
  const rooms = Array.from({ length: 40 }, (_, index) =>
    room(`stanza-${index}`, longWord.slice(0, 4 + index), 'Prove', {
      group: index < 20 ? '' : 'W'.repeat(40),
    }),
  )
  await list([sampleRoom, room('web', 'Web', 'Prove'), ...rooms])(page)
  await talk(page, 'web')
  await change<OwnRooms>('/api/rooms/own', () => ({
    rooms: rooms.map(({ conversationId }, index) => own(conversationId, index % 3 === 0 ? isNew : {})),
  }))(page)
  await change<UnreadMentions>('/api/chat/mentions', () => ({
    total: 1234,
    byRoom: { 'stanza-stanza-39': 1234 },
    oldest: [],
  }))(page)
}

const changeRoom = async (page: Page) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Cambia stanza' }).click()
}

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

const moderating = (rooms: Room[]) => async (page: Page) => {
  await arrange(rooms, ['web'])(page)
  await change<Account>('/api/account', (account) => ({ ...account, isModerator: true }))(page)
}
const openMenu = (page: Page) => page.getByRole('button', { name: 'Altre azioni' }).first().click()

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
    ...all,
    state: 'for a moderator',
    arrange: moderating(sample),
    shows: (page) => page.getByRole('button', { name: 'Sposta su' }).first(),
  },
  {
    ...all,
    state: 'none, for a moderator',
    arrange: moderating([]),
    shows: (page) => page.getByRole('button', { name: 'Crea stanza' }),
  },
  {
    ...all,
    state: 'a name that is taken',
    arrange: async (page) => {
      await moderating(sample)(page)
      await refuse('/api/moderation/rooms', 409, 'rooms.name_taken')(page)
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Crea stanza' }).click()
      await page.getByLabel('Nome *').fill('Web')
      await page.getByLabel('A cosa serve *').fill('Siti')
      await page.getByLabel('Nome *').press('Enter')
    },
    shows: (page) => page.getByText('Esiste già una stanza con questo nome.'),
  },
  {
    ...one,
    state: 'changed meanwhile',
    arrange: async (page) => {
      await moderating(sample)(page)
      await talk(page, 'web')
      await refuse('/api/moderation/rooms/web', 409, 'rooms.changed_meanwhile')(page)
    },
    act: async (page) => {
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Modifica stanza' }).click()
      await page.getByRole('button', { name: 'Salva modifiche' }).click()
    },
    shows: (page) => page.getByText('Qualcuno ha cambiato la stanza mentre scrivevi.'),
  },
  {
    ...one,
    state: 'archiving asked',
    path: '/app/stanze/lunga',
    arrange: async (page) => {
      await moderating(long)(page)
      await talk(page, 'lunga')
    },
    act: async (page) => {
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Archivia stanza' }).click()
    },
    shows: (page) => page.getByRole('alertdialog', { name: 'Archivia stanza' }),
  },
  {
    ...one,
    state: 'entered, with its menu',
    arrange: async (page) => {
      await moderating(sample)(page)
      await talk(page, 'web')
    },
    act: openMenu,
    shows: (page) => page.getByRole('menuitem', { name: 'Esci' }),
  },
  {
    ...one,
    state: 'beside the own rooms',
    arrange: places,
    shows: (page) => page.getByRole('navigation', { name: 'Le tue stanze' }),
  },
  {
    ...one,
    state: 'beside many rooms',
    arrange: many,
    shows: (page) => page.getByRole('navigation', { name: 'Le tue stanze' }),
  },
  {
    ...one,
    state: 'changing the room',
    arrange: places,
    act: changeRoom,
    shows: (page) => page.getByRole('dialog', { name: 'Le tue stanze' }),
  },
  {
    ...one,
    state: 'changing from many rooms',
    arrange: many,
    act: changeRoom,
    shows: (page) => page.getByRole('dialog', { name: 'Le tue stanze' }),
  },
  {
    ...one,
    state: 'changing the room, in none yet',
    arrange: async (page) => {
      await arrange(sample, [])(page)
      await change<UnreadMentions>('/api/chat/mentions', () => ({ total: 0, byRoom: {}, oldest: [] }))(page)
      await talk(page, 'web')
    },
    act: changeRoom,
    shows: (page) => page.getByText('Non sei ancora in nessuna stanza.'),
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
