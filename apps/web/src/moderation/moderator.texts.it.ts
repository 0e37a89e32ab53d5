import type { ActOnDecision, ActOnRoom } from '@covo/contract/moderation/moderation.routes'
import {
  communityRules,
  type DecisionAct,
  type ModerationAction,
  type RoomAct,
} from '@covo/contract/moderation/moderation.rules'
import type { ReportedKind } from '@covo/contract/reports/reports.rules'
import type { ReactNode } from 'react'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

const alreadyDecided = "Un'altra persona ha già deciso."
const secondFactorNeeded = 'Per moderare attiva prima la verifica in due passaggi.'
/** Where it was turned on since the sign-in. */
const signInAgain = 'Per moderare esci e accedi di nuovo, con la verifica in due passaggi.'
const notAllowed = 'Questa decisione spetta a qualcun altro.'

export const readingErrors: ErrorTexts<
  | 'GET /api/moderation/reports'
  | 'GET /api/moderation/reports/{id}'
  | 'GET /api/moderation/appeals'
  | 'GET /api/moderation/log'
> = {
  'common.unauthenticated': commonTexts.signInNeeded,
  // Of a report; the lists are always there for a moderator.
  'common.not_found': alreadyDecided,
  'moderation.second_factor_needed': secondFactorNeeded,
  fallback: commonTexts.failed,
}

export const actingErrors: ErrorTexts<
  | 'POST /api/moderation/reports/{id}/decision'
  | 'POST /api/moderation/decisions/{id}/revert'
  | 'POST /api/moderation/appeals/{id}/answer'
> = {
  'common.unauthenticated': commonTexts.signInNeeded,
  'common.not_found': "Non c'è più nulla su cui decidere.",
  'moderation.second_factor_needed': secondFactorNeeded,
  'moderation.text_required': 'Scrivi una motivazione di almeno 20 caratteri.',
  'moderation.not_allowed': notAllowed,
  'moderation.already_decided': alreadyDecided,
  'moderation.not_possible': "Non si può più fare: il contenuto o l'account non c'è più.",
  fallback: commonTexts.failed,
}

const person = (count: number) => (count === 1 ? 'una persona' : `${count} persone`)

/** The effect of a decision, by its kind of subject. */
function effectOf(action: ModerationAction, kind: ReportedKind): string {
  switch (action) {
    case 'none':
      return 'Nessuna violazione'
    case 'remove':
      return kind === 'event' ? 'Evento rimosso' : 'Messaggio rimosso'
    case 'empty':
      return kind === 'team' ? 'Squadra svuotata' : 'Profilo svuotato'
    case 'suspend':
      return 'Account sospeso'
  }
}

const actNames: Record<DecisionAct, string> = {
  decided: '',
  reverted: 'Ripristinato',
  appeal_accepted: 'Reclamo accolto',
  appeal_rejected: 'Reclamo respinto',
}

const roomActNames: Record<RoomAct, string> = {
  room_created: 'Stanza creata',
  room_edited: 'Stanza modificata',
  room_archived: 'Stanza archiviata',
  room_reopened: 'Stanza riaperta',
  rooms_ordered: 'Stanze riordinate',
}

export const moderatorTexts = {
  showPicture: 'Mostra immagine',
  download: 'Scarica',
  unsafeFile: 'Il file viene da una segnalazione: aprilo solo in un ambiente sicuro.',
  title: 'Moderazione',
  reports: 'Segnalazioni',
  appeals: 'Reclami',
  log: 'Registro',
  more: 'Mostra altri',
  secondFactorNeeded,
  signInAgain,
  toSecurity: 'Vai a Sicurezza',
  notAllowed,

  noReports: 'Nessuna segnalazione da esaminare.',
  noAppeals: 'Nessun reclamo da esaminare.',
  noActs: 'Ancora nessuna decisione.',

  kinds: { message: 'Messaggio', member: 'Profilo', event: 'Evento', team: 'Squadra' } satisfies Record<
    ReportedKind,
    string
  >,
  countOf: (count: number) => `segnalato da ${person(count)}`,
  context: 'Contesto',
  isPrivate: 'Da una chat privata: della chat vedi solo questi messaggi.',
  isReported: 'segnalato',
  noText: 'Senza testo',
  fields: {
    displayName: 'Nome',
    bio: 'Bio',
    professione: 'Professione',
    citta: 'Città',
    telefono: 'Telefono',
    dataNascita: 'Data di nascita',
    email: 'Email',
    interessi: 'Competenze',
    links: 'Link',
    title: 'Titolo',
    description: 'Descrizione',
    dateTime: 'Inizio',
    deadline: 'Termine',
    link: 'Link',
    address: 'Luogo',
    mapLink: 'Mappa',
    cancelReason: 'Annullato perché',
    organizerName: 'Organizza',
    name: 'Nome',
    presentation: 'Presentazione',
    skills: 'Competenze cercate',
    ctftimeId: 'Numero della squadra su CTFtime',
    captainName: 'Capitano',
  } as Partial<Record<string, string>>,
  reporters: 'Chi ha segnalato',
  moreReports: (count: number) => (count === 1 ? "Un'altra segnalazione" : `Altre ${count} segnalazioni`),
  moreReporters: (count: number) => `e ${person(count)} in più`,
  earlier: 'Decisioni precedenti',
  noEarlier: 'Nessuna decisione precedente.',
  effectOf,
  rule: (rule: number) => `Regola ${rule}: ${communityRules[rule - 1] ?? ''}`,
  isReverted: 'annullata',

  /** The buttons of a report. */
  actionName: (action: ModerationAction, kind: ReportedKind) => {
    if (action === 'none') return 'Nessuna violazione'
    if (action === 'empty') return kind === 'team' ? 'Svuota squadra' : 'Svuota profilo'
    if (action === 'suspend') return 'Sospendi'
    return kind === 'event' ? 'Rimuovi evento' : 'Rimuovi messaggio'
  },
  decision: 'Decisione',
  ruleField: 'Regola violata *',
  chooseRule: 'Scegli una regola',
  ruleMissing: 'Scegli la regola violata.',
  factsField: 'Motivazione *',
  daysField: 'Durata *',
  chooseDays: 'Scegli una durata',
  daysMissing: 'Scegli la durata.',
  days: [
    { value: '1', label: '1 giorno' },
    { value: '7', label: '7 giorni' },
    { value: '30', label: '30 giorni' },
    { value: 'none', label: 'Senza termine' },
  ],
  noViolation:
    "La segnalazione viene chiusa senza conseguenze. A chi l'ha inviata scriviamo che le regole non sono state violate.",
  preview: 'Anteprima della motivazione',
  previewLink: (origin: string) => `${origin}/reclamo#…`,
  cancel: 'Annulla',
  confirm: 'Conferma decisione',
  decided: 'Decisione registrata.',

  appealOf: 'Reclamo',
  against: 'Contro la decisione',
  accept: 'Accogli',
  reject: 'Respingi',
  acceptTitle: 'Accogli il reclamo',
  acceptHint: "La decisione viene annullata, e ciò che aveva cambiato torna com'era.",
  rejectTitle: 'Respingi il reclamo',
  rejectHint: 'La decisione resta. La motivazione arriva per email a chi ha fatto reclamo.',
  answered: 'Risposta registrata.',

  actOf: ({ act, action, kind }: Pick<ActOnDecision, 'act' | 'action' | 'kind'>) =>
    act === 'decided' ? effectOf(action, kind) : `${actNames[act]}: ${effectOf(action, kind).toLowerCase()}`,
  roomAct: ({ act, roomName }: Pick<ActOnRoom, 'act' | 'roomName'>) =>
    roomName ? `${roomActNames[act]}: ${roomName}` : roomActNames[act],
  by: (by: ReactNode) => ['da ', by],
  byAndOn: (by: ReactNode, on: ReactNode) => ['da ', by, ' · su ', on],
  operator: 'chi gestisce la community',
  forgotten: 'Nomi non più conservati, dopo due anni.',
  revert: 'Ripristina',
  revertTitle: 'Ripristina',
  revertHint:
    "La decisione viene annullata, e ciò che aveva cambiato torna com'era. La motivazione arriva per email.",
  reverted: 'Ripristino registrato.',
}
