export const closingAccountTexts = {
  title: 'Account in eliminazione',
  text: (date: string) =>
    `Il tuo account sarà eliminato il ${date}. Vuoi annullare l'eliminazione e accedere?`,
  keep: "Annulla l'eliminazione",
  leave: 'Lascia così',
  kept: 'Eliminazione annullata.',
}
