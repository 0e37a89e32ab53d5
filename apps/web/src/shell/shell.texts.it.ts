import { commonTexts } from '../platform/common.texts.it.ts'

export const shellTexts = {
  loading: 'Caricamento utente...',
  loadingScreen: 'Caricamento...',
  loadFailed: commonTexts.failed,
  menu: 'Menu principale',
  waiting: (requests: number, unreadChats: number) =>
    [
      requests > 0 && (requests === 1 ? '1 richiesta in arrivo' : `${requests} richieste in arrivo`),
      unreadChats > 0 && (unreadChats === 1 ? '1 chat non letta' : `${unreadChats} chat non lette`),
    ]
      .filter(Boolean)
      .join(', '),
  roomNews: 'messaggi nuovi',
  goTo: 'Vai a…',
  goToKeys: 'Ctrl K',
  goToChats: 'Conversazioni',
  goToFriends: 'Amici',
  goToScreens: 'Schermate',
  goToEvents: 'Eventi',
  moderation: 'Moderazione',
  goToNothing: 'Niente con questo nome.',
  anonymous: 'Utente',
  logout: 'Logout',
  logoutFailed: commonTexts.failed,
  online: 'connesso',
  reconnecting: 'mi ricollego…',
  offline: 'Sei senza rete: vedi gli ultimi dati ricevuti. I messaggi che scrivi partono appena torna.',
} as const
