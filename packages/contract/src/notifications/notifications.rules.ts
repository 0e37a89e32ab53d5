/** What members are told of: each kind has a switch. */
export const notificationKinds = ['events', 'chat', 'friendship'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Kinds of mails out of events: each is chosen, and ended, by itself. */
export const eventMailKinds = ['changes', 'messages', 'reminders'] as const
export type EventMailKind = (typeof eventMailKinds)[number]

/** Kinds of mails that their reader may end. */
const mailKinds = [...eventMailKinds, 'digest'] as const
export type MailKind = (typeof mailKinds)[number]

/** Characters of the longest token that ends a kind of mail. */
export const maximumUnsubscribeToken = 80

/** A kind, whose mails they are, and the signature of both (128 bits in base64url). */
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
