/** Fetched with the bar and the guide, as no room needs them at first. */
export const formattingBarTexts = {
  bold: 'Grassetto',
  italic: 'Corsivo',
  struck: 'Barrato',
  code: 'Codice in linea',
  list: 'Elenco',
  quote: 'Citazione',
  spoiler: 'Spoiler',
  guide: 'Guida',
  language: 'Linguaggio del codice',
  noLanguage: 'Senza linguaggio',
}

export const guideTexts = {
  title: 'Formattazione e scorciatoie',
  close: 'Chiudi',
  marks: 'Formattazione',
  written: 'Si scrive',
  shown: 'Si vede',
  examples: [
    '**grassetto**',
    '*corsivo* o _corsivo_',
    '~~barrato~~',
    '`codice in linea`',
    '```python\nprint("ciao")\n```',
    '> citazione',
    '- due voci\n- o di più',
    '1. prima\n2. seconda',
    '[testo](https://example.org)',
    '||spoiler||',
    '||\nspoiler di più righe\n||',
    '\\*senza corsivo\\*',
  ],
  keys: 'Scorciatoie',
  mac: 'Su Mac, ⌘ al posto di Ctrl.',
  places: [
    {
      name: 'Nella casella',
      keys: [
        ['Invio', 'Invia'],
        ['Maiusc+Invio', 'Va a capo'],
        ['Ctrl+B', 'Grassetto'],
        ['Ctrl+I', 'Corsivo'],
        ['Ctrl+E', 'Codice in linea'],
        ['Ctrl+Z', "Annulla l'ultima modifica del testo"],
        ['@ e una lettera', 'Menziona una persona'],
        ['↑ se è vuota', 'Modifica il tuo ultimo messaggio'],
        ['Esc', 'Annulla la modifica o la risposta'],
      ],
    },
    {
      name: 'Tra i messaggi',
      keys: [
        ['↑ ↓', "Da un messaggio all'altro"],
        ['Inizio, Fine', "Al primo e all'ultimo"],
        ['Invio', 'Azioni sul messaggio'],
        ['R', 'Rispondi'],
        ['E', 'Modifica'],
        ['Esc', 'Torna alla casella'],
      ],
    },
  ],
} as const
