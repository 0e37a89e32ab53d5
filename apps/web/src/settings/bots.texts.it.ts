import { maximumBots, maximumWebhooks } from '@covo/contract/tokens/bots.rules'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { tokenErrors } from './tokens.texts.it.ts'

export const botTokenErrors: ErrorTexts<'POST /api/bots/{uid}/token'> = {
  'tokens.scopes_missing': tokenErrors['tokens.scopes_missing'],
  'tokens.too_many_made': tokenErrors['tokens.too_many_made'],
  'bots.not_found': 'Questo bot non esiste più.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const botErrors: ErrorTexts<'POST /api/bots'> = {
  'profiles.display_name_empty': 'Dai un nome al bot.',
  'profiles.display_name_too_short': 'Il nome deve essere di almeno 3 caratteri.',
  'profiles.display_name_too_long': 'Il nome può avere al massimo 50 caratteri.',
  'profiles.display_name_invalid': 'Il nome contiene caratteri non ammessi.',
  'profiles.display_name_taken': 'Questo nome è già in uso. Scegline uno diverso.',
  'profiles.name_check_failed': 'Non è stato possibile controllare il nome. Riprova.',
  'tokens.scopes_missing': tokenErrors['tokens.scopes_missing'],
  'bots.too_many': `Puoi avere al massimo ${maximumBots} bot.`,
  'bots.too_many_made': 'Hai creato troppi bot. Riprova più tardi.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const webhookErrors: ErrorTexts<'POST /api/bots/{uid}/webhooks'> = {
  'tokens.name_missing': 'Dai un nome al webhook.',
  'tokens.name_too_long': tokenErrors['tokens.name_too_long'],
  'tokens.too_many_made': tokenErrors['tokens.too_many_made'],
  'bots.not_found': botTokenErrors['bots.not_found'],
  'rooms.not_member': 'Il bot non è più in questa stanza.',
  'webhooks.too_many': `Un bot può avere al massimo ${maximumWebhooks} webhook.`,
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const botRoomErrors: ErrorTexts<
  'PUT /api/bots/{uid}/rooms/{slug}' | 'DELETE /api/bots/{uid}/rooms/{slug}'
> = {
  'bots.not_found': botTokenErrors['bots.not_found'],
  'rooms.not_found': 'Questa stanza non esiste.',
  'rooms.archived': 'Questa stanza è archiviata.',
  'rooms.not_member': 'Un bot entra solo nelle stanze in cui ci sei tu.',
  'rooms.too_many': 'Un bot può stare al massimo in 200 stanze.',
  'common.rate_limited': 'Troppi tentativi. Riprova più tardi.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const webhookRevocationErrors: ErrorTexts<'DELETE /api/bots/{uid}/webhooks/{id}'> = {
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const deletionErrors: ErrorTexts<'DELETE /api/bots/{uid}'> = {
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const botTexts = {
  title: 'Bot',
  hint: 'Un bot scrive a nome proprio: in Chat Generale, e nelle chat degli eventi che organizzi. Non ha amici né chat private.',
  list: 'I tuoi bot',
  none: 'Non hai nessun bot.',
  create: 'Crea bot',
  noToken: 'Nessun token',
  suspendedUntil: (day: string) => `Sospeso fino al ${day}`,
  suspended: 'Sospeso senza scadenza',
  renew: 'Nuovo token',
  ended: (name: string) => `Il token di prima di «${name}» smette subito di funzionare.`,
  delete: 'Elimina',
  deleteTitle: 'Elimina bot',
  deleteText: (name: string) =>
    `Vuoi eliminare «${name}»? Smette subito di funzionare. I suoi messaggi restano, con il nome «Utente eliminato».`,
  deleted: 'Bot eliminato.',
  rooms: 'Stanze del bot',
  roomsHint: 'Il bot scrive nelle stanze in cui entra, e le lascia quando le lasci tu.',
  noRooms: 'Non sei in nessuna stanza aperta.',
  enter: 'Entra',
  leave: 'Esci',
  close: 'Chiudi',
  where: 'Dove',
  publicRoom: 'Chat Generale',
  postsIn: (room: string) => `Scrive nella stanza ${room}`,
  createWebhook: 'Crea webhook',
  webhooks: (name: string) => `Webhook di ${name}`,
  webhook: (name: string) => `Webhook «${name}»`,
  address: 'Il tuo indirizzo',
  copyAddress: 'Copia indirizzo',
  addressHint: (room: string) =>
    `Ciò che GitHub, GitLab o CTFd gli mandano esce in ${room} a nome del bot. L'ultima parte, da «covo_» in poi, è anche il segreto per le firme.`,
  revokeWebhookTitle: 'Revoca webhook',
  revokeWebhookText: (name: string) =>
    `Vuoi revocare «${name}»? Il suo indirizzo smette subito di funzionare.`,
  webhookRevoked: 'Webhook revocato.',
}
