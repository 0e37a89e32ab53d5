import type { SampleChanges, SampleTalk } from './public-room.ts'

/** `unread`: how many of the last lines, which are the first one's, the second one has not read. */
export type SampleChat = SampleTalk & { between: [string, string]; unread: number; changes?: SampleChanges }

export const samplePrivateChats: SampleChat[] = [
  {
    between: ['Filippo', 'Anna'],
    unread: 2,
    minutesAgo: 2,
    lines: [
      "Anna: Ciao Filippo, grazie per l'analizzatore",
      'Filippo: Figurati. Alla serata aperta passi?',
      'Anna: Sì, verso le nove',
      'Filippo: Allora lo lascio sul banco in fondo, con il tuo nome sopra',
      'Filippo: Ah: porta anche la scheda RISC-V, che la voglio vedere!',
    ],
  },
  {
    between: ['Nora', 'Anna'],
    unread: 1,
    minutesAgo: 38,
    lines: [
      'Nora: Anna, per Crypto del mese mi dai una mano con la sfida hardware?',
      'Anna: Volentieri. Che cosa hai in mente?',
      'Nora: Una chiave che si legge dai consumi di corrente. Roba semplice, ma che si veda',
      'Anna: Ho una traccia già pronta: `tracce.npz`, mille campioni, il primo byte salta fuori a occhio',
      "Anna: Bastano tre righe:\n```python\nimport numpy as np\ntracce = np.load('tracce.npz')['consumi']\nprint(tracce.var(axis=0).argmax())\n```",
      "Nora: Ma non è quella dell'anno scorso?",
      'Nora: No, era un altro chip. E la flag?',
      'Anna: ||covo{sette_milliampere}||, ma **solo** per gli occhi di <@Nora>',
      'Nora: È perfetta. Me la mandi? Così stasera scrivo il testo della sfida',
    ],
    changes: {
      reactions: [{ to: 'Bastano tre righe', reaction: 'heart', by: ['Nora'] }],
      replies: [{ reply: 'È perfetta', to: 'Ho una traccia' }],
      edits: ['Bastano tre righe'],
      removals: ["Ma non è quella dell'anno"],
    },
  },
  {
    between: ['Stefano', 'Anna'],
    unread: 3,
    day: -1,
    at: '22:10',
    lines: [
      "Stefano: Bella l'immagine di ieri! Il dipolo a V funziona",
      'Anna: Due tondini e un morsetto da elettricista. Non ci credevo nemmeno io',
      'Stefano: Per la caccia alla volpe ti servirà qualcosa di più direttivo',
      'Stefano: Ti ho disegnato una Yagi a tre elementi con il metro da falegname',
      'Stefano: Misure qui: https://radio.esempio.org/volpe/antenna',
    ],
  },
  {
    between: ['Kevin', 'Anna'],
    unread: 1,
    day: -1,
    at: '17:05',
    lines: [
      'Kevin: Anna scusa il disturbo, ma UART è sempre 115200?',
      "Anna: Quasi sempre :) Se escono geroglifici prova 9600 e 57600, poi misura un bit con l'analizzatore",
      'Kevin: ERA 9600. Ho la shell!!!',
    ],
  },
  {
    between: ['Bruno', 'Anna'],
    unread: 0,
    day: -2,
    at: '09:20',
    lines: [
      "Anna: Bruno, la macchina per l'attacco e difesa chi la prepara?",
      'Bruno: Io. Dieci servizi in dieci macchine virtuali, rete separata',
      'Anna: Quanta RAM ti serve?',
      'Bruno: 64 e sto comodo. Il server vecchio della scuola basta',
      'Anna: Chiedo a Elena se ce lo presta',
      'Bruno: Se serve vengo a prenderlo col furgone',
      'Anna: Ottimo. Ti faccio sapere',
    ],
  },
  {
    between: ['Giada', 'Anna'],
    unread: 0,
    day: -3,
    at: '21:30',
    lines: [
      'Giada: Squadra per i Portici: io, te, Samir, Carla. Manca uno',
      'Anna: Tommaso organizza, quindi no. Beatrice?',
      'Giada: Glielo chiedo subito',
      'Giada: Ha detto sì!',
      'Anna: Siamo al completo allora',
    ],
  },
  {
    between: ['Carla', 'Anna'],
    unread: 0,
    day: -4,
    at: '18:55',
    lines: [
      'Carla: Ciao Anna! Il tuo backend RISC-V è pubblico? Vorrei copiare, ehm, studiare',
      'Anna: Ahah, sì. Il codice più brutto è in `registri.c`, sei avvisata',
      'Carla: Il mio è tutto così, mi sentirò a casa',
    ],
  },
  {
    between: ['Carla', 'Bruno'],
    unread: 1,
    day: -1,
    at: '11:15',
    lines: [
      'Bruno: Hai poi ripristinato quel backup?',
      'Carla: Sì! Mancava solo la cartella che mi serviva',
      'Bruno: Che lezione abbiamo imparato?',
      'Carla: Che mi servono due backup e un Bruno',
    ],
  },
  {
    between: ['Dario', 'Bruno'],
    unread: 0,
    day: -5,
    at: '23:40',
    lines: [
      'Dario: Di turno. Ho 200 avvisi e 199 sono la stampante',
      'Bruno: E il duecentesimo?',
      "Dario: L'altra stampante",
    ],
  },
]
