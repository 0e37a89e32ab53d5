import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import type { PictureProblem } from './photo-picture.ts'

const unreadable = "Questo file non è un'immagine leggibile."
const tooSmall = "L'immagine deve avere almeno 64 pixel per lato."
const tooMany = 'Hai cambiato foto troppe volte. Riprova più tardi.'

export const pictureProblems: Record<PictureProblem, string> = {
  unreadable,
  too_small: tooSmall,
  too_heavy: "L'immagine può pesare al massimo 20 MB.",
}

export const photoErrors: ErrorTexts<'PUT /api/profiles/me/photo'> = {
  'account.email_unverified': commonTexts.emailUnverified,
  'profiles.photo_unreadable': unreadable,
  'profiles.photo_size': tooSmall,
  'profiles.photo_busy': 'Ci sono troppe foto in lavorazione. Riprova.',
  'profiles.too_many_changes': tooMany,
  'common.unauthenticated': commonTexts.failed,
  fallback: commonTexts.failed,
}

export const photoTexts = {
  title: 'Foto profilo',
  choose: "Scegli un'immagine",
  hint: 'JPEG, PNG o WebP, fino a 20 MB. La ritagliamo quadrata e togliamo i dati nascosti.',
  preview: 'Anteprima del ritaglio',
  zoom: 'Ingrandimento',
  horizontal: 'Posizione orizzontale',
  vertical: 'Posizione verticale',
  save: 'Salva foto',
  saving: 'Salvataggio...',
  remove: 'Rimuovi foto',
  cancel: 'Annulla',
  saved: 'Foto aggiornata.',
  removed: 'Foto rimossa.',
}
