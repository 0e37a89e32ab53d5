import { commonTexts } from '../platform/common.texts.it.ts'

export const shellTexts = {
  loading: 'Caricamento utente...',
  loadingScreen: 'Caricamento...',
  loadFailed: commonTexts.failed,
  retry: commonTexts.retry,
  menu: 'Menu principale',
  waiting: (requests: number, unreadChats: number) =>
    [
      requests > 0 && (requests === 1 ? '1 richiesta in arrivo' : `${requests} richieste in arrivo`),
      unreadChats > 0 && (unreadChats === 1 ? '1 chat non letta' : `${unreadChats} chat non lette`),
    ]
      .filter(Boolean)
      .join(', '),
  anonymous: 'Utente',
  logout: 'Logout',
  logoutFailed: commonTexts.failed,
  online: 'in linea',
  reconnecting: 'riconnessione…',
  offline:
    'Sei offline: questi sono gli ultimi dati ricevuti. I messaggi che scrivi partono appena torni in linea.',
} as const
