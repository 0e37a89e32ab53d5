import type { ErrorTexts } from '../platform/api.ts'

export const appealErrors: ErrorTexts<'POST /api/appeals'> = {
  'auth.reset_link_invalid': 'Il link non è valido o è scaduto. Richiedine uno nuovo.',
  'moderation.text_required': 'Scrivi una motivazione di almeno 20 caratteri.',
  'common.rate_limited': 'Troppi tentativi. Riprova più tardi.',
  fallback: 'Operazione fallita.',
}

export const appealTexts = {
  heading: 'Reclamo',
  why: 'Perché la decisione è sbagliata? *',
  send: 'Invia reclamo',
  received: 'Reclamo ricevuto. Ti rispondiamo entro 14 giorni.',
}
