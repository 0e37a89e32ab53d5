import type { MessagePage, OwnRooms } from '@covo/contract/chat/chat.routes'
import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import type {
  OwnTeams,
  Team,
  TeamCode,
  TeamOfCode,
  TeamPage,
  TeamSummary,
} from '@covo/contract/teams/teams.routes'
import type { Page } from '@playwright/test'
import { muteSocket } from '../actors.ts'
import {
  all,
  change,
  fail,
  fulfil,
  hold,
  idOf,
  longName,
  longWord,
  refuse,
  type ScreenState,
} from '../screens/state.ts'

const id = idOf(500)
const teams = { screen: 'squadre', viewer: 'anna', path: '/app/squadre' } as const
const team = { screen: 'squadra', viewer: 'anna', path: `/app/squadre/${id}` } as const
const room = { screen: 'chat-squadra', viewer: 'anna', path: `/app/squadre/${id}/chat` } as const

/** Reading a path is answered so: the server has no such teams. */
export const answer =
  <Answer>(path: string, json: (page: Page) => Promise<Answer> | Answer, status = 200) =>
  (page: Page) =>
    page.route(
      ({ pathname }) => pathname === path,
      async (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ status, json: await json(page) })
          : route.fallback(),
    )

export const knows = (...interessi: OwnProfile['interessi'] & string[]) =>
  change<OwnProfile>('/api/profiles/me', (profile) => ({ ...profile, interessi }))

export const person = (index: number, displayName: string) => ({
  uid: idOf(index),
  displayName,
  photoURL: '',
})
const bruno = person(2, 'Bruno Conti')
export const some = [bruno, person(3, 'Carla Neri'), person(4, 'Dario Villa')]

export const summary: TeamSummary = {
  id,
  name: 'Le volpi del porto',
  presentation:
    'Giochiamo quasi ogni fine settimana, dal vivo a Bologna e in rete. Cerchiamo chi ha voglia di scrivere soluzioni, non di vincere sempre.',
  members: 3,
  maximum: 5,
  skills: ['Web', 'Crypto', 'Pwn'],
  isLooking: true,
  relation: 'none',
}
export const longTeam: TeamSummary = {
  ...summary,
  id: idOf(501),
  name: 'W'.repeat(50),
  presentation: longWord,
  members: 50,
  maximum: 50,
  skills: ['Web', 'Crypto', 'Reverse', 'Forensics', 'OSINT', 'Hardware', 'Frontend', 'Backend', 'Design'],
}
const others: TeamSummary[] = [
  { ...summary, id: idOf(502), name: 'Segfault', presentation: '', members: 1, maximum: 4, skills: ['AI'] },
  { ...summary, id: idOf(503), name: 'Notte fonda', members: 6, maximum: 12, skills: ['Web', 'Design'] },
  { ...summary, id: idOf(504), name: 'Il pozzo', presentation: 'Crittografia e biscotti.', maximum: 8 },
]
const own: TeamSummary[] = [
  { ...summary, relation: 'captain' },
  { ...summary, id: idOf(505), name: 'Unibo CTF', relation: 'member', isLooking: false, maximum: 20 },
  { ...summary, id: idOf(506), name: 'Zero e uno', presentation: '', relation: 'invited' },
  { ...summary, id: idOf(507), name: 'Gatti di Schrödinger', relation: 'requested' },
]

const lists = (mine: TeamSummary[], looking: TeamSummary[], nextCursor: string | null = null) =>
  all(
    knows('Web', 'Design'),
    answer<OwnTeams>('/api/teams/own', () => ({ teams: mine })),
    answer<TeamPage>('/api/teams', () => ({ teams: looking, nextCursor })),
  )

const ownRoom = {
  conversationId: `squadra-${id}`,
  eventId: null,
  head: 0,
  readUpTo: 0,
  newest: 0,
  mutedUntil: null,
}

/** The team's page, with the viewer among its members where they are one. */
const show = (changes: Partial<Team>, isIn = false) =>
  all(
    muteSocket,
    knows('Web', 'Crypto'),
    change<OwnRooms>('/api/rooms/own', ({ rooms }) => ({
      rooms: isIn ? [...rooms, { ...ownRoom, title: summary.name }] : rooms,
    })),
    answer<Team>(`/api/teams/${id}`, async (page) => {
      const me = (await (await page.request.get('/api/profiles/me')).json()) as OwnProfile
      const viewer = { uid: me.uid, displayName: me.displayName, photoURL: me.photoURL ?? '' }
      const people = isIn ? [viewer, ...some.slice(1)] : some
      return {
        ...summary,
        conversationId: `squadra-${id}`,
        ctftimeId: '1234',
        version: 1,
        captain: changes.relation === 'captain' ? viewer : bruno,
        people: isIn && changes.relation !== 'captain' ? [bruno, viewer, ...some.slice(2)] : people,
        hidden: 0,
        canFollow: false,
        successor: null,
        events: [],
        requests: [],
        ...changes,
      }
    }),
  )

const code = (given: TeamCode) => answer<TeamCode>(`/api/teams/${id}/invitation`, () => given)
const someCode = code({ code: '7F3K-9QXW', expiresAt: '2026-12-05T20:30:00.000Z' })
const captain: Partial<Team> = {
  relation: 'captain',
  events: [
    {
      id: idOf(600),
      title: 'Notte della bandiera',
      startsAt: '2026-12-05T20:00:00.000Z',
      endsAt: '2026-12-06T20:00:00.000Z',
    },
    {
      id: idOf(601),
      title: 'Hackathon di primavera',
      startsAt: '2027-03-20T08:00:00.000Z',
      endsAt: '2027-03-21T18:00:00.000Z',
    },
  ],
  successor: person(3, 'Carla Neri'),
  requests: [
    {
      ...person(10, 'Elena Fabbri'),
      text: 'Gioco da due anni, soprattutto web.',
      requestedAt: '2026-11-20T10:00:00.000Z',
    },
    { ...person(11, 'Fabio'), text: '', requestedAt: '2026-11-21T10:00:00.000Z' },
  ],
}
const asCaptain = all(show(captain, true), someCode)
const gone = answer(
  `/api/teams/${id}`,
  () => ({ code: 'teams.not_found', params: {}, requestId: 'none' }),
  404,
)

const found: TeamOfCode = { id, name: summary.name, captain: bruno, members: 3, maximum: 5, relation: 'none' }
const enterCode = (typed: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Ho un codice' }).click()
  await page.getByLabel('Codice invito').fill(typed)
  await page.getByRole('button', { name: 'Continua' }).click()
}
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
const press =
  (...names: string[]) =>
  async (page: Page) => {
    for (const name of names) await button(name)(page).first().click()
  }
const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Altre azioni' }).click()
}
const leave = async (page: Page) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Esci dalla squadra' }).click()
}
const text = (content: string | RegExp) => (page: Page) => page.getByText(content).first()

/** The messages of the public room, as if they were of this one. */
const talk = answer<MessagePage>(`/api/chat/squadra-${id}/messages`, async (page) => {
  const shown = (await (await page.request.get('/api/chat/generale/messages')).json()) as MessagePage
  return {
    ...shown,
    messages: shown.messages.map((message) => ({ ...message, conversationId: `squadra-${id}` })),
  }
})

export const teamsStates: ScreenState[] = [
  { ...teams, state: 'piena', arrange: lists(own, others, 'x'), shows: text('Segfault') },
  { ...teams, state: 'nessuna', arrange: lists([], []), shows: text('Non fai ancora parte di una squadra.') },
  {
    ...teams,
    state: 'nessuna-trovata',
    arrange: lists(own.slice(0, 1), []),
    act: (page) => page.getByRole('searchbox').fill('cucina'),
    shows: text('Nessuna squadra corrisponde alla ricerca.'),
  },
  {
    ...teams,
    state: 'testi-lunghi',
    arrange: lists([{ ...longTeam, relation: 'requested' }], [{ ...longTeam, id: idOf(508) }]),
    shows: text('50 su 50 componenti'),
  },
  {
    ...teams,
    state: 'in-arrivo',
    arrange: all(hold('/api/teams'), hold('/api/teams/own')),
    shows: (page) => page.locator('[aria-busy=true]'),
  },
  {
    ...teams,
    state: 'fallita',
    arrange: all(fail('/api/teams'), fail('/api/teams/own')),
    shows: text('Impossibile caricare le squadre. Riprova.'),
  },
  {
    ...teams,
    state: 'crea',
    arrange: lists([], others),
    act: press('Crea squadra'),
    shows: (page) => page.getByLabel('Nome squadra *'),
  },
  {
    ...teams,
    state: 'crea-rifiutata',
    arrange: all(lists([], others), refuse('/api/teams', 409, 'teams.name_taken')),
    act: async (page) => {
      await press('Crea squadra')(page)
      await page.getByLabel('Nome squadra *').fill('Segfault')
      await page.getByLabel('Web').check()
      await press('Crea')(page)
    },
    shows: text('Esiste già una squadra con questo nome.'),
  },
  {
    ...teams,
    state: 'crea-errata',
    arrange: lists([], others),
    act: press('Crea squadra', 'Crea'),
    shows: text('Scegli un nome da 3 a 50 caratteri.'),
  },
  {
    ...teams,
    state: 'codice',
    arrange: all(lists([], others), fulfil('/api/teams/code', found)),
    act: enterCode('7f3k 9qxw'),
    shows: text('Vuoi entrare in Le volpi del porto?'),
  },
  {
    ...teams,
    state: 'codice-del-link',
    path: '/app/squadre#codice=7F3K-9QXW',
    arrange: all(
      lists([], others),
      fulfil('/api/teams/code', { ...found, name: 'W'.repeat(50), captain: null }),
    ),
    shows: text(/Vuoi entrare in W+\?/),
  },
  {
    ...teams,
    state: 'codice-scaduto',
    arrange: all(lists([], others), refuse('/api/teams/code', 410, 'teams.code_invalid')),
    act: enterCode('7F3K-9QXW'),
    shows: text('Il codice non è valido o è scaduto.'),
  },

  {
    ...team,
    state: 'di-altri',
    arrange: show({ hidden: 1, people: some.slice(0, 2) }),
    shows: button('Chiedi di entrare'),
  },
  {
    ...team,
    state: 'al-completo',
    arrange: show({ members: 5, hidden: 4, people: [bruno], isLooking: false }),
    shows: text('La squadra è al completo.'),
  },
  {
    ...team,
    state: 'segnala',
    arrange: show({}),
    act: press('Segnala'),
    shows: (page) => page.getByRole('dialog', { name: 'Segnala' }),
  },
  {
    ...team,
    state: 'chiedi-di-entrare',
    arrange: show({}),
    act: press('Chiedi di entrare'),
    shows: (page) => page.getByLabel('Messaggio'),
  },
  {
    ...team,
    state: 'chiedi-di-entrare-rifiutata',
    arrange: all(show({}), refuse(`/api/teams/${id}/requests`, 409, 'teams.too_many')),
    act: press('Chiedi di entrare', 'Invia richiesta'),
    shows: text('Si può stare al massimo in 20 squadre.'),
  },
  {
    ...team,
    state: 'richiesta-inviata',
    arrange: show({ relation: 'requested' }),
    shows: button('Ritira richiesta'),
  },
  { ...team, state: 'invitata', arrange: show({ relation: 'invited' }), shows: button('Rifiuta invito') },
  {
    ...team,
    state: 'componente',
    arrange: show({ relation: 'member' }, true),
    act: openMenu,
    shows: (page) => page.getByRole('menuitem', { name: 'Silenzia sempre' }),
  },
  {
    ...team,
    state: 'componente-esce',
    arrange: show({ relation: 'member' }, true),
    act: leave,
    shows: text('Non leggerai più la sua chat. Vuoi continuare?'),
  },
  {
    ...team,
    state: 'capitano-assente',
    arrange: show({ relation: 'member', canFollow: true }, true),
    shows: button('Diventa capitano'),
  },
  { ...team, state: 'capitano', arrange: asCaptain, shows: button('Rigenera codice') },
  {
    ...team,
    state: 'capitano-sola',
    arrange: all(
      show({
        relation: 'captain',
        members: 1,
        presentation: '',
        skills: [],
        ctftimeId: '',
        isLooking: false,
        people: [],
      }),
      code({ code: null, expiresAt: null }),
    ),
    act: leave,
    shows: text(/l'ultima persona rimasta/),
  },
  {
    ...team,
    state: 'capitano-esce',
    arrange: asCaptain,
    act: leave,
    shows: text('La guida passa a Carla Neri. Vuoi continuare?'),
  },
  {
    ...team,
    state: 'capitano-nomina',
    arrange: asCaptain,
    act: press('Nomina capitano'),
    shows: text('Vuoi affidare la squadra a Carla Neri?'),
  },
  {
    ...team,
    state: 'capitano-rimuove',
    arrange: all(asCaptain, refuse(`/api/teams/${id}/members/${idOf(3)}`, 404, 'teams.not_member')),
    act: async (page) => {
      await press('Rimuovi')(page)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Rimuovi' }).click()
    },
    shows: text('Questa persona non fa parte della squadra.'),
  },
  {
    ...team,
    state: 'capitano-modifica',
    arrange: all(asCaptain, refuse(`/api/teams/${id}`, 409, 'teams.changed_meanwhile')),
    act: press('Modifica squadra', 'Salva modifiche'),
    shows: button('Ricarica e tieni il mio testo'),
  },
  {
    ...team,
    state: 'codice-fallito',
    arrange: all(show(captain, true), fail(`/api/teams/${id}/invitation`)),
    shows: button('Riprova'),
  },
  {
    ...team,
    state: 'testi-lunghi',
    arrange: all(
      show(
        {
          ...longTeam,
          id,
          relation: 'captain',
          ctftimeId: '12345678',
          people: Array.from({ length: 50 }, (_, index) => person(index + 20, longName(index))),
          successor: person(20, longName(1)),
          events: [
            {
              id: idOf(600),
              title: longWord.slice(0, 100),
              startsAt: '2026-12-05T20:00:00.000Z',
              endsAt: '2026-12-06T20:00:00.000Z',
            },
          ],
          requests: [
            {
              ...person(10, longName(1)),
              text: longWord.slice(0, 200),
              requestedAt: '2026-11-20T10:00:00.000Z',
            },
          ],
        },
        true,
      ),
      someCode,
    ),
    shows: button('Rigenera codice'),
  },
  {
    ...team,
    state: 'in-arrivo',
    arrange: hold(`/api/teams/${id}`),
    shows: (page) => page.locator('[aria-busy=true]'),
  },
  { ...team, state: 'fallita', arrange: fail(`/api/teams/${id}`), shows: button('Riprova') },
  { ...team, state: 'non-trovata', arrange: gone, shows: text('Squadra non trovata') },

  {
    ...room,
    state: 'piena',
    arrange: all(show({ relation: 'member' }, true), talk),
    shows: (page) => page.getByRole('article').first(),
  },
  {
    ...room,
    state: 'testi-lunghi',
    arrange: all(show({ ...longTeam, id, relation: 'member' }, true), talk),
    shows: (page) => page.getByRole('article').first(),
  },
  { ...room, state: 'non-trovata', arrange: show({}), shows: text('Squadra non trovata') },
  { ...room, state: 'fallita', arrange: fail(`/api/teams/${id}`), shows: button('Riprova') },
  {
    ...room,
    state: 'in-arrivo',
    arrange: hold(`/api/teams/${id}`),
    shows: (page) => page.locator('[aria-busy=true]'),
  },
]
