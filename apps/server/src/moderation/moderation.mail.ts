import { statementEnd, statementParagraphs, unstopped } from '@covo/contract/moderation/statement'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import { tokenLink } from '../platform/mail/token-link.ts'
import { type Decision, endOf } from './moderation.store.ts'

/** The place of a decision's subject, and a quote of its text. */
export type Done = { where: string; quoted: string }

const dates = new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', timeZone: 'Europe/Rome' })

/** The recipient of a decision's mail: the member whom it concerns, or the owner of the bot with this name. */
export type Addressee = { address: string; botName: string | null }

type About = Pick<Decision, 'action' | 'kind'>

const isOnContent = ({ action, kind }: About) =>
  action === 'remove' || (action === 'empty' && kind === 'team')

function subjectOf(decision: About, { botName }: Addressee): string {
  if (botName !== null) return 'Decisione sul tuo bot'
  return `Decisione sul tuo ${isOnContent(decision) ? 'contenuto' : 'account'}`
}

/** Says to a bot's owner whose messages, profile and account the mail means. */
function about({ botName }: Addressee): string[] {
  return botName === null ? [] : [`Riguarda il tuo bot «${botName}», per cui rispondi tu.`]
}

/** The statement of reasons to the member whom a decision concerns (Regulation (EU) 2022/2065, art. 17), which names no reporter. */
export function statementMail(
  to: Addressee,
  decision: Decision,
  done: Done,
  origin: string,
  token: string,
): Mail {
  const { suspendedUntil, decidedAt } = decision
  const end = endOf(suspendedUntil)
  const until = end && dates.format(end)
  return composeMail(to.address, subjectOf(decision, to), [
    ...about(to),
    ...statementParagraphs({ ...decision, ...done, date: dates.format(decidedAt), until }),
    { link: tokenLink(origin, '/reclamo', token) },
    statementEnd,
  ])
}

/** To the member, when a decision is undone without an appeal. */
export function revertedMail(to: Addressee, decision: Decision, reasons: string): Mail {
  return composeMail(to.address, subjectOf(decision, to), [
    ...about(to),
    `La decisione del ${dates.format(decision.decidedAt)} è annullata, e ciò che aveva cambiato è ripristinato. Motivo: ${unstopped(reasons)}.`,
  ])
}

/** To the member who appealed. */
export function appealMail(
  to: Addressee,
  { decidedAt }: Decision,
  isAccepted: boolean,
  answer: string,
): Mail {
  const outcome = isAccepted
    ? 'Il reclamo è accolto: la decisione è annullata, e ciò che aveva cambiato è ripristinato.'
    : 'Il reclamo è respinto: la decisione resta.'
  return composeMail(to.address, 'Esito del reclamo', [
    ...about(to),
    `Abbiamo riesaminato la decisione del ${dates.format(decidedAt)}. ${outcome}`,
    ...(answer ? [`Motivo: ${unstopped(answer)}.`] : []),
    statementEnd,
  ])
}

/** To the reporter: whether a rule was broken, without the consequences for anybody. */
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
