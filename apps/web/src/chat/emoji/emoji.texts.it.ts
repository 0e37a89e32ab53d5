export const emojiTexts = {
  title: 'Emoji',
  search: "Cerca un'emoji",
  close: 'Chiudi',
  found: 'Trovate',
  nothing: 'Nessuna emoji trovata.',
  count: (count: number) => (count === 1 ? '1 emoji' : `${count} emoji`),
  recent: 'Usate di recente',
  /** By Unicode's number of the group; the third holds parts of others. */
  groups: [
    'Faccine ed emozioni',
    'Persone e corpo',
    null,
    'Animali e natura',
    'Cibo e bevande',
    'Viaggi e luoghi',
    'Attività',
    'Oggetti',
    'Simboli',
    'Bandiere',
  ],
}
