import type { ErrorTexts } from '../../platform/api.ts'
import { commonTexts } from '../../platform/common.texts.it.ts'
import { sendErrors } from '../chat.texts.it.ts'
import { fileProblems } from './files.texts.it.ts'

const failed = 'Caricamento non riuscito. Riprova.'

/** Why a file was not uploaded. */
export const uploadErrors: ErrorTexts<
  | 'POST /api/chat/{conversationId}/uploads'
  | 'PUT /api/uploads/{uploadId}/parts/{number}'
  | 'POST /api/uploads/{uploadId}/finish'
> = {
  'account.email_unverified': commonTexts.emailUnverified,
  'chat.conversation_not_found': failed,
  'chat.partner_gone': sendErrors['chat.partner_gone'],
  'chat.not_friends': sendErrors['chat.not_friends'],
  'chat.read_only': sendErrors['chat.read_only'],
  'rooms.not_member': sendErrors['rooms.not_member'],
  'files.upload_not_found': 'Il caricamento è scaduto. Allega di nuovo il file.',
  'files.incomplete': fileProblems.incomplete,
  'files.empty': 'Questo file è vuoto.',
  'files.too_big': 'Un file può pesare al massimo 10 MB.',
  'files.part_wrong': 'Una parte del file non è arrivata intera. Riprova.',
  'files.picture_unreadable': 'Non riusciamo a leggere questa immagine.',
  'files.too_many_open': 'Hai troppi file in attesa. Invia o togli quelli che hai allegato.',
  'files.too_many_today': 'Hai raggiunto il limite di file per oggi. Riprova più tardi.',
  'files.full': "Non c'è più spazio per i file. Avvisa chi gestisce la community.",
  'files.busy': 'Ci sono troppi file in lavorazione. Riprova tra {seconds} secondi.',
  'files.unavailable': 'I file non sono raggiungibili in questo momento. Riprova.',
  'common.unauthenticated': sendErrors['common.unauthenticated'],
  fallback: failed,
}

/** Why a chosen file was not taken. */
export const choiceProblems = {
  folder: 'Non si può allegare una cartella: mettila prima in un archivio ZIP.',
  tooManyBytes: "L'immagine può pesare al massimo 30 MB.",
  changed: "Il file è cambiato o non c'è più. Sceglilo di nuovo.",
}
