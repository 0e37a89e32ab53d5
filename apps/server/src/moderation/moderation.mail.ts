import { communityRules, type ModerationAction } from '@covo/contract/moderation/moderation.rules'
import type { ReportedKind } from '@covo/contract/reports/reports.rules'
import { composeMail } from '../platform/mail/compose-mail.ts'
import { tokenLink } from '../platform/mail/mailed-token.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import { type Decision, noEnd } from './moderation.store.ts'

/** What was done, where, and what it said. */
export type Done = { where: string; quoted: string }

const dates = new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', timeZone: 'Europe/Rome' })

const actsOf: Record<Exclude<ModerationAction, 'none'>, (kind: ReportedKind) => string> = {
  remove: (kind) => (kind === 'event' ? 'abbiamo rimosso il tuo evento' : 'abbiamo rimosso il tuo messaggio'),
  empty: () => 'abbiamo svuotato il tuo profilo',
  suspend: () => 'abbiamo sospeso il tuo account',
}

const isOnContent = (action: ModerationAction) => action === 'remove'

function subjectOf(action: ModerationAction): string {
  return `Decisione sul tuo ${isOnContent(action) ? 'contenuto' : 'account'}`
}

/** A sentence's words without the full stop that the mail sets. */
function unstopped(text: string): string {
  return text.replace(/[.\s]+$/, '')
}

/** The statement of reasons to the member whom a decision concerns (Regulation (EU) 2022/2065, art. 17), which names no reporter. */
export function statementMail(
  to: string,
  decision: Decision,
  done: Done,
  origin: string,
  token: string,
): Mail {
  const { action, kind, rule, suspendedUntil, decidedAt } = decision
  const facts = unstopped(decision.facts)
  const what = action === 'none' ? '' : actsOf[action](kind)
  const where = done.where && ` ${done.where}`
  const isEnding = suspendedUntil && suspendedUntil < noEnd
  const until = isEnding ? `, fino al ${dates.format(suspendedUntil)}` : ''
  return composeMail(to, subjectOf(action), [
    `Decisione del ${dates.format(decidedAt)}: ${what}${where}. Vale su tutta la community${until}. Fatti: ${facts}. Nasce da una segnalazione. Ha deciso una persona, senza strumenti automatici. Regola ${rule} delle Regole della community: ${communityRules[(rule ?? 0) - 1]}, perché: ${facts}.`,
    ...(done.quoted ? [`Il testo: «${done.quoted}»`] : []),
    'Puoi fare reclamo gratis entro sei mesi da questo link:',
    { link: tokenLink(origin, '/reclamo', token) },
    'Restano possibili, dove previsti, gli organismi di risoluzione extragiudiziale, e il giudice.',
  ])
}

/** To the member, when a decision is undone without an appeal. */
export function revertedMail(to: string, { action, decidedAt }: Decision, reasons: string): Mail {
  return composeMail(to, subjectOf(action), [
    `La decisione del ${dates.format(decidedAt)} è annullata, e ciò che aveva cambiato è ripristinato. Motivo: ${unstopped(reasons)}.`,
  ])
}

/** To the member who appealed. */
export function appealMail(to: string, { decidedAt }: Decision, isAccepted: boolean, answer: string): Mail {
  const outcome = isAccepted
    ? 'Il reclamo è accolto: la decisione è annullata, e ciò che aveva cambiato è ripristinato.'
    : 'Il reclamo è respinto: la decisione resta.'
  return composeMail(to, 'Esito del reclamo', [
    `Abbiamo riesaminato la decisione del ${dates.format(decidedAt)}. ${outcome}`,
    `Motivo: ${unstopped(answer)}.`,
    'Restano possibili, dove previsti, gli organismi di risoluzione extragiudiziale, e il giudice.',
  ])
}

/** To who reported: whether a rule was broken, not what followed for whom. */
export function outcomeMail(to: string, instance: string, isViolation: boolean): Mail {
  return composeMail(to, 'Esito della tua segnalazione', [
    isViolation
      ? `Abbiamo esaminato ciò che hai segnalato su ${instance}: viola le Regole della community, e abbiamo preso provvedimenti. Grazie.`
      : `Abbiamo esaminato ciò che hai segnalato su ${instance}: non viola le Regole della community. Grazie comunque: se qualcosa cambia, scrivici.`,
  ])
}

/** To the operator. It quotes nothing that a member wrote. */
export function newAppealMail(to: string, instance: string, decisionId: string): Mail {
  return composeMail(to, `Nuovo reclamo su ${instance}`, [
    'Qualcuno ha fatto reclamo contro una decisione.',
    `Per leggerlo: npm run covo -- list-reports. Per rispondere: npm run covo -- answer-appeal ${decisionId} accept|reject TEXT`,
  ])
}
