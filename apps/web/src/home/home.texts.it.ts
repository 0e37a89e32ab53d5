import type { ReactNode } from 'react'

export const homeTexts = {
  title: 'Home',
  greeting: (name: ReactNode) => ['Bentornato, ', name, '!'],
  firstSteps: {
    heading: 'Per cominciare',
    write: 'Presentati in Chat Generale',
    profile: 'Completa il profilo',
    event: 'Partecipa a un evento',
    friend: 'Trova un amico',
    done: ' (fatto)',
    hide: 'Nascondi',
    allDone: 'Hai fatto tutti i primi passi.',
  },
  actions: 'Azioni rapide',
  profileHint: 'Chi sei',
  eventsHint: 'CTF e hackathon',
  news: 'Novità',
  newsHint: "Che cosa c'è di nuovo",
  newsAlert: "L'app è appena stata rilasciata: le novità arriveranno qui.",
  chat: 'Chat',
  chatHint: 'Parla con tutti',
  friendsHint: 'Trova e scrivi',
  incomingRequests: (count: number) =>
    count === 1 ? '1 richiesta in arrivo' : `${count} richieste in arrivo`,
  settingsHint: 'Account e notifiche',
  about: (product: string) => `Che cos'è ${product}`,
  points: [
    ['Eventi', 'CTF, hackathon e contest, da scoprire o da organizzare'],
    ['Chat Generale', 'una stanza sola, aperta a tutta la community'],
    ['Amici', 'trova chi studia (o smonta) le stesse cose'],
    ['Chat private', 'a due, solo tra amici'],
    ['Profilo', 'chi sei e cosa fai, in poche righe'],
  ],
} as const
