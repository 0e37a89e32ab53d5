import type { DigestPace } from '@covo/contract/notifications/digest.rules'
import type { EventMailKind } from '@covo/contract/notifications/notifications.rules'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { passwordResetErrors } from './settings.texts.it.ts'

type SendOperation = 'POST /api/account/verification-mail'

export const verificationMailErrors: ErrorTexts<SendOperation> = {
  ...passwordResetErrors,
  'account.already_verified': 'Il tuo indirizzo è già confermato.',
  'account.too_many_mails': passwordResetErrors['settings.too_many_mails'],
}

export const notificationSettingsErrors: ErrorTexts<'PUT /api/notifications/settings'> = {
  'common.unauthenticated': 'Autenticazione richiesta.',
  'notifications.quiet_hours_invalid': 'Scegli due orari diversi.',
  fallback: commonTexts.failed,
}

export const quietHoursTexts = {
  choice: {
    name: 'Non disturbare',
    hint: 'In queste ore nessun tuo dispositivo riceve notifiche: ciò che non hai letto arriva quando finiscono',
  },
  from: 'Dalle',
  to: 'Alle',
  zone: (zone: string) => `Fuso: ${zone}`,
  takeZone: (zone: string) => `Usa ${zone}`,
  sameTime: notificationSettingsErrors['notifications.quiet_hours_invalid'],
}

export const pushErrors: ErrorTexts<'PUT /api/push/subscription'> = {
  'common.unauthenticated': 'Autenticazione richiesta.',
  'notifications.push_service_refused': 'Questo servizio di notifiche non è ammesso.',
  'notifications.push_full': 'Hai già 10 dispositivi con notifiche.',
  fallback: commonTexts.failed,
}

export const pushTestErrors: ErrorTexts<'POST /api/push/test'> = {
  'common.unauthenticated': pushErrors['common.unauthenticated'],
  'notifications.no_subscription': 'Questo dispositivo non riceve notifiche.',
  fallback: commonTexts.failed,
}

export const deviceNotificationTexts = {
  title: 'Notifiche su questo dispositivo',
  hint: 'Messaggi, richieste di amicizia ed eventi, anche quando la pagina è chiusa.',
  turnOn: 'Attiva le notifiche',
  on: 'Notifiche attive su questo dispositivo.',
  test: 'Invia una prova',
  turnOff: 'Disattiva le notifiche',
  blocked: 'Il browser ha bloccato le notifiche per questo sito. Sbloccale dalle sue impostazioni e riprova.',
  unsupported: 'Questo browser non riceve notifiche push.',
  homeScreenFirst: "Su iPhone e iPad aggiungi prima l'app alla schermata Home.",
}

export const digestTexts = {
  label: 'Riepilogo via email',
  paces: {
    never: 'Mai',
    daily: 'Ogni giorno',
    weekly: 'Ogni settimana',
  } satisfies Record<DigestPace, string>,
}

export const channelTexts = {
  switches: { title: 'App', name: (kind: string) => `${kind}: app`, idle: '' },
  push: {
    title: 'Push',
    name: (kind: string) => `${kind}: push`,
    idle: 'Push: per ora nessun tuo dispositivo riceve notifiche.',
  },
  digestOf: {
    title: 'Email',
    name: (kind: string) => `${kind}: riepilogo email`,
    idle: 'Email: per ora il riepilogo è su «Mai».',
  },
  off: 'Spento: non arriva nemmeno per push o email',
}

export const notificationTexts = {
  events: 'Eventi',
  reminders: {
    name: "Promemoria un giorno e un'ora prima",
    hint: 'Per gli eventi a cui partecipi o che organizzi',
  },
  more: 'Altre preferenze',
  showText: {
    name: 'Mostra il testo nelle notifiche',
    hint: 'Se è spento, chi vede il tuo schermo non legge che cosa ti scrivono',
  },
  mail: 'Mail',
  unconfirmed: 'Per ricevere mail conferma il tuo indirizzo.',
  confirm: 'Conferma indirizzo',
  sent: 'Email inviata.',
  mails: {
    changes: {
      name: 'Mail quando un evento cambia o viene annullato',
      hint: 'Anche quando si libera un posto per te',
    },
    messages: {
      name: 'Mail con i messaggi di chi organizza',
      hint: 'Quello che scrive a chi partecipa',
    },
    reminders: {
      name: 'Mail con i promemoria',
      hint: "Un giorno e un'ora prima dell'inizio",
    },
  } satisfies Record<EventMailKind, { name: string; hint: string }>,
}
