import type { Skill } from '@covo/contract/skills'
import type { SampleTalk } from './public-room.ts'

export type SampleTeam = {
  name: string
  presentation: string
  maximum: number
  skills: Skill[]
  isLooking: boolean
  ctftimeId: string
  /** The first is the captain; each has been in it longer than the next. */
  members: string[]
  /** Who asks to be let in, with what they write. */
  requests: Record<string, string>
  invited: string[]
  talk: SampleTalk
}

/** Of an event, by its title, the teams that have entered it, each with who plays for it; and who looks for a team, with what they write. */
export type SampleEntries = {
  event: string
  lineups: Record<string, string[]>
  seekers: Record<string, string>
}

export const sampleEntries: SampleEntries[] = [
  {
    event: 'Hackathon Acqua Alta',
    lineups: {
      'Bassa marea': ['Silvia', 'Omar', 'Beatrice', 'Cosimo'],
      'Turno di notte': ['Dario', 'Irene'],
    },
    seekers: {
      Giada: 'Faccio il web e porto una stazione meteo. Dormo poco.',
      Matteo: 'Prima volta a un hackathon: imparo in fretta e cucino bene.',
      Viola: '',
    },
  },
]

export const sampleTeams: SampleTeam[] = [
  {
    name: 'Le volpi dei Portici',
    presentation:
      'Giochiamo quasi ogni fine settimana, dal vivo a Bologna e in rete. Niente classifiche interne: chi risolve spiega agli altri.',
    maximum: 5,
    skills: ['Pwn', 'Web'],
    isLooking: true,
    ctftimeId: '',
    members: ['Nora', 'Federica', 'Pietro', 'Anna'],
    requests: { Kevin: 'Ho diciassette anni ma i binari li apro già.' },
    invited: [],
    talk: {
      minutesAgo: 55,
      lines: [
        'Nora: Volpi, per i Portici ci siamo tutti?',
        'Federica: Io sì. Crypto mia, se nessuno si offende',
        'Pietro: Tutta tua. Io faccio pwn finché non vedo un kernel',
        "Anna: Mi prendo l'hardware, e porto il saldatore",
        'Nora: <@Pietro>, il server per le sfide lo rimetti su tu venerdì?',
      ],
    },
  },
  {
    name: 'Turno di notte',
    presentation: 'Analisti e sistemisti che giocano quando gli altri dormono. Forensics prima di tutto.',
    maximum: 8,
    skills: ['Forensics', 'OSINT', 'Crypto'],
    isLooking: true,
    ctftimeId: '',
    members: ['Dario', 'Irene', 'Bruno'],
    requests: {},
    invited: ['Anna'],
    talk: {
      day: -1,
      at: '23:50',
      lines: [
        "Dario: C'è un dump di memoria da 4 GB. Chi ha voglia di leggerlo con me?",
        'Irene: Io, dopo il cambio turno',
        'Bruno: Io ne faccio prima una copia',
      ],
    },
  },
  {
    name: 'Aula 2',
    presentation: '',
    maximum: 4,
    skills: [],
    isLooking: false,
    ctftimeId: '',
    members: ['Elena', 'Kevin'],
    requests: {},
    invited: [],
    talk: {
      day: -4,
      at: '18:05',
      lines: ['Elena: Kevin, prima i compiti', 'Kevin: E poi la CTF?', 'Elena: E poi la CTF'],
    },
  },
  {
    name: 'Bassa marea',
    presentation: 'Quattro veneziani, due stivali a testa. Ci siamo tutti, grazie.',
    maximum: 4,
    skills: [],
    isLooking: false,
    ctftimeId: '',
    members: ['Silvia', 'Omar', 'Beatrice', 'Cosimo'],
    requests: {},
    invited: [],
    talk: {
      day: -1,
      at: '21:10',
      lines: [
        'Silvia: I dati delle maree sono scaricati',
        'Omar: E gli stivali?',
        'Silvia: Quelli li porti tu',
      ],
    },
  },
]
