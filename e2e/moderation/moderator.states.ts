import type { Account } from '@covo/contract/account/account.routes'
import type {
  ActOnDecision,
  ActOnRoom,
  ModerationAct,
  ReportToDecide,
  WaitingAppeal,
} from '@covo/contract/moderation/moderation.routes'
import type { Page } from '@playwright/test'
import {
  all,
  change,
  fail,
  hold,
  idOf,
  longName,
  longWord,
  refuse,
  repeat,
  type ScreenState,
} from '../screens/state.ts'

const moderation = { screen: 'moderazione', viewer: 'anna', path: '/app/moderazione' } as const
const at = '2026-11-20T09:30:00.000Z'
const facts = 'Vende cose a tutti, ogni giorno, anche dopo due avvisi.'
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const openTab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()

const decision: WaitingAppeal['decision'] = {
  id: idOf(900),
  kind: 'member',
  action: 'empty',
  rule: 2,
  facts: 'Nella bio c’era il telefono di un’altra persona.',
  decidedAt: '2026-10-02T16:05:00.000Z',
  isReverted: true,
}

const files: ReportToDecide['messages'][number]['files'] = [
  { id: idOf(700), name: 'listino.png', size: 82_113, kind: 'picture', width: 640, height: 480 },
  { id: idOf(701), name: 'appunti-di-reti-2026-tutti-i-capitoli.zip', size: 4_821_113, kind: 'file' },
]

const ofMessage: ReportToDecide = {
  id: idOf(1),
  kind: 'message',
  reason: 'spam',
  name: 'Bruno Bianchi',
  isBot: false,
  reportedAt: at,
  count: 53,
  mayDecide: true,
  isPrivate: true,
  where: 'in una chat privata',
  messages: [
    'Ciao! Com’è andata la gara?',
    'Bene, terzi. Tu quando arrivi?',
    'Compra subito i miei appunti:\nhttps://esempio.it/appunti',
  ].map((text, index) => ({
    name: index === 1 ? 'Annunciatore' : 'Bruno Bianchi',
    isBot: index === 1,
    at: `2026-11-20T09:2${index}:00.000Z`,
    text,
    ...(index === 2 ? { files } : {}),
    isReported: index === 2,
  })),
  fields: {},
  reports: [
    {
      reporterName: 'Carla Conti',
      reason: 'spam',
      details: 'È già la terza volta questa settimana.',
      reportedAt: at,
    },
    { reporterName: 'Dario Deluca', reason: 'other', details: '', reportedAt: '2026-11-20T11:02:00.000Z' },
  ],
  decisions: [decision],
}

const ofMember: ReportToDecide = {
  ...ofMessage,
  id: idOf(2),
  kind: 'member',
  reason: 'personal_data',
  name: 'Elena Esposito',
  count: 1,
  isPrivate: false,
  where: '',
  messages: [],
  fields: {
    displayName: 'Elena Esposito',
    bio: 'Chiamate il 333 1234567, risponde mia sorella.',
    citta: 'Torino',
  },
  reports: ofMessage.reports.slice(0, 1),
  decisions: [],
}

const ofEvent: ReportToDecide = {
  ...ofMember,
  id: idOf(3),
  kind: 'event',
  reason: 'malware_or_illegal',
  name: 'Gara dei motori',
  mayDecide: false,
  fields: {
    title: 'Gara dei motori',
    description: 'Si corre di notte, sulla statale.',
    dateTime: '2026-12-01T22:00:00.000Z',
    link: 'https://esempio.it/gara',
    organizerName: 'Franco Ferri',
  },
}

const ofTeam: ReportToDecide = {
  ...ofMember,
  id: idOf(4),
  kind: 'team',
  reason: 'hate',
  name: 'Insulti SRL',
  fields: {
    name: 'Insulti SRL',
    presentation: 'Offese a tutti, ogni giorno.',
    skills: 'Web, Crypto',
    ctftimeId: '1234',
    captainName: 'Franco Ferri',
  },
}

const appeal: WaitingAppeal = {
  decision: { ...decision, kind: 'message', action: 'remove', rule: 3, facts, isReverted: false },
  memberName: 'Bruno Bianchi',
  text: 'Non vendo niente: era uno scherzo fra amici.\nChi c’era lo sa.',
  appealedAt: at,
  mayAnswer: true,
}

const act: ActOnDecision = {
  id: 5,
  act: 'decided',
  decisionId: idOf(901),
  action: 'remove',
  kind: 'message',
  moderatorName: 'Marta Modera',
  memberName: 'Bruno Bianchi',
  facts,
  actedAt: at,
  mayRevert: true,
}

const roomAct: ActOnRoom = {
  id: 7,
  act: 'room_created',
  moderatorName: 'Marta Modera',
  roomName: 'Cripto',
  actedAt: at,
  isForgotten: false,
}

const acts: ModerationAct[] = [
  roomAct,
  { ...roomAct, id: 6, act: 'rooms_ordered', moderatorName: null, roomName: '' },
  act,
  {
    ...act,
    id: 4,
    act: 'appeal_accepted',
    action: 'suspend',
    moderatorName: null,
    facts: '',
    mayRevert: false,
  },
  { ...act, id: 3, act: 'reverted', action: 'empty', kind: 'member', mayRevert: false },
  { ...act, id: 2, action: 'none', kind: 'event', facts: '', memberName: 'Franco Ferri', mayRevert: false },
  { ...act, id: 1, action: 'suspend', moderatorName: null, memberName: null, facts: '', mayRevert: false },
]

const moderating = (changes: object = {}) =>
  change<Account>('/api/account', (account) => ({
    ...account,
    isModerator: true,
    mayModerate: true,
    ...changes,
  }))

/** The page of a moderator, with the reports and appeals that wait. */
const answering = ({
  reports = [ofMessage, ofMember, ofEvent],
  appeals = [appeal, { ...appeal, decision: { ...appeal.decision, id: idOf(902) }, mayAnswer: false }],
  log = acts,
}: {
  reports?: ReportToDecide[]
  appeals?: WaitingAppeal[]
  log?: ModerationAct[]
} = {}) =>
  all(moderating(), (page) =>
    page.route('**/api/moderation/**', (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const path = new URL(route.request().url()).pathname.slice('/api/moderation/'.length)
      if (path === 'reports')
        return route.fulfill({
          json: { reports, waiting: reports.length, nextCursor: reports.length > 19 ? 'x' : null },
        })
      if (path === 'appeals')
        return route.fulfill({ json: { appeals, waiting: appeals.length, nextCursor: null } })
      if (path === 'log') return route.fulfill({ json: { acts: log, nextCursor: null } })
      const report = reports.find(({ id }) => path.endsWith(id))
      return report ? route.fulfill({ json: report }) : route.fulfill({ status: 404, json: {} })
    }),
  )

const decisionPath = `/api/moderation/reports/${ofMessage.id}/decision`
const fillDecision = async (page: Page) => {
  await press(page, 'Rimuovi messaggio')
  await page.getByLabel('Regola violata *').selectOption('3')
  await page.getByLabel('Motivazione *').fill(facts)
}
const decide = async (page: Page) => {
  await fillDecision(page)
  await press(page, 'Conferma decisione')
}

export const moderatorStates: ScreenState[] = [
  {
    ...moderation,
    state: 'reports',
    arrange: answering(),
    repeatsRegions: true,
    shows: (page) => page.getByRole('region', { name: 'Contesto' }).nth(2),
  },
  {
    ...moderation,
    state: 'a report',
    arrange: answering({ reports: [{ ...ofMessage, isPrivate: false, count: 2 }] }),
    shows: (page) => page.getByRole('region', { name: 'Contesto' }),
  },
  {
    ...moderation,
    state: 'a team to empty',
    arrange: answering({ reports: [ofTeam] }),
    act: async (page) => {
      await press(page, 'Svuota squadra')
      await page.getByLabel('Regola violata *').selectOption('1')
      await page.getByLabel('Motivazione *').fill(facts)
    },
    shows: (page) => page.getByText('abbiamo svuotato la tua squadra «Insulti SRL»'),
  },
  {
    ...moderation,
    state: 'all who reported',
    arrange: answering({
      reports: [
        {
          ...ofMessage,
          reports: repeat(ofMessage.reports, 50, (one, index) => ({
            ...one,
            reporterName: longName(index),
            reportedAt: new Date(Date.parse(at) + index * 60_000).toISOString(),
          })),
        },
      ],
    }),
    act: (page) => page.getByText('Altre 50 segnalazioni').click(),
    shows: (page) => page.getByText('e 3 persone in più'),
  },
  {
    ...moderation,
    state: 'no reports',
    arrange: answering({ reports: [], appeals: [] }),
    shows: (page) => page.getByText('Nessuna segnalazione da esaminare.'),
  },
  {
    ...moderation,
    state: 'loading',
    arrange: all(answering(), hold('/api/moderation/reports')),
    shows: (page) => page.getByRole('tab', { name: 'Segnalazioni' }),
  },
  {
    ...moderation,
    state: 'a report is loading',
    arrange: all(answering({ reports: [ofMessage] }), hold(`/api/moderation/reports/${ofMessage.id}`)),
    shows: (page) => page.getByRole('article'),
  },
  {
    ...moderation,
    state: 'failed',
    arrange: all(answering(), fail('/api/moderation/reports')),
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  {
    ...moderation,
    state: 'a report failed',
    arrange: all(answering({ reports: [ofMessage] }), fail(`/api/moderation/reports/${ofMessage.id}`)),
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  {
    ...moderation,
    state: 'without a second factor',
    arrange: moderating({ mayModerate: false }),
    shows: (page) => page.getByText('Per moderare attiva prima la verifica in due passaggi.'),
  },
  {
    ...moderation,
    state: 'several reports, long texts',
    arrange: answering({
      reports: repeat([ofMessage, ofMember], 4, (report, index) => ({
        ...report,
        id: idOf(index),
        name: longName(index),
        messages: report.messages.map((message) => ({
          ...message,
          name: longName(index + 1),
          text: `${longWord} ${message.text}`,
        })),
        fields: { ...report.fields, bio: longWord },
        reports: repeat(report.reports, 50, (one, place) => ({
          ...one,
          reporterName: longName(place),
          details: longWord,
          reportedAt: new Date(Date.parse(at) + place * 60_000).toISOString(),
        })),
        decisions: [{ ...decision, facts: longWord }],
      })),
    }),
    repeatsRegions: true,
    shows: (page) => page.getByRole('region', { name: 'Contesto' }).first(),
  },
  {
    ...moderation,
    state: 'a decision as it opens',
    arrange: answering({ reports: [ofMessage] }),
    act: (page) => press(page, 'Sospendi'),
    shows: (page) => page.getByRole('region', { name: 'Anteprima della motivazione' }),
  },
  {
    ...moderation,
    state: 'a decision entered',
    arrange: answering({ reports: [ofMessage] }),
    act: fillDecision,
    shows: (page) => page.getByRole('region', { name: 'Anteprima della motivazione' }),
  },
  {
    ...moderation,
    state: 'a decision without a rule',
    arrange: answering({ reports: [ofMember] }),
    act: async (page) => {
      await press(page, 'Svuota profilo')
      await press(page, 'Conferma decisione')
    },
    shows: (page) => page.getByText('Scegli la regola violata.'),
  },
  {
    ...moderation,
    state: 'somebody else has decided',
    arrange: all(
      answering({ reports: [ofMessage] }),
      refuse(decisionPath, 409, 'moderation.already_decided'),
    ),
    act: decide,
    shows: (page) => page.getByText("Un'altra persona ha già deciso."),
  },
  {
    ...moderation,
    state: 'no violation',
    arrange: answering({ reports: [ofMessage] }),
    act: (page) => press(page, 'Nessuna violazione'),
    shows: (page) => page.getByRole('button', { name: 'Conferma decisione' }),
  },
  {
    ...moderation,
    state: 'appeals',
    arrange: answering(),
    act: (page) => openTab(page, /^Reclami/),
    shows: (page) => page.getByRole('article').nth(1),
  },
  {
    ...moderation,
    state: 'no appeals',
    arrange: answering({ appeals: [] }),
    act: (page) => openTab(page, /^Reclami/),
    shows: (page) => page.getByText('Nessun reclamo da esaminare.'),
  },
  {
    ...moderation,
    state: 'appeals, long texts',
    arrange: answering({
      appeals: [
        {
          ...appeal,
          memberName: longName(0),
          text: longWord,
          decision: { ...appeal.decision, facts: longWord },
        },
      ],
    }),
    act: (page) => openTab(page, /^Reclami/),
    shows: (page) => page.getByRole('article'),
  },
  {
    ...moderation,
    state: 'an appeal rejected without reasons',
    arrange: answering(),
    act: async (page) => {
      await openTab(page, /^Reclami/)
      await press(page, 'Respingi')
      await page.getByRole('dialog').getByRole('button', { name: 'Respingi' }).click()
    },
    shows: (page) => page.getByText('Scrivi una motivazione di almeno 20 caratteri.'),
  },
  {
    ...moderation,
    state: 'an appeal accepted',
    arrange: answering(),
    act: async (page) => {
      await openTab(page, /^Reclami/)
      await press(page, 'Accogli')
    },
    shows: (page) => page.getByRole('dialog', { name: 'Accogli il reclamo' }),
  },
  {
    ...moderation,
    state: 'log',
    arrange: answering(),
    act: (page) => openTab(page, /^Registro/),
    shows: (page) => page.getByRole('list', { name: 'Registro' }),
  },
  {
    ...moderation,
    state: 'log, long texts',
    arrange: answering({
      log: acts.map((one, index) => ({
        ...one,
        ...('roomName' in one ? { roomName: longWord } : { memberName: longName(index), facts: longWord }),
      })),
    }),
    act: (page) => openTab(page, /^Registro/),
    shows: (page) => page.getByRole('list', { name: 'Registro' }),
  },
  {
    ...moderation,
    state: 'no acts',
    arrange: answering({ log: [] }),
    act: (page) => openTab(page, /^Registro/),
    shows: (page) => page.getByText('Ancora nessuna decisione.'),
  },
  {
    ...moderation,
    state: 'a decision to revert',
    arrange: answering(),
    act: async (page) => {
      await openTab(page, /^Registro/)
      await press(page, 'Ripristina')
    },
    shows: (page) => page.getByRole('dialog', { name: 'Ripristina' }),
  },
]
