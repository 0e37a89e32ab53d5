/**
 * What an instance asks of a registration's address: nothing; a confirmation, without which a little is withheld; or one
 * before the first session.
 */
export const emailVerifications = ['off', 'limited', 'required'] as const

export type EmailVerification = (typeof emailVerifications)[number]
