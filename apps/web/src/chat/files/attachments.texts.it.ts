export const menuTexts = {
  gallery: 'Foto dalla galleria',
  camera: 'Scatta una foto',
  file: 'File',
}

export const attachmentTexts = {
  list: 'Allegati',
  uploading: (file: string) => `Caricamento di ${file}`,
  cancel: 'Annulla',
  retry: 'Riprova',
  remove: 'Togli',
  moveBefore: 'Sposta prima',
  moveAfter: 'Sposta dopo',
  describe: 'Descrivi',
  spoiler: 'Spoiler',
  asFile: 'Invia come file',
  asFileHint:
    "Il file resta com'è, con i dati nascosti che può contenere (per esempio dove è stata scattata una foto).",
  waiting: 'In attesa della rete',
  removed: (file: string) => `${file} tolto.`,
  close: 'Chiudi',
}

export const altTexts = {
  title: "Descrizione dell'immagine",
  hint: "Facoltativa. Serve a chi non può vedere l'immagine.",
  save: 'Salva',
  cancel: 'Annulla',
}
