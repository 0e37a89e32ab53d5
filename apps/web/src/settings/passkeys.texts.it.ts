import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

const notAdded = 'Non siamo riusciti ad aggiungere la passkey. Riprova.'

export const passkeyErrors: ErrorTexts<
  | 'POST /api/account/passkeys/options'
  | 'POST /api/account/passkeys'
  | 'PATCH /api/account/passkeys/{id}'
  | 'DELETE /api/account/passkeys/{id}'
> = {
  'auth.passkey_refused': notAdded,
  'account.passkeys_full': 'Puoi avere al massimo 10 passkey.',
  'account.last_sign_in': "È l'unico modo che hai per accedere.",
  'common.rate_limited': 'Troppi tentativi falliti. Riprova più tardi.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const passkeyTexts = {
  title: 'Passkey',
  hint: "Per accedere senza password: con l'impronta, il volto o il PIN di un tuo dispositivo.",
  unnamed: (date: string) => `Passkey del ${date}`,
  add: 'Aggiungi una passkey',
  notAdded,
  rename: 'Rinomina',
  renameTitle: 'Rinomina la passkey',
  name: 'Nome',
  save: 'Salva',
  cancel: 'Annulla',
  remove: 'Rimuovi',
}
