import type { ReactNode } from 'react'

export const personTexts = {
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
  cancel: 'Annulla',
}
