import type { ReactNode } from 'react'
import type { ErrorTexts } from './api.ts'
import { commonTexts } from './common.texts.it.ts'

export const blockErrors: ErrorTexts<'PUT /api/blocks/{uid}' | 'DELETE /api/blocks/{uid}'> = {
  'blocks.self': 'Non puoi bloccare te stesso.',
  'blocks.too_many': 'Puoi bloccare al massimo 1000 persone.',
  'friends.member_not_found': 'Dati utente non trovati.',
  'common.rate_limited': 'Troppi tentativi. Riprova più tardi.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const blockTexts = {
  block: 'Blocca',
  unblock: 'Sblocca',
  cancel: 'Annulla',
  ask: (name: ReactNode) => ['Blocca ', name],
  warning:
    "Non potrete più cercarvi, scrivervi o chiedervi l'amicizia, e nella Chat Generale non vedrete più i rispettivi messaggi. Se siete amici, non lo sarete più. Non mandiamo nessun avviso.",
  blocked: (name: ReactNode) => ['Hai bloccato ', name, '.'],
  unblocked: (name: ReactNode) => ['Hai sbloccato ', name, '.'],
  people: 'Persone bloccate',
  nobody: 'Non hai bloccato nessuno.',
  more: 'Mostra altri',
}
