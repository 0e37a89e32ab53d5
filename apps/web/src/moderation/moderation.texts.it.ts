import { communityRules } from '@covo/contract/moderation/moderation.rules'
import type { ErrorTexts } from '../platform/api.ts'

export const appealErrors: ErrorTexts<'POST /api/appeals'> = {
  'auth.reset_link_invalid': 'Il link non è valido o è scaduto. Richiedine uno nuovo.',
  'moderation.text_required': 'Scrivi una motivazione di almeno 20 caratteri.',
  'common.rate_limited': 'Troppi tentativi. Riprova più tardi.',
  fallback: 'Operazione fallita.',
}

export const appealTexts = {
  heading: 'Reclamo',
  reading: 'Leggo la decisione...',
  readingFailed: "Ora non possiamo mostrarti la decisione: la trovi nell'email da cui vieni.",
  decisionOf: (day: string) => `Decisione del ${day}`,
  /** @param act as `describeAct` answers it */
  act: (act: string) => `${act.charAt(0).toUpperCase()}${act.slice(1)}.`,
  bot: 'Bot',
  duration: 'Durata',
  until: (day: string) => `Fino al ${day}`,
  noEnd: 'Senza termine',
  text: 'Testo',
  rule: 'Regola',
  ruleOf: (rule: number) => `${rule}. ${communityRules[rule - 1] ?? ''}`,
  reasons: 'Perché',
  deadline: 'Puoi fare reclamo',
  why: 'Perché la decisione è sbagliata? *',
  send: 'Invia reclamo',
  received: 'Reclamo ricevuto. Ti rispondiamo entro 14 giorni.',
}
