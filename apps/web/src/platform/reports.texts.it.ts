import type { ReportReason } from '@covo/contract/reports/reports.rules'
import type { ReactNode } from 'react'
import type { ErrorTexts } from './api.ts'
import { commonTexts } from './common.texts.it.ts'

export const reportErrors: ErrorTexts<'POST /api/reports'> = {
  'reports.reason_required': 'Scegli un motivo.',
  'reports.details_required': 'Descrivi il problema.',
  'reports.own_content': 'Non puoi segnalare ciò che hai scritto tu.',
  'reports.subject_not_found': "Ciò che vuoi segnalare non c'è più.",
  'reports.too_many': 'Hai inviato troppe segnalazioni. Riprova più tardi.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const reasonNames: Record<ReportReason, string> = {
  spam: 'Spam o pubblicità',
  harassment: 'Molestie o minacce',
  hate: "Incitamento all'odio",
  sexual_or_violent: 'Contenuti sessuali o violenti',
  personal_data: 'Dati personali di altri',
  malware_or_illegal: 'Software dannoso o attività illegale',
  other: 'Altro',
}

export const reportTexts = {
  report: 'Segnala',
  reason: 'Motivo *',
  details: 'Dettagli',
  readers: 'Chi modera leggerà questo messaggio e i 10 che lo precedono, non il resto della chat.',
  goodFaith: 'Inviando dichiari in buona fede che la segnalazione è esatta.',
  blockToo: (name: ReactNode) => ['Blocca anche ', name],
  cancel: 'Annulla',
  send: 'Invia segnalazione',
  sent: "Segnalazione inviata. Ti scriveremo com'è andata.",
}
