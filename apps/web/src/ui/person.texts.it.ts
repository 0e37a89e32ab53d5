import type { ReactNode } from 'react'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

export const removeErrors: ErrorTexts<'DELETE /api/friends/{uid}'> = {
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const personTexts = {
  backToFriends: 'Torna agli amici',
  more: 'Altre azioni',
  actions: 'Azioni sulla persona',
  profile: 'Vedi profilo',
  remove: 'Rimuovi dagli amici',
  removeWarning: (name: ReactNode) => [
    'Vuoi rimuovere ',
    name,
    ' dagli amici? La chat resta leggibile, ma nessuno dei due potrà più scrivere.',
  ],
  confirmRemoval: 'Rimuovi',
  removed: 'Amicizia rimossa.',
  cancel: 'Annulla',
}
