import type { Skill } from '@covo/contract/skills'
import { anna, bruno, type CastMember, carla, dario } from '../cast.ts'

/** The members with a password. */
export const sampleCast: CastMember[] = [anna, bruno, carla, dario]

/** `days`: how long ago they joined. Their given names are all different: the community's other files call them by these. */
export type SampleMember = {
  name: string
  days: number
  profession?: string
  city?: string
  birthDate?: string
  phone?: string
  bio?: string
  skills?: Skill[]
  links?: string[]
}

export const sampleMembers: SampleMember[] = [
  {
    name: anna.name,
    days: 412,
    profession: 'Sviluppatrice firmware',
    skills: ['Reverse', 'Hardware'],
    links: ['https://anna-bassi.example/radio'],
    city: 'Ferrara',
    birthDate: '1998-05-14',
    bio: 'Smonto cose per capire come parlano. Microcontrollori, radio, qualche CTF nel fine settimana.',
  },
  {
    name: bruno.name,
    days: 398,
    profession: 'Sistemista',
    skills: ['Cloud', 'Backend'],
    city: 'Torino',
    birthDate: '1989-11-02',
    phone: '+39 011 555 0147',
    bio: 'Se non è nel backup non esiste.',
  },
  {
    name: carla.name,
    days: 240,
    profession: 'Studentessa di informatica',
    skills: ['Web', 'Misc'],
    city: 'Pisa',
    birthDate: '2004-03-21',
    bio: 'Secondo anno. Mi piacciono i compilatori e la focaccia.',
  },
  {
    name: dario.name,
    days: 305,
    profession: 'Analista SOC',
    skills: ['Forensics', 'OSINT'],
    city: 'Milano',
    birthDate: '1993-07-09',
    bio: 'Turni di notte, log di giorno.',
  },
  {
    name: 'Nora Vitali',
    days: 520,
    profession: 'Ricercatrice in crittografia',
    skills: ['Crypto'],
    links: ['https://nora-vitali.example'],
    city: 'Trento',
    birthDate: '1991-01-30',
    bio: 'Reticoli, isogenie e montagna. Scrivo le sfide di Crypto del mese.',
  },
  {
    name: 'Tommaso Ghedini',
    days: 498,
    profession: 'Reverse engineer',
    skills: ['Pwn', 'Reverse'],
    city: 'Bologna',
    birthDate: '1987-09-17',
    bio: 'Leggo assembly come altri leggono i gialli: voglio sapere chi è stato.',
  },
  {
    name: 'Giada Ferrero',
    days: 377,
    profession: 'Penetration tester',
    skills: ['Web', 'Pwn', 'OSINT'],
    city: 'Genova',
    birthDate: '1995-12-05',
    bio: 'Web e API. Il mio scanner preferito è la curiosità.',
  },
  {
    name: 'Kevin Malagoli',
    days: 210,
    profession: 'Studente ITIS',
    city: 'Modena',
    birthDate: '2008-06-11',
    bio: 'Quinta informatica. Gioco nelle squadre giovanili, categoria web.',
  },
  {
    name: 'Marta Zennaro',
    days: 450,
    profession: 'Sviluppatrice backend',
    skills: ['AI', 'Backend'],
    city: 'Venezia',
    birthDate: '1994-02-26',
    bio: 'Rust di giorno, ancora Rust di sera.',
  },
  {
    name: 'Luca Sorrentino',
    days: 333,
    profession: 'DevOps engineer',
    city: 'Napoli',
    birthDate: '1990-08-08',
  },
  {
    name: 'Elena Bortolin',
    days: 290,
    profession: 'Docente di informatica',
    city: 'Treviso',
    birthDate: '1979-04-18',
    bio: 'Porto le mie classi alle gare. Cerco sempre sfide per chi comincia.',
  },
  {
    name: 'Samir Haddad',
    days: 266,
    profession: 'Sviluppatore mobile',
    city: 'Reggio Emilia',
    birthDate: '1996-10-23',
    bio: 'Android, iOS e tutto quello che ci gira sotto.',
  },
  {
    name: 'Chiara Lodi',
    days: 188,
    profession: 'UX designer',
    skills: ['Frontend', 'Design', 'Pitch'],
    city: 'Parma',
    bio: 'Rendo usabili le cose dei nerd. Gratis, se mi offrite un caffè.',
  },
  {
    name: 'Pietro Agnelli',
    days: 171,
    profession: 'Dottorando',
    city: 'Padova',
    birthDate: '1997-03-03',
    bio: 'Fuzzing di kernel. Sì, anche oggi si è piantato.',
  },
  {
    name: 'Ginevra Salis',
    days: 160,
    profession: 'Data scientist',
    city: 'Cagliari',
    birthDate: '1992-05-28',
  },
  {
    name: 'Davide Trovato',
    days: 355,
    profession: 'Sistemista di rete',
    city: 'Catania',
    birthDate: '1985-12-19',
    bio: 'BGP e arancini (al femminile).',
  },
  {
    name: 'Federica Nardi',
    days: 144,
    profession: 'Studentessa di matematica',
    city: 'Roma',
    birthDate: '2003-09-09',
  },
  {
    name: 'Stefano Colle',
    days: 470,
    profession: 'Ingegnere elettronico',
    city: 'Trieste',
    birthDate: '1982-02-14',
    bio: 'SDR, antenne, saldatore sempre caldo.',
  },
  {
    name: 'Alice Monti',
    days: 131,
    profession: 'Sviluppatrice frontend',
    city: 'Rimini',
    bio: 'CSS è un linguaggio di programmazione e non si discute.',
  },
  { name: 'Riccardo Fusi', days: 122, profession: 'Studente', city: 'Firenze', birthDate: '2005-07-01' },
  {
    name: 'Beatrice Galli',
    days: 310,
    profession: 'Malware analyst',
    city: 'Bergamo',
    birthDate: '1990-06-06',
    bio: 'Colleziono packer strani. Se ne trovate uno, scrivetemi.',
  },
  {
    name: 'Omar Belli',
    days: 99,
    profession: 'Sviluppatore giochi',
    city: 'Lecce',
    bio: 'Motori grafici fatti in casa.',
  },
  {
    name: 'Silvia Rota',
    days: 280,
    profession: 'Avvocata',
    city: 'Brescia',
    bio: 'Privacy e responsible disclosure, dalla parte di chi segnala.',
  },
  { name: 'Matteo Pinna', days: 93, profession: 'Studente', city: 'Sassari', birthDate: '2004-11-27' },
  {
    name: 'Irene Vezzali',
    days: 402,
    profession: 'Site reliability engineer',
    city: 'Bologna',
    birthDate: '1988-01-12',
    bio: 'Mi svegliano i pager. Scrivo postmortem senza colpevoli.',
  },
  { name: 'Andrea De Santis', days: 88, profession: 'Sviluppatore', city: 'Pescara' },
  {
    name: 'Valeria Conte',
    days: 205,
    profession: 'Ricercatrice',
    city: 'Salerno',
    bio: 'Formal methods. Dimostro che il vostro protocollo non funziona.',
  },
  {
    name: 'Giorgio Maffei',
    days: 77,
    profession: 'Radioamatore',
    city: 'Verona',
    birthDate: '1968-10-10',
    bio: 'IU3 qualcosa. In aria dal 1984.',
  },
  {
    name: 'Noemi Costa',
    days: 72,
    profession: 'Studentessa di fisica',
    city: 'Pavia',
    birthDate: '2004-01-19',
  },
  {
    name: 'Jacopo Leoni',
    days: 66,
    profession: 'Security engineer',
    city: 'Milano',
    bio: 'Cloud, IAM e permessi che nessuno ricorda di aver dato.',
  },
  {
    name: 'Sara El Amrani',
    days: 61,
    profession: 'Sviluppatrice',
    city: 'Torino',
    bio: 'Go, Kubernetes, climbing.',
  },
  {
    name: 'Filippo Donà',
    days: 190,
    profession: 'Maker',
    city: 'Vicenza',
    bio: 'Gestisco il fablab. Se la luce è accesa, entrate.',
  },
  { name: 'Michela Russo', days: 55, profession: 'QA engineer', city: 'Bari' },
  { name: 'Emanuele Zito', days: 49, profession: 'Studente', city: 'Palermo', birthDate: '2006-04-04' },
  {
    name: 'Lorenza Biagi',
    days: 230,
    profession: 'Bibliotecaria',
    city: 'Siena',
    bio: 'Archivi digitali e formati che nessuno apre più.',
  },
  {
    name: 'Cosimo Greco',
    days: 41,
    profession: 'Elettricista',
    city: 'Taranto',
    bio: 'Domotica senza cloud.',
  },
  { name: 'Viola Marchetti', days: 36, profession: 'Studentessa', city: 'Perugia', birthDate: '2005-12-12' },
  { name: 'Nicolò Bianchin', days: 27, profession: 'Sviluppatore', city: 'Udine' },
  {
    name: 'Ludovica Serra',
    days: 15,
    profession: 'Studentessa ITIS',
    city: 'Nuoro',
    birthDate: '2009-02-02',
    bio: 'Prima CTF tra due settimane. Aiuto.',
  },
  { name: 'Paolo Ricci', days: 6 },
]

/** The demonstration is shown with Anna signed in. */
export const sampleFriendsOfAnna =
  'Bruno Carla Nora Tommaso Giada Marta Samir Stefano Beatrice Irene Filippo Pietro Elena Kevin'.split(' ')
export const sampleRequestsToAnna = ['Ludovica', 'Giorgio', 'Jacopo']
export const sampleRequestsFromAnna = ['Valeria', 'Silvia']
