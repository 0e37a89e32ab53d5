import type { ReactNode } from 'react'

export const homeTexts = {
  title: 'Home',
  greeting: (name: ReactNode) => ['Bentornato, ', name, '!'],
  actions: 'Azioni rapide',
  profileHint: 'Dati e biografia',
  eventsHint: 'CTF e hackathon',
  news: 'Novità',
  newsHint: 'Cosa è cambiato',
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
    ['Amici', 'trova chi studia e smonta le stesse cose'],
    ['Chat private', 'a due, solo tra amici'],
    ['Profilo', 'chi sei e cosa fai, in poche righe'],
  ],
} as const
