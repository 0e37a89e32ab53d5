export const deletionTexts = {
  days(days: number): string {
    if (days === 0) return "L'eliminazione comincia subito."
    return days === 1
      ? 'Hai 1 giorno per ripensarci: basta accedere.'
      : `Hai ${days} giorni per ripensarci: basta accedere.`
  },
  messages: 'I tuoi messaggi',
  keepTexts: 'Lasciali, senza il mio nome',
  eraseTexts: 'Elimina anche i loro testi',
  files: 'Se elimini i testi, elimini anche i file che hai inviato; altrimenti restano nei messaggi.',
  events: (count: number) =>
    count === 1
      ? 'Organizzi 1 evento in programma: resta, senza il tuo nome.'
      : `Organizzi ${count} eventi in programma: restano, senza il tuo nome.`,
  asked: (date: string) => `Il tuo account sarà eliminato il ${date}. Per annullare accedi prima di allora.`,
  begun: 'Il tuo account viene eliminato.',
}
