import type { ErrorTexts } from '../../platform/api.ts'
import { fileProblems } from './files.texts.it.ts'

export const kindTexts = {
  pdf: 'PDF',
  archive: 'Archivio',
  document: 'Documento',
  text: 'Testo',
  code: (language: string) => `Codice ${language}`,
  audio: 'Audio',
  video: 'Video',
  picture: 'Immagine',
  program: 'Programma',
  other: (ending: string) => (ending ? `File ${ending}` : 'File'),
}

export const readingTexts = {
  open: (place: number, count: number, alt: string | undefined) =>
    alt ? `Apri immagine: ${alt}` : `Apri immagine ${place} di ${count}, senza descrizione`,
  picture: (place: number, count: number) => `Immagine ${place} di ${count}`,
  missing: 'Immagine non disponibile.',
  mark: 'GIF',
  move: 'Riproduci animazione',
  stopMoving: 'Ferma animazione',
  previous: 'Precedente',
  next: 'Successiva',
  enlarge: 'Ingrandisci',
  reduce: 'Riduci',
  download: 'Scarica',
  close: 'Chiudi',
  file: (name: string, kind: string, size: string) => `${name}, ${kind}, ${size}`,
  details: (kind: string, size: string) => `${kind} · ${size}`,
  mayRun: 'Questo file può contenere un programma. Aprilo solo se ti fidi di chi lo ha inviato.',
  flagged: (signature: string) => `L'antivirus ha segnalato questo file: ${signature}.`,
  downloadFlagged: 'Scaricare il file segnalato?',
  downloadAnyway: 'Scarica lo stesso',
  cancel: 'Annulla',
  showPreview: 'Mostra anteprima',
  hidePreview: 'Nascondi anteprima',
}

export const readErrors: ErrorTexts<'GET /api/files/{fileId}'> = {
  'files.not_found': fileProblems.notFound,
  'files.busy': 'Ci sono troppi file in lavorazione. Riprova tra {seconds} secondi.',
  'files.unavailable': 'I file non sono raggiungibili in questo momento. Riprova.',
  'common.unauthenticated': 'Effettua il login per chattare',
  fallback: "Impossibile caricare l'anteprima. Riprova.",
}
