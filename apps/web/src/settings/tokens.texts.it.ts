import type { Scope } from '@covo/contract/scopes'
import { maximumTokenNameLength, maximumTokens } from '@covo/contract/tokens/tokens.rules'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

export const tokenErrors: ErrorTexts<'POST /api/tokens'> = {
  'tokens.name_missing': 'Dai un nome al token.',
  'tokens.name_too_long': `Il nome può avere al massimo ${maximumTokenNameLength} caratteri.`,
  'tokens.scopes_missing': 'Scegli almeno un permesso.',
  'tokens.too_many': `Puoi avere al massimo ${maximumTokens} token.`,
  'tokens.too_many_made': 'Hai creato troppi token. Riprova più tardi.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const revocationErrors: ErrorTexts<'DELETE /api/tokens/{id}'> = {
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const scopeNames: Record<Scope, string> = {
  'profile:read': 'Leggere i profili',
  'chat:read': 'Leggere le chat',
  'chat:write': 'Scrivere nelle chat',
  'events:read': 'Leggere gli eventi',
  'events:write': 'Creare e modificare eventi, e iscriversi',
  'friends:read': 'Leggere amici e richieste',
  'friends:write': 'Gestire amici e richieste',
}

export const tokenTexts = {
  title: 'API',
  tokens: 'Token API',
  hint: 'Un token fa agire un tuo programma a nome tuo, senza la tua password, e solo per ciò che gli permetti.',
  reference: "Documentazione dell'API",
  list: 'I tuoi token',
  none: 'Non hai nessun token.',
  create: 'Crea token',
  name: 'Nome *',
  scopes: 'Permessi *',
  lifetime: 'Scadenza',
  days: (days: number) => `${days} giorni`,
  never: 'Mai',
  cancel: 'Annulla',
  submit: 'Crea',
  secret: 'Il tuo token',
  copy: 'Copia token',
  shownOnce: 'Non lo vedrai più.',
  done: 'Fine',
  created: (date: string) => `Creato il ${date}`,
  expires: (date: string) => `scade il ${date}`,
  expired: 'Scaduto',
  neverExpires: 'non scade',
  lastUsed: (day: string) => `Ultimo uso: ${day}`,
  unused: 'Mai usato',
  revoke: 'Revoca',
  revokeTitle: 'Revoca token',
  revokeText: (name: string) =>
    `Vuoi revocare «${name}»? I programmi che lo usano smettono subito di funzionare.`,
  revoked: 'Token revocato.',
}
