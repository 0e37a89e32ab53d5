import type {
  EventTeam,
  EventTeamPage,
  TeamSeeker,
  TeamSeekerPage,
} from '@covo/contract/teams/event-teams.routes'
import type { OwnTeams, TeamSummary } from '@covo/contract/teams/teams.routes'
import type { Page } from '@playwright/test'
import { muteSocket } from '../actors.ts'
import {
  all,
  fail,
  hold,
  idOf,
  longName,
  longWord,
  refuse,
  repeat,
  type ScreenState,
} from '../screens/state.ts'
import { answer, knows, longTeam, person, some, summary } from './teams.states.ts'

const eventId = idOf(600)
const boards = { screen: 'squadre-evento', viewer: 'anna', path: `/app/eventi/${eventId}/squadre` } as const
const teamsPath = `/api/events/${eventId}/teams`
const seekersPath = `/api/events/${eventId}/looking`

type Shown = {
  event?: Partial<EventTeamPage['event']>
  /** All teams of the viewer; those that have entered are in `own`. */
  teams?: TeamSummary[]
  own?: EventTeam[]
  looking?: EventTeam[]
  others?: EventTeam[]
  people?: TeamSeeker[]
  nextCursor?: string
}

const title = 'Notte della bandiera'

/** An event's teams, which the server doesn't have. */
const show = ({ event, teams = [], own = [], looking = [], others = [], people = [], nextCursor }: Shown) =>
  all(
    muteSocket,
    knows('Web', 'Crypto'),
    answer<OwnTeams>('/api/teams/own', () => ({ teams })),
    (page: Page) =>
      page.route(
        (url) => url.pathname === teamsPath,
        (route) => {
          const isLooking = new URL(route.request().url()).searchParams.get('list') !== 'others'
          const found: EventTeamPage = {
            event: {
              title,
              isOpen: true,
              teamSize: null,
              takesPart: false,
              playsFor: null,
              looking: null,
              ...event,
            },
            own,
            teams: isLooking ? looking : others,
            nextCursor: nextCursor ?? null,
          }
          return route.fulfill({ json: found })
        },
      ),
    answer<TeamSeekerPage>(seekersPath, () => ({ people, nextCursor: nextCursor ?? null })),
  )

const volpi: EventTeam = { ...summary, relation: 'captain', players: 3, lineup: some.slice(0, 2) }
const orsi: TeamSummary = { ...summary, id: idOf(610), name: 'Orsi', relation: 'captain', isLooking: false }
const segfault: EventTeam = {
  ...summary,
  id: idOf(502),
  name: 'Segfault',
  presentation: 'Crittografia e biscotti.',
  members: 5,
  maximum: 8,
  players: 4,
  lineup: some,
}
const looking: EventTeam[] = [
  segfault,
  { ...summary, id: idOf(503), name: 'Notte fonda', members: 1, players: 0, lineup: [], relation: 'invited' },
]
const others: EventTeam[] = [
  { ...segfault, id: idOf(504), name: 'Il pozzo', isLooking: false, members: 8, players: 3, lineup: [] },
]
const people: TeamSeeker[] = [
  {
    ...person(20, 'Elena Fabbri'),
    skills: ['Web', 'Misc'],
    text: 'Gioco da due anni, soprattutto web.',
    invitedTo: [],
    joined: [],
  },
  { ...person(21, 'Fabio'), skills: [], text: '', invitedTo: [summary.id], joined: [] },
  {
    ...person(22, 'Giada Rossi'),
    skills: ['Crypto', 'Pwn', 'Reverse'],
    text: 'Prima gara: cerco chi ha pazienza.',
    invitedTo: [],
    joined: [],
  },
]
const asCaptain: Shown = {
  teams: [{ ...summary, relation: 'captain' }],
  own: [volpi],
  looking,
  others,
  people,
}
const longTeams: EventTeam = {
  ...longTeam,
  players: 50,
  lineup: Array.from({ length: 50 }, (_, index) => person(index + 100, longName(index))),
}

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
const press = (name: string) => async (page: Page) => {
  await button(name)(page).click()
}
const text = (content: string | RegExp) => (page: Page) => page.getByText(content).first()

export const eventTeamsStates: ScreenState[] = [
  { ...boards, state: 'capitano', arrange: show(asCaptain), shows: button('Invita') },
  {
    ...boards,
    state: 'capitano-di-due',
    arrange: show({
      ...asCaptain,
      event: { takesPart: true, playsFor: volpi.id, teamSize: 4 },
      teams: [{ ...summary, relation: 'captain' }, orsi],
      own: [volpi, { ...orsi, players: 0, lineup: [] }],
    }),
    act: press('Invita'),
    shows: (page) => page.getByRole('menuitem', { name: 'Orsi' }),
  },
  {
    ...boards,
    state: 'capitano-non-iscritta',
    arrange: show({ ...asCaptain, teams: [orsi], own: [] }),
    shows: button('Iscrivi la squadra'),
  },
  {
    ...boards,
    state: 'partecipante',
    arrange: show({
      event: { takesPart: true, teamSize: 4 },
      teams: [{ ...summary, relation: 'member' }],
      own: [{ ...volpi, relation: 'member' }],
      looking,
      people,
    }),
    shows: button('Gioco con Le volpi del porto'),
  },
  {
    ...boards,
    state: 'in-formazione',
    arrange: show({
      event: { takesPart: true, playsFor: volpi.id },
      teams: [{ ...summary, relation: 'member' }],
      own: [{ ...volpi, relation: 'member' }],
      looking,
      people,
    }),
    shows: button('Non gioco più'),
  },
  {
    ...boards,
    state: 'formazione-al-completo',
    arrange: show({
      event: { takesPart: true, teamSize: 3 },
      teams: [{ ...summary, relation: 'member' }],
      own: [{ ...volpi, relation: 'member' }],
    }),
    shows: text('La formazione è al completo.'),
  },
  {
    ...boards,
    state: 'cerca',
    arrange: show({ event: { takesPart: true, looking: 'Ciao' }, looking, people }),
    shows: button('Non cerco più'),
  },
  {
    ...boards,
    state: 'cerco-squadra-rifiutata',
    arrange: all(show({ event: { takesPart: true }, looking }), refuse(seekersPath, 409, 'teams.other_team')),
    act: async (page) => {
      await press('Cerco squadra')(page)
      await page.getByLabel('Presentazione').fill('Gioco soprattutto web.')
      await press('Pubblica')(page)
    },
    shows: text("Giochi già con un'altra squadra."),
  },
  {
    ...boards,
    state: 'componente-non-iscritta',
    arrange: show({ teams: [{ ...orsi, relation: 'member' }], looking }),
    shows: text('Le iscrive chi è capitano.'),
  },
  { ...boards, state: 'di-altri', arrange: show({ looking, others, people }), shows: text('Segfault') },
  { ...boards, state: 'vuota', arrange: show({}), shows: text('Nessuno cerca squadra.') },
  {
    ...boards,
    state: 'chiusa',
    arrange: show({
      ...asCaptain,
      event: { isOpen: false, takesPart: true, playsFor: volpi.id },
      people: [],
    }),
    shows: text('Le squadre di questo evento sono chiuse.'),
  },
  {
    ...boards,
    state: 'chiusa-vuota',
    arrange: show({ event: { isOpen: false } }),
    shows: text('Le squadre di questo evento sono chiuse.'),
  },
  {
    ...boards,
    state: 'testi-lunghi',
    arrange: show({
      event: { title: longWord.slice(0, 100), takesPart: true },
      teams: [{ ...longTeam, relation: 'captain' }],
      own: [{ ...longTeams, relation: 'captain' }],
      looking: [{ ...longTeams, id: idOf(508) }],
      people: [
        {
          ...person(23, longName(1)),
          skills: [...longTeam.skills],
          text: longWord.slice(0, 200),
          invitedTo: [],
          joined: [],
        },
      ],
    }),
    shows: button('Invita'),
  },
  {
    ...boards,
    state: 'molte',
    arrange: show({
      ...asCaptain,
      looking: repeat(looking, 20, (team, index) => ({ ...team, id: idOf(700 + index) })),
      people: repeat(people, 20, (one, index) => ({ ...one, uid: idOf(730 + index) })),
      nextCursor: 'x',
    }),
    shows: button('Mostra altre persone'),
  },
  {
    ...boards,
    state: 'in-arrivo',
    // Of an event that the server doesn't have: who looks for a team would be not found.
    arrange: all(show({}), hold(teamsPath)),
    shows: (page) => page.locator('[aria-busy=true]'),
  },
  {
    ...boards,
    state: 'fallita',
    arrange: all(show({}), fail(teamsPath)),
    shows: text('Impossibile caricare le squadre. Riprova.'),
  },
  {
    ...boards,
    state: 'evento-non-trovato',
    arrange: all(
      show({}),
      answer(teamsPath, () => ({ code: 'events.not_found', params: {}, requestId: 'none' }), 404),
    ),
    shows: text('Evento non trovato'),
  },
]
