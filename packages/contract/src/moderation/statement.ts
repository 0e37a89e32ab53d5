import type { ConversationKind } from '../chat/chat.rules.ts'
import type { ReportedKind } from '../reports/reports.rules.ts'
import { communityRules, type ModerationAction } from './moderation.rules.ts'

type Statement = {
  kind: ReportedKind
  action: ModerationAction
  /** The number of the broken rule; null while it is not chosen. */
  rule: number | null
  facts: string
  /** Of the decision, in words; and until when it holds, null without an end. */
  date: string
  until: string | null
  where: string
  /** The removed text. */
  quoted: string
}

/** Stands for text that is not entered yet. */
const notYet = '[…]'

const acts: Record<ModerationAction, string> = {
  none: '',
  remove: 'abbiamo rimosso il tuo messaggio',
  empty: 'abbiamo svuotato il tuo profilo',
  suspend: 'abbiamo sospeso il tuo account',
}

/**
 * The statement of reasons to the member whom a decision concerns (Regulation (EU) 2022/2065, art. 17), which names no reporter. The
 * link to appeal stands between it and `statementEnd`.
 */
export function statementParagraphs({ rule, date, until, quoted, ...decision }: Statement) {
  const facts = unstopped(decision.facts) || notYet
  return [
    `Decisione del ${date}: ${describeAct(decision)}. Vale su tutta la community${until ? `, fino al ${until}` : ''}. Fatti: ${facts}. Nasce da una segnalazione. Ha deciso una persona, senza strumenti automatici. Regola ${rule ?? notYet} delle Regole della community: ${communityRules[(rule ?? 0) - 1] ?? notYet}, perché: ${facts}.`,
    ...(quoted ? [`Il testo: «${quoted}»`] : []),
    'Puoi fare reclamo gratis entro sei mesi da questo link:',
  ]
}

/** The effect of a decision, as its statement says it to the member whom it concerns: 'abbiamo rimosso il tuo evento «…»'. */
export function describeAct({ kind, action, where }: Pick<Statement, 'kind' | 'action' | 'where'>): string {
  return [what(action, kind), where].filter(Boolean).join(' ')
}

function what(action: ModerationAction, kind: ReportedKind): string {
  if (action === 'remove' && kind === 'event') return 'abbiamo rimosso il tuo evento'
  if (action === 'empty' && kind === 'team') return 'abbiamo svuotato la tua squadra'
  return acts[action]
}

export const statementEnd =
  'Restano possibili, dove previsti, gli organismi di risoluzione extragiudiziale, e il giudice.'

/** @param name of the room or the team; empty where it is not there any more */
export function whereSent(kind: ConversationKind, name: string): string {
  switch (kind) {
    case 'public':
      return 'nella Chat Generale'
    case 'room':
      return `nella stanza ${name}`
    case 'event':
      return 'nella chat di un evento'
    case 'team':
      return name ? `nella squadra ${name}` : 'in una squadra'
    case 'private':
      return 'in una chat privata'
  }
}

/** The quote of an event, a profile or a team: its name and its text. */
export function quote(name: string, text: string): string {
  return [name, text].filter(Boolean).join('\n')
}

/** A sentence's words without the full stop that stands behind them. */
export function unstopped(text: string): string {
  return text.replace(/[.\s]+$/, '')
}
