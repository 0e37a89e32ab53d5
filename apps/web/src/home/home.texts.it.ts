import type { FirstSteps } from '@covo/contract/home/home.routes'
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
  community: {
    heading: 'La tua community',
    lead: "L'hai aperta tu. Prima di invitare gli altri, da chi gestisce il server serve ancora:",
    hide: 'Non mostrare più',
    needs: {
      controller: { text: 'Chi risponde dei dati, nella pagina Privacy', by: 'COVO_CONTROLLER' },
      contact: { text: 'Un indirizzo a cui scrivere a chi gestisce', by: 'COVO_CONTACT' },
      mail: { text: 'Un server di posta, per le password dimenticate', by: 'COVO_SMTP_URL' },
      moderator: { text: 'Una persona che modera', by: 'add-moderator' },
    } satisfies Record<FirstSteps['communityNeeds'][number], { text: string; by: string }>,
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
