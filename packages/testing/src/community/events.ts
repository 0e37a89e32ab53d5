/** `day` counts from today and `at` is its time by the clock of `timeZone`. `cast` takes part, and so many `others`. */
export type SampleEvent = {
  title: string
  description: string
  category: 'ctf' | 'hackathon' | 'contest' | 'other'
  day: number
  at: string
  hours: number
  duration: string
  link: string
  organizer: string
  cast: string[]
  others: number
  /** The fields under 'Altre opzioni' of the form. Joining ends so many hours before the start. Without a zone it is Italy's. */
  timeZone?: string
  venue?: 'online' | 'place' | 'both'
  address?: string
  capacity?: number
  /** How many of a team may play. */
  teamSize?: number
  joinsEndHoursBefore?: number
  isAllDay?: boolean
  /** The queue for a seat, in its order. */
  waiting?: string[]
  /** The organizers besides the owner. */
  organizers?: string[]
  /** Later updates, in their order: a cancellation's reason, a message of the owner, or hours by which it was moved. */
  updates?: SampleUpdate[]
}

export type SampleUpdate = { cancelled: string } | { message: string } | { movedHours: number }

export const sampleEvents: SampleEvent[] = [
  {
    title: 'CTF dei Portici',
    description:
      'Ventiquattro ore, jeopardy, squadre fino a cinque. Otto categorie e sfide per chi comincia: le prime dieci si risolvono con un browser e un editor di testo. Classifica a parte per le scuole superiori.',
    category: 'ctf',
    day: 2,
    at: '18:00',
    hours: 24,
    duration: '24 ore',
    link: 'https://portici.esempio.org/ctf/regolamento',
    organizer: 'Tommaso',
    cast: ['Anna', 'Bruno', 'Carla'],
    others: 21,
    venue: 'both',
    address: 'Sala Borsa, piazza del Nettuno 3, Bologna',
    capacity: 30,
    joinsEndHoursBefore: 6,
    updates: [{ message: 'La VPN di prova è aperta: collegatevi il giorno prima, non un minuto prima.' }],
  },
  {
    title: 'Crypto del mese',
    description:
      'Tre sfide nuove, poi le guardiamo insieme in chiamata. Questa volta: nonce riusati e firme che parlano troppo.',
    category: 'ctf',
    day: 4,
    at: '15:00',
    hours: 4,
    duration: '4 ore',
    link: 'https://esempio.org/crypto',
    organizer: 'Nora',
    cast: ['Anna'],
    others: 9,
    venue: 'online',
  },
  {
    title: 'Laboratorio aperto: saldatura SMD',
    description:
      'Portate la scheda che avete bruciato. Microscopio, aria calda e pazienza li mettiamo noi. Posti al banco: otto, chi arriva dopo guarda.',
    category: 'other',
    day: 5,
    at: '20:30',
    hours: 3,
    duration: '3 ore',
    link: 'https://fablab.esempio.org',
    organizer: 'Filippo',
    cast: ['Anna'],
    others: 7,
    venue: 'place',
    address: 'Officina Condivisa, via dei Mille 12, Padova',
    capacity: 8,
    waiting: ['Dario', 'Carla', 'Bruno'],
  },
  {
    title: 'Finale di Kyoto, a distanza',
    description:
      'Tre di noi giocano dal vivo, gli altri seguono lo schermo condiviso e suggeriscono piano. Là è mattina: sveglia presto o notte in bianco, decidete voi.',
    category: 'ctf',
    day: 7,
    at: '09:00',
    hours: 8,
    duration: '8 ore',
    link: 'https://esempio.org/kyoto',
    organizer: 'Tommaso',
    cast: ['Bruno'],
    others: 6,
    timeZone: 'Asia/Tokyo',
    venue: 'online',
  },
  {
    title: 'Hackathon Acqua Alta',
    description:
      'Due giorni per costruire qualcosa di utile con i dati aperti delle maree: sensori, mappe, avvisi. Si lavora in gruppi di quattro, si dorme poco, si mangia bene. La giuria guarda prima di tutto se la cosa funziona senza rete.',
    category: 'hackathon',
    day: 9,
    at: '09:00',
    hours: 36,
    duration: '2 giorni',
    link: 'https://acqua-alta.esempio.org/iscrizioni/2',
    organizer: 'Marta',
    cast: ['Bruno', 'Dario'],
    others: 17,
    teamSize: 4,
    venue: 'place',
    address: 'Fondamenta delle Zattere 920, Venezia',
    organizers: ['Anna'],
  },
  {
    title: 'Gara di golf in Rust',
    description:
      'Vince il programma più corto che passa tutti i test. Niente `unsafe`, niente dipendenze, molta vergogna.',
    category: 'contest',
    day: 11,
    at: '21:00',
    hours: 2,
    duration: '2 ore',
    link: 'https://esempio.org/golf',
    organizer: 'Marta',
    cast: ['Carla'],
    others: 11,
  },
  {
    title: 'Prima CTF: si parte da zero',
    description:
      'Per chi non ne ha mai fatta una. Due ore di introduzione, due di gara con chi vi affianca. Basta un portatile.',
    category: 'ctf',
    day: 14,
    at: '14:30',
    hours: 4,
    duration: '4 ore',
    link: 'https://esempio.org/prima-ctf',
    organizer: 'Elena',
    cast: [],
    others: 19,
  },
  {
    title: 'Caccia alla volpe sui colli',
    description:
      'Radiolocalizzazione a piedi, banda dei due metri. Le antenne a metro da falegname si costruiscono la mattina.',
    category: 'contest',
    day: 16,
    at: '09:30',
    hours: 7,
    duration: 'una giornata',
    link: 'https://radio.esempio.org/volpe',
    organizer: 'Giorgio',
    cast: ['Anna'],
    others: 5,
    venue: 'place',
    address: 'Parcheggio del belvedere, Arquà Petrarca',
    updates: [{ movedHours: 24 }],
  },
  {
    title: 'Segnalare senza finire nei guai',
    description:
      'Una serata sulla divulgazione responsabile: che cosa scrivere, a chi, quando, e che cosa non fare mai. Domande vere, risposte da avvocata.',
    category: 'other',
    day: 18,
    at: '18:30',
    hours: 2,
    duration: '2 ore',
    link: 'https://esempio.org/disclosure',
    organizer: 'Silvia',
    cast: ['Dario'],
    others: 14,
  },
  {
    title: 'Hackathon accessibile',
    description:
      'Si prende un servizio pubblico, lo si prova con la tastiera e con lo screen reader, e si manda la correzione a chi lo mantiene.',
    category: 'hackathon',
    day: 23,
    at: '10:00',
    hours: 9,
    duration: 'una giornata',
    link: 'https://esempio.org/accessibile',
    organizer: 'Chiara',
    cast: ['Carla'],
    others: 8,
    venue: 'online',
    joinsEndHoursBefore: 24 * 24,
  },
  {
    title: 'Attacco e difesa, seconda edizione',
    description:
      'Otto squadre, una VPN, dieci servizi pieni di buchi. Chi tiene su i propri servizi fa più punti di chi butta giù quelli degli altri.',
    category: 'ctf',
    day: 30,
    at: '10:00',
    hours: 9,
    duration: '9 ore',
    link: 'https://esempio.org/ad',
    organizer: 'Anna',
    cast: ['Bruno', 'Dario'],
    others: 23,
  },
  {
    title: 'Olimpiade di debugging',
    description: 'Dieci programmi rotti, dieci linguaggi. Si vince trovando la riga.',
    category: 'contest',
    day: 38,
    at: '17:00',
    hours: 3,
    duration: '3 ore',
    link: 'https://esempio.org/debug',
    organizer: 'Irene',
    cast: [],
    others: 7,
    updates: [
      { cancelled: 'L’aula è chiusa per lavori fino a primavera. Ci risentiamo con una data nuova.' },
    ],
  },
  {
    title: 'Pizza e retrocomputer',
    description: 'Tema: macchine a 8 bit. Chi porta un nastro deve anche farlo partire.',
    category: 'other',
    day: 45,
    at: '20:00',
    hours: 4,
    duration: 'una sera',
    link: 'https://esempio.org/8bit',
    organizer: 'Lorenza',
    cast: [],
    others: 1,
  },
  {
    title: 'Scrivere un compilatore in un mese',
    description:
      'Una sfida lenta: un pezzo a settimana, codice aperto, ci si aiuta in chat. Il linguaggio lo scegliete voi, il bersaglio pure.',
    category: 'contest',
    day: -6,
    at: '00:00',
    hours: 30 * 24,
    duration: '1 mese',
    link: 'https://esempio.org/compilatore',
    organizer: 'Carla',
    cast: ['Anna'],
    others: 12,
    isAllDay: true,
    venue: 'online',
  },
  {
    title: 'Settimana del fuzzing',
    description:
      'Si sceglie una libreria, si scrive un harness al giorno e si conta quello che esplode. Ogni crash si segnala prima a chi la mantiene.',
    category: 'hackathon',
    day: -2,
    at: '09:00',
    hours: 7 * 24,
    duration: '7 giorni',
    link: 'https://fuzz.esempio.org/settimana',
    organizer: 'Pietro',
    cast: ['Bruno'],
    others: 10,
  },
  {
    title: "CTF d'autunno",
    description: 'La gara di apertura della stagione. Writeup in chat, entro la settimana.',
    category: 'ctf',
    day: -12,
    at: '15:00',
    hours: 24,
    duration: '24 ore',
    link: 'https://esempio.org/autunno',
    organizer: 'Beatrice',
    cast: ['Anna', 'Bruno', 'Carla', 'Dario'],
    others: 25,
  },
  {
    title: 'Notte dei protocolli',
    description: 'Wireshark, birra analcolica e catture di cui non ci si può fidare.',
    category: 'other',
    day: -20,
    at: '21:00',
    hours: 5,
    duration: 'una notte',
    link: 'https://esempio.org/protocolli',
    organizer: 'Davide',
    cast: ['Anna'],
    others: 13,
  },
  {
    title: 'Hackathon della biblioteca',
    description: 'Strumenti liberi per cataloghi e archivi locali.',
    category: 'hackathon',
    day: -33,
    at: '09:30',
    hours: 32,
    duration: '2 giorni',
    link: 'https://esempio.org/biblioteca',
    organizer: 'Lorenza',
    cast: ['Carla'],
    others: 9,
  },
  {
    title: 'Gara di query',
    description:
      'Lo stesso risultato, il piano più economico. PostgreSQL, un milione di righe, `explain` alla mano.',
    category: 'contest',
    day: -47,
    at: '18:00',
    hours: 2,
    duration: '2 ore',
    link: 'https://esempio.org/query',
    organizer: 'Bruno',
    cast: ['Dario'],
    others: 15,
  },
  {
    title: 'CTF di primavera',
    description: 'Edizione in presenza, con la sala piena e una sola ciabatta.',
    category: 'ctf',
    day: -170,
    at: '10:00',
    hours: 10,
    duration: '10 ore',
    link: 'https://esempio.org/primavera',
    organizer: 'Tommaso',
    cast: ['Anna', 'Dario'],
    others: 28,
  },
  {
    title: 'Primo ritrovo del Covo',
    description: 'Ci siamo contati: eravamo in sette.',
    category: 'other',
    day: -380,
    at: '19:00',
    hours: 4,
    duration: 'una sera',
    link: 'https://esempio.org/ritrovo',
    organizer: 'Nora',
    cast: ['Anna'],
    others: 5,
  },
]
