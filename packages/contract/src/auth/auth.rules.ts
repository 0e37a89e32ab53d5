import type { ErrorCode } from '../errors.ts'
import { hasUnseenLetters } from '../names.ts'
import { cleanText, countCharacters, isNameLongerThan } from '../text.ts'

/** Specification, point 9. */
export const minimumPasswordLength = 6
/** A cap before hashing, so that a megabyte of password costs nothing (CVE-2026-24458). */
export const maximumPasswordLength = 256
/** Specification, point 9. */
export const minimumUsernameLength = 3
export const maximumUsernameLength = 50
/** RFC 5321, section 4.5.3.1.3: a path has at most 256 octets with its brackets. */
const maximumEmailLength = 254

/** The domain of the stand-ins for addresses that are absent. RFC 2606, section 2: no mail can ever reach it. */
export const absentEmailDomain = 'senza-email.invalid'

/** The page that an external provider's popup ends on; it tells the page that opened it, and closes. */
export const providerPopupPath = '/provider-popup'

export type LoginForm = { email: string; password: string }

export type RegistrationForm = {
  email: string
  /** Optional: blank means that the name is taken from the email. */
  username: string
  password: string
  passwordConfirmation: string
}

/** Email addresses are compared without regard to case and surrounding space. */
export function normaliseEmail(email: string): string {
  return cleanText(email).toLowerCase()
}

/**
 * Whether a text looks like an address of somebody; a stand-in for an absent one doesn't. The length is checked first, so
 * the pattern can't be made slow.
 */
export function looksLikeEmail(email: string): boolean {
  const address = normaliseEmail(email)
  if (address.length > maximumEmailLength || address.endsWith(`@${absentEmailDomain}`)) return false
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address)
}

/** Specification, point 5, login. */
export function firstLoginProblem(form: LoginForm) {
  if (!cleanText(form.email) || !form.password) return 'auth.credentials_required'
  return null
}

/** Specification, point 5, registration: the checks in the order in which they are reported. */
export function firstRegistrationProblem(form: RegistrationForm) {
  const username = cleanText(form.username)
  if (!cleanText(form.email) || !form.password || !form.passwordConfirmation)
    return 'auth.required_fields_missing'
  if (!looksLikeEmail(form.email)) return 'auth.email_invalid'
  if (form.password.length < minimumPasswordLength) return 'auth.password_too_short'
  if (form.password.length > maximumPasswordLength) return 'auth.password_too_long'
  if (form.password !== form.passwordConfirmation) return 'auth.password_mismatch'
  if (username && countCharacters(username) < minimumUsernameLength) return 'auth.username_too_short'
  if (isNameLongerThan(username, maximumUsernameLength)) return 'auth.username_too_long'
  if (hasUnseenLetters(username)) return 'auth.username_invalid'
  if (isObviousPassword(form)) return 'auth.password_weak'
  return null satisfies ErrorCode | null
}

/** A new password, set by the link of a mail. */
export type ResetForm = { password: string; passwordConfirmation: string }

/** The rules of a registration's password, in their order, for a new one. */
export function firstResetProblem({ password, passwordConfirmation }: ResetForm) {
  if (!password || !passwordConfirmation) return 'auth.required_fields_missing'
  if (password.length < minimumPasswordLength) return 'auth.password_too_short'
  if (password.length > maximumPasswordLength) return 'auth.password_too_long'
  if (password !== passwordConfirmation) return 'auth.password_mismatch'
  return null
}

/** A password that repeats the account's own email or name is the first that a stranger tries. */
export function isObviousPassword({
  email,
  username,
  password,
}: Pick<RegistrationForm, 'email' | 'username' | 'password'>): boolean {
  const address = normaliseEmail(email)
  const guesses = [address, address.split('@')[0], cleanText(username).toLowerCase()]
  return guesses.includes(password.toLowerCase())
}

/** Specification, point 4: the password's strength from 0 to 5, a point for each of five qualities. */
export function passwordStrength(password: string): number {
  const qualities = [
    password.length >= 6,
    password.length >= 8,
    /\p{Lu}/u.test(password),
    /\p{Nd}/u.test(password),
    /[^\p{L}\p{N}]/u.test(password),
  ]
  return qualities.filter(Boolean).length
}
