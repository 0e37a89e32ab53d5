import type { EventMailKind } from '@covo/contract/notifications/notifications.rules'
import type { api, ErrorTexts } from '../platform/api.ts'
import { passwordResetErrors } from './settings.texts.it.ts'

type SendOperation = (typeof api.api.account)['verification-mail']['$post']

export const verificationMailErrors: ErrorTexts<SendOperation> = {
  ...passwordResetErrors,
  'account.already_verified': 'Il tuo indirizzo è già confermato.',
  'account.too_many_mails': passwordResetErrors['settings.too_many_mails'],
}

export const notificationTexts = {
  events: 'Eventi',
  reminders: {
    name: "Promemoria un giorno e un'ora prima",
    hint: 'Per gli eventi a cui partecipi o che organizzi',
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
