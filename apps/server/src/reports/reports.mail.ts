import type { ReportedKind, ReportReason } from '@covo/contract/reports/reports.rules'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mailer.ts'

const kindNames: Record<ReportedKind, string> = {
  message: 'un messaggio',
  member: 'un profilo',
  event: 'un evento',
  team: 'una squadra',
}

const reasonNames: Record<ReportReason, string> = {
  spam: 'Spam o pubblicità',
  harassment: 'Molestie o minacce',
  hate: "Incitamento all'odio",
  sexual_or_violent: 'Contenuti sessuali o violenti',
  personal_data: 'Dati personali di altri',
  malware_or_illegal: 'Software dannoso o attività illegale',
  other: 'Altro',
}

type Report = { id: string; kind: ReportedKind; reason: ReportReason }

/** To the member who reported. */
export function receiptMail(to: string, instance: string, { kind, reason }: Report): Mail {
  return composeMail(to, 'Segnalazione ricevuta', [
    `Abbiamo ricevuto la tua segnalazione su ${instance}: ${kindNames[kind]}, per «${reasonNames[reason]}».`,
    "La leggerà una persona. Ti scriveremo com'è andata; a chi hai segnalato non diciamo chi sei.",
  ])
}

/** To the operator. It quotes nothing that a member wrote. */
export function newReportMail(to: string, instance: string, { id, kind, reason }: Report): Mail {
  return composeMail(to, `Nuova segnalazione su ${instance}`, [
    `Qualcuno ha segnalato ${kindNames[kind]}, per «${reasonNames[reason]}».`,
    `Per leggerla: npm run covo -- list-reports ${id}`,
  ])
}
