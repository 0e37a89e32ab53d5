import type { SampleTalk } from './public-room.ts'

/** `members` are in it, `unread` of whom have not read its last line; nobody reads an archived one as new. */
export type SampleRoom = {
  name: string
  slug: string
  purpose: string
  group: string
  members: string[]
  unread: string[]
  /** Days since it was archived. */
  archivedDays?: number
  talk: SampleTalk
}

export const sampleRooms: SampleRoom[] = [
  {
    name: 'Presentazioni',
    slug: 'presentazioni',
    purpose: 'Chi sei, che cosa smonti, che cosa cerchi',
    group: '',
    members: [
      'Anna',
      'Bruno',
      'Carla',
      'Dario',
      'Nora',
      'Tommaso',
      'Kevin',
      'Elena',
      'Ginevra',
      'Omar',
      'Silvia',
    ],
    unread: ['Dario'],
    talk: {
      day: -2,
      at: '17:30',
      lines: [
        'Omar: Ciao a tutti, mi chiamo Omar e vengo da Bari. Scrivo backend di giorno e di notte perdo tempo con gli emulatori',
        'Ginevra: Benvenuto Omar! Emulatori di che cosa?',
        "Omar: Game Boy, per ora. L'audio gracchia",
        'Elena: Con i ragazzi di quinta ne abbiamo fatto uno. Il trucco sta nei timer',
        'Silvia: Io sono Silvia, ripasso la crittografia per un esame e cerco chi la spieghi senza ridere',
        'Nora: Silvia, io rido ma spiego',
      ],
    },
  },
  {
    name: 'Rust',
    slug: 'rust',
    purpose: 'Lifetime, async e compilatori pazienti',
    group: 'Sviluppo',
    members: ['Anna', 'Carla', 'Luca', 'Davide', 'Marta', 'Jacopo', 'Valeria'],
    unread: ['Anna', 'Luca'],
    talk: {
      minutesAgo: 12,
      lines: [
        'Luca: `cannot move out of *self which is behind a shared reference`. Che cosa ho fatto di male?',
        'Marta: Restituisci un campo da un metodo che prende `&self`. O lo cloni o ne dai un riferimento',
        'Luca: Clonare mi pare una sconfitta',
        'Jacopo: Allora `std::mem::take`, se dentro può restare un valore vuoto',
        "Luca: Funziona! E ho capito anche perché, che è l'evento della giornata",
        "Marta: <@Anna>, tu lo usi sui microcontrollori: `no_std` regge ancora l'allocatore di prima?",
      ],
    },
  },
  {
    name: 'Web',
    slug: 'web',
    purpose: 'Browser, server e tutto quello che sta in mezzo',
    group: 'Sviluppo',
    members: ['Bruno', 'Carla', 'Davide', 'Sara', 'Federica', 'Chiara'],
    unread: ['Bruno'],
    talk: {
      day: -1,
      at: '21:15',
      lines: [
        'Chiara: Qualcuno ha già provato le `view transitions` tra due pagine vere?',
        'Sara: Sì, due righe di CSS. Ricordati di spegnerle per chi ha chiesto meno movimento',
        'Chiara: `prefers-reduced-motion`, certo',
        'Davide: Io aspetto che Firefox le abbia e poi ne parliamo',
      ],
    },
  },
  {
    name: 'Reverse e pwn',
    slug: 'reverse-e-pwn',
    purpose: 'Binari da aprire, con calma e con il permesso',
    group: 'Sicurezza',
    members: ['Anna', 'Dario', 'Pietro', 'Samir', 'Giada', 'Kevin', 'Emanuele'],
    unread: [],
    talk: {
      day: -3,
      at: '22:40',
      lines: [
        "Pietro: Sfida di riscaldamento: quanti byte servono per una `execve('/bin/sh')` su x86-64?",
        'Samir: Ventitré, se non ti fai problemi di byte nulli',
        'Pietro: E se te ne fai?',
        'Giada: Ventisette. Ma dipende da che cosa trovi già nei registri',
        'Dario: Da chi difende: tutti e due fanno un bel rumore nei log',
      ],
    },
  },
  {
    name: 'CTF 2025',
    slug: 'ctf-2025',
    purpose: 'Le gare di un anno fa, da rileggere',
    group: 'Sicurezza',
    members: ['Anna', 'Nora', 'Samir', 'Pietro'],
    unread: [],
    archivedDays: 60,
    talk: {
      day: -75,
      at: '19:00',
      lines: [
        'Nora: Ultima gara della stagione: quinti su ottantadue',
        'Samir: Quarti, se quella flag non avesse avuto una maiuscola',
        "Pietro: L'anno prossimo la leggo io",
      ],
    },
  },
]
