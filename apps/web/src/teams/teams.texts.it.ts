import type { TeamRelation } from '@covo/contract/teams/teams.routes'
import type { TeamDraft } from '@covo/contract/teams/teams.rules'
import {
  codeDays,
  lookingDays,
  maximumPresentationLength,
  maximumRequestLength,
  maximumTeamNameLength,
  maximumTeamSize,
  minimumTeamNameLength,
} from '@covo/contract/teams/teams.rules'
import type { ReactNode } from 'react'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

type TeamOperation =
  | 'GET /api/teams'
  | 'GET /api/teams/own'
  | 'GET /api/teams/{teamId}'
  | 'POST /api/teams'
  | 'PATCH /api/teams/{teamId}'
  | 'POST /api/teams/{teamId}/requests'
  | 'DELETE /api/teams/{teamId}/requests'
  | 'POST /api/teams/{teamId}/requests/{uid}/accept'
  | 'POST /api/teams/{teamId}/requests/{uid}/reject'
  | 'POST /api/teams/{teamId}/invited/accept'
  | 'POST /api/teams/{teamId}/invited/reject'
  | 'GET /api/teams/{teamId}/invitation'
  | 'POST /api/teams/{teamId}/invitation'
  | 'POST /api/teams/code'
  | 'POST /api/teams/join'
  | 'DELETE /api/teams/{teamId}/members/{uid}'
  | 'PUT /api/teams/{teamId}/captain'
  | 'GET /api/events/{eventId}/teams'
  | 'GET /api/events/{eventId}/looking'
  | 'PUT /api/events/{eventId}/looking'
  | 'DELETE /api/events/{eventId}/looking'
  | 'PUT /api/teams/{teamId}/events/{eventId}'
  | 'DELETE /api/teams/{teamId}/events/{eventId}'
  | 'PUT /api/teams/{teamId}/events/{eventId}/lineup'
  | 'DELETE /api/teams/{teamId}/events/{eventId}/lineup'
  | 'PUT /api/teams/{teamId}/invited/{uid}'

/** Why the server refused something about a team. */
export const teamErrors: ErrorTexts<TeamOperation> = {
  'teams.not_found': "La squadra non c'è più.",
  'teams.not_member': 'Questa persona non fa parte della squadra.',
  'teams.request_gone': "La richiesta non c'è più.",
  'teams.not_entered': 'La squadra non è iscritta a questo evento.',
  'teams.code_invalid': 'Il codice non è valido o è scaduto.',
  'teams.not_captain': 'Solo chi è capitano può farlo.',
  'teams.field_invalid': 'Controlla nome e testi della squadra.',
  'teams.full': 'La squadra è al completo.',
  'teams.too_many': 'Si può stare al massimo in 20 squadre.',
  'teams.name_taken': 'Esiste già una squadra con questo nome.',
  'teams.closed': 'Le squadre di questo evento sono chiuse.',
  'teams.other_team': "Giochi già con un'altra squadra.",
  'teams.lineup_full': 'La formazione è al completo.',
  'teams.changed_meanwhile': 'Qualcuno ha cambiato la squadra mentre scrivevi.',
  'events.not_found': "L'evento non esiste più.",
  'events.not_participant': "Prima devi partecipare all'evento.",
  'friends.member_not_found': 'Dati utente non trovati.',
  'account.email_unverified': commonTexts.emailUnverified,
  'common.rate_limited': 'Troppi tentativi. Riprova più tardi.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

/** What is wrong with a field of the form. */
export const fieldProblems: Partial<Record<keyof TeamDraft, string>> = {
  name: `Scegli un nome da ${minimumTeamNameLength} a ${maximumTeamNameLength} caratteri.`,
  presentation: `La presentazione può avere al massimo ${maximumPresentationLength} caratteri.`,
  maximum: `Scrivi un numero da 1 a ${maximumTeamSize}.`,
  ctftimeId: 'Scrivi solo il numero, al massimo 8 cifre.',
}

export const requestProblem = `Il messaggio può avere al massimo ${maximumRequestLength} caratteri.`

export const teamsTexts = {
  title: 'Squadre',
  route: 'squadre',
  back: 'Torna agli eventi',
  lead: 'Trova con chi giocare, o raduna i tuoi',

  own: 'Le mie squadre',
  noneOwn: 'Non fai ancora parte di una squadra.',
  looking: 'Squadre che cercano',
  search: 'Cerca squadre',
  skill: 'Competenza',
  anySkill: 'Tutte le competenze',
  order: 'Prima quelle che cercano quello che sai fare.',
  mySkills: 'Le mie competenze',
  noneLooking: 'Nessuna squadra cerca componenti.',
  noneFound: 'Nessuna squadra corrisponde alla ricerca.',
  failed: 'Impossibile caricare le squadre. Riprova.',
  more: 'Mostra altre',
  noneFoundNext: 'Impossibile caricare altre squadre. Riprova.',

  create: 'Crea squadra',
  submit: 'Crea',
  edit: 'Modifica squadra',
  save: 'Salva modifiche',
  cancel: 'Annulla',
  close: 'Chiudi',
  name: 'Nome squadra *',
  presentation: 'Presentazione',
  maximum: 'Massimo componenti',
  skills: 'Competenze cercate',
  isLooking: 'Cerchiamo componenti',
  lookingHint: `La squadra resta nell'elenco per ${lookingDays} giorni, poi va detto di nuovo.`,
  ctftimeId: 'Numero della squadra su CTFtime',
  ctftimeHint: 'facoltativo',
  tooFew: (members: number) => `La squadra ha già ${members} componenti.`,
  reloadAndKeep: 'Ricarica e tieni il mio testo',

  haveCode: 'Ho un codice',
  code: 'Codice invito',
  codeHint: 'XXXX-XXXX',
  proceed: 'Continua',
  askToEnter: (team: ReactNode) => ['Vuoi entrare in ', team, '?'],
  enter: 'Entra',
  notNow: 'Non ora',

  captain: 'Capitano',
  captainIs: 'Capitano: ',
  hiddenCaptain: 'Utente',
  count: (members: number, maximum: number) => `${members} su ${maximum} componenti`,
  relations: {
    captain: 'Guidi tu',
    member: 'Ne fai parte',
    invited: 'Ti ha invitato',
    requested: 'Richiesta inviata',
    none: '',
  } satisfies Record<TeamRelation, string>,
}

/** The texts of one team's page. */
export const teamTexts = {
  title: 'Squadra',
  notFound: 'Squadra non trovata',
  inCommon: 'in comune',
  ctftime: 'Pagina su CTFtime',
  claimed: 'indicata dalla squadra',
  people: 'Componenti',
  events: 'Eventi',
  noEvents: 'Nessun evento in programma.',
  unseen: (count: number) => (count === 1 ? "e un'altra persona" : `e altre ${count} persone`),
  you: 'tu',
  chat: 'Chat della squadra',
  more: 'Altre azioni',
  actions: 'Azioni sulla squadra',
  stay: 'Resta',
  go: 'Esci',
  leave: 'Esci dalla squadra',
  leaveText: 'Non leggerai più la sua chat. Vuoi continuare?',
  leaveAsCaptain: (name: ReactNode) => ['La guida passa a ', name, '. Vuoi continuare?'],
  somebodyElse: "un'altra persona",
  leaveAsLast: "Sei l'ultima persona rimasta: la squadra e la sua chat verranno eliminate. Vuoi continuare?",
  left: (name: string) => `Non fai più parte della squadra "${name}".`,

  /** How the viewer stands to it, where they are not in it. */
  states: {
    captain: '',
    member: '',
    invited: 'Questa squadra ti ha invitato.',
    requested: 'Richiesta inviata',
    none: '',
  } satisfies Record<TeamRelation, string>,
  ask: 'Chiedi di entrare',
  message: 'Messaggio',
  sendRequest: 'Invia richiesta',
  withdraw: 'Ritira richiesta',
  enter: 'Entra',
  refuseInvitation: 'Rifiuta invito',
  full: 'La squadra è al completo.',
  joined: (name: string) => `Fai parte della squadra "${name}".`,

  requests: (count: number) => `Richieste (${count})`,
  accept: 'Accetta',
  reject: 'Rifiuta',
  code: 'Codice invito',
  codeEnds: (end: string) => `Vale fino a ${end}. Chi lo ha entra senza chiedere.`,
  noCode: `Chi ha il codice entra senza chiedere. Un codice vale ${codeDays} giorni.`,
  makeCode: 'Crea codice',
  copyLink: 'Copia link',
  linkCopied: 'Link copiato.',
  notCopied: 'Impossibile copiare.',
  renewCode: 'Rigenera codice',

  nameCaptain: 'Nomina capitano',
  handOver: (name: ReactNode) => ['Vuoi affidare la squadra a ', name, '?'],
  handOverConfirm: 'Affida',
  remove: 'Rimuovi',
  removeText: (name: ReactNode) => ['Vuoi togliere ', name, ' dalla squadra?'],
  goBack: 'Torna indietro',
  captainAway: 'Chi è capitano non apre la squadra da oltre 30 giorni.',
  follow: 'Diventa capitano',
}

/** The texts of the teams of an event. */
export const eventTeamsTexts = {
  title: (event: string) => `Squadre di ${event}`,
  heading: (event: ReactNode) => ['Squadre di ', event],
  notFound: 'Evento non trovato',
  back: "Torna all'evento",
  backToEvents: 'Torna agli eventi',
  closed: teamErrors['teams.closed'],
  whoPlays: "Gioca chi partecipa all'evento.",

  notEntered: 'Non iscritta',
  noneEntered: 'Le tue squadre non sono iscritte. Le iscrive chi è capitano.',
  enter: 'Iscrivi la squadra',
  entered: 'Squadra iscritta.',
  withdraw: 'Ritira la squadra',
  withdrawn: 'Squadra ritirata.',
  play: (team: ReactNode) => ['Gioco con ', team],
  plays: 'In formazione',
  stopPlaying: 'Non gioco più',
  lineup: 'Formazione',
  players: (count: number, limit: number | null) =>
    limit === null ? `${count} in formazione` : `${count} su ${limit} in formazione`,
  lineupFull: teamErrors['teams.lineup_full'],

  others: 'Altre squadre iscritte',
  seekers: 'Cercano squadra',
  noSeekers: 'Nessuno cerca squadra.',
  moreSeekers: 'Mostra altre persone',
  moreSeekersFailed: 'Impossibile caricare altre persone. Riprova.',
  seek: 'Cerco squadra',
  stopSeeking: 'Non cerco più',
  publish: 'Pubblica',
  textProblem: `La presentazione può avere al massimo ${maximumRequestLength} caratteri.`,
  skills: 'Competenze',
  noSkills: 'Non hai ancora indicato competenze.',
  invite: 'Invita',
  inviteInto: 'Invita nella squadra',
  invited: 'Invito inviato',
  joined: 'Nella tua squadra',
}

/** The texts of its room. */
export const teamRoomTexts = {
  name: 'Chat della squadra',
  title: (name: string) => `Chat di ${name}`,
  heading: (name: ReactNode) => ['Chat di ', name],
  back: 'Torna alla squadra',
  outside: 'Non fai più parte di questa squadra.',
}
