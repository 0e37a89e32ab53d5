import { eventLineParts } from '@covo/contract/notifications/event-line.it'
import type { Notification } from '@covo/contract/notifications/notifications.routes'
import type { ModerationNoticeKind } from '@covo/contract/notifications/notifications.rules'
import { securityNotices } from '@covo/contract/notifications/security-notice.it'
import { teamLineParts } from '@covo/contract/notifications/team-line.it'

const inTheMail = "I motivi e come fare reclamo sono nell'email che ti abbiamo mandato."

const moderationLines: Record<ModerationNoticeKind, string> = {
  report_upheld: 'Ciò che hai segnalato viola le Regole della community: abbiamo preso provvedimenti.',
  report_rejected: 'Ciò che hai segnalato non viola le Regole della community.',
  message_removed: `Abbiamo rimosso il tuo messaggio. ${inTheMail}`,
  event_removed: `Abbiamo rimosso il tuo evento. ${inTheMail}`,
  profile_emptied: `Abbiamo svuotato il tuo profilo. ${inTheMail}`,
  team_emptied: `Abbiamo svuotato la tua squadra. ${inTheMail}`,
  account_suspended: `Abbiamo sospeso il tuo account. ${inTheMail}`,
  bot_moderated: `Abbiamo preso provvedimenti su un tuo bot. ${inTheMail}`,
  decision_reverted: 'Una decisione che ti riguarda è annullata, e ciò che aveva cambiato è ripristinato.',
  appeal_accepted: 'Il tuo reclamo è accolto: la decisione è annullata.',
  appeal_rejected: 'Il tuo reclamo è respinto: la decisione resta.',
  report_received: 'Ci sono nuove segnalazioni da esaminare.',
}

/** The sentence of a line of 'Notifiche', in parts of which each second one is a name or a title: these are drawn in `bdi`. */
export function lineOf(one: Notification): string[] {
  if ('eventId' in one) return eventLineParts(one)
  if ('teamId' in one) return teamLineParts(one)
  if ('author' in one) return ['', one.author.displayName || 'Utente', ' ha accettato la tua richiesta.']
  if ('device' in one)
    return [`${[securityNotices[one.kind], one.device && `da ${one.device}`].filter(Boolean).join(', ')}.`]
  return [moderationLines[one.kind]]
}
