import { maximumFiles } from '@covo/contract/files/files.rules'

/** Why a message with files was not stored. */
export const fileProblems = {
  notFound: 'Questo file non esiste.',
  incomplete: 'Il caricamento non è completo. Riprova.',
  tooMany: `Puoi allegare al massimo ${maximumFiles} file a un messaggio.`,
}

export const attachTexts = {
  attach: 'Allega',
  attached: (file: string) => `${file} allegato.`,
  drop: 'Rilascia qui per allegare.',
  pastedPicture: (time: string) => `immagine ${time}.png`,
  asTextFile: 'Allega come file di testo',
  textFileName: 'testo.txt',
  failed: 'Caricamento non riuscito. Riprova.',
}
