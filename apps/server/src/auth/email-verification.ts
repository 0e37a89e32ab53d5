/**
 * The confirmation of a registration's address: none; one without which a little is withheld; or one before the first
 * session.
 */
export const emailVerifications = ['off', 'limited', 'required'] as const

export type EmailVerification = (typeof emailVerifications)[number]
