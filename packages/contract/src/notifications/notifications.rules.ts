/** The kinds of notifications: each has a switch. */
export const notificationKinds = ['events', 'chat', 'friendship'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/**
 * Lines about an event for some members alone: a seat, being an organizer or the owner, a message of the event's room that is for
 * them; to the organizers, that somebody has joined and that it is full.
 */
export const personalEventKinds = [
  'seat',
  'joined',
  'full',
  'organizer_added',
  'owner_handed_over',
  'mentioned',
  'replied',
] as const

/** Whether notifications of this kind only appear in the list, without toast or push. An event has at most one of each an hour. */
export const isQuiet = (kind: string) => kind === 'joined' || kind === 'full'

/** Lines about the own account, since somebody else may have done it. `signed_in`: by a browser or system that is new. */
export const securityNoticeKinds = [
  'signed_in',
  'password_changed',
  'factor_on',
  'factor_off',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'email_changed',
] as const
export type SecurityNoticeKind = (typeof securityNoticeKinds)[number]

/** Lines about a report or an appeal of the member's, or a decision on them or on a bot of theirs; to those who moderate, that something was reported. */
export const moderationNoticeKinds = [
  'report_upheld',
  'report_rejected',
  'message_removed',
  'event_removed',
  'profile_emptied',
  'team_emptied',
  'account_suspended',
  'bot_moderated',
  'decision_reverted',
  'appeal_accepted',
  'appeal_rejected',
  'report_received',
] as const
export type ModerationNoticeKind = (typeof moderationNoticeKinds)[number]

/**
 * Lines about a team. To its captain: somebody asks to be let in; to the one concerned: invited, let in, not let in, removed, the
 * captain from now on; to the former captain: another one leads it; to the other members: it has entered an event; to a member: a
 * message of its room that is for them.
 */
export const teamNoticeKinds = [
  'team_requested',
  'team_invited',
  'team_joined',
  'team_rejected',
  'team_removed',
  'team_captain',
  'team_captain_changed',
  'team_entered',
  'team_mentioned',
  'team_replied',
] as const
export type TeamNoticeKind = (typeof teamNoticeKinds)[number]

/** The kinds of lines about no event and no team. */
export type NoticeKind = 'request_accepted' | SecurityNoticeKind | ModerationNoticeKind

/** Lines of one kind, about no event, that are kept for a member: the newest. */
export const maximumNotices = 100

/** Kinds of mails out of events: each is chosen, and ended, by itself. */
export const eventMailKinds = ['changes', 'messages', 'reminders'] as const
export type EventMailKind = (typeof eventMailKinds)[number]

/** Kinds of mails that their reader may end. */
const mailKinds = [...eventMailKinds, 'digest'] as const
export type MailKind = (typeof mailKinds)[number]

/** Characters of the longest token that ends a kind of mail. */
export const maximumUnsubscribeToken = 80

/** A kind, the member's id, and the signature of both (128 bits in base64url). */
const unsubscribeToken = new RegExp(
  `^(${mailKinds.join('|')})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([\\w-]{22})$`,
)

/** The parts of a token that ends a kind of mail; null where the text is none. Whether its signature is right the server knows. */
export function readUnsubscribeToken(
  token: string,
): { kind: MailKind; uid: string; signature: string } | null {
  const [, kind, uid = '', signature = ''] = unsubscribeToken.exec(token) ?? []
  return kind === undefined ? null : { kind: kind as MailKind, uid, signature }
}
