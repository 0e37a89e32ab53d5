import { hasUnseenLetters, qualifyEmoji } from '../names.ts'
import { accepted, firstEmptyField, refused } from '../parsed.ts'
import { cleanText, countCharacters, isNameLongerThan, textKey } from '../text.ts'

/** Specification, point 9. */
export const minimumPasswordLength = 6
/** A cap before hashing, so that a megabyte of password costs nothing (CVE-2026-24458). */
export const maximumPasswordLength = 256
/** Specification, point 9. */
export const minimumUsernameLength = 3
export const maximumUsernameLength = 50
/** RFC 5321, section 4.5.3.1.3: a path has at most 256 octets with its brackets. */
const maximumEmailLength = 254

/** The domain of the placeholders for addresses that are absent. RFC 2606, section 2: no mail can ever reach it. */
export const placeholderEmailDomain = 'senza-email.invalid'

export type LoginForm = { email: string; password: string }

export type RegistrationForm = {
  email: string
  /** Optional: blank means that the name is taken from the email. */
  username: string
  password: string
  passwordConfirmation: string
}

/** Email addresses are compared without regard to case, surrounding space and how letters are composed. */
export function normaliseEmail(email: string): string {
  return cleanText(email).toLowerCase().normalize('NFC')
}

/**
 * A password as it is hashed, so that it is one on all keyboards and systems (NIST SP 800-63B, section 3.1.1.2): its letters
 * composed, each blank a space. It is the profile OpaqueString (RFC 8265, section 4.2.2), which of the forms of Unicode takes NFC: NFKC
 * would make different passwords one. None is longer than the maximum: a longer text stays as it is.
 */
export function normalisePassword(password: string): string {
  if (password.length > maximumPasswordLength) return password
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')
}

/**
 * The normalised address of a person; a placeholder for an absent one is refused. The length is checked first, so that no text
 * makes the pattern slow.
 */
export function parseEmail(typed: string) {
  const email = normaliseEmail(typed)
  const isAddress =
    email.length <= maximumEmailLength &&
    !email.endsWith(`@${placeholderEmailDomain}`) &&
    /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)
  return isAddress ? accepted(email) : refused('auth.email_invalid', 'email')
}

/** Specification, point 5, login. */
export function parseLogin({ email, password }: LoginForm) {
  const missing = firstEmptyField({ email: cleanText(email), password })
  if (missing) return refused('auth.credentials_required', missing)
  return accepted({ email: normaliseEmail(email), password })
}

/** Specification, point 5, registration: the account, or the first problem in the order in which they are reported. */
export function parseRegistration(form: RegistrationForm) {
  const { passwordConfirmation } = form
  const missing = firstEmptyField({
    email: cleanText(form.email),
    password: form.password,
    passwordConfirmation,
  })
  if (missing) return refused('auth.required_fields_missing', missing)
  const email = parseEmail(form.email)
  if (email.problem) return email
  const newPassword = parsePassword(form)
  if (newPassword.problem) return newPassword
  const username = qualifyEmoji(cleanText(form.username))
  if (username && countCharacters(username) < minimumUsernameLength)
    return refused('auth.username_too_short', 'username')
  if (isNameLongerThan(username, maximumUsernameLength)) return refused('auth.username_too_long', 'username')
  if (hasUnseenLetters(username)) return refused('auth.username_invalid', 'username')
  if (isObviousPassword(form)) return refused('auth.password_weak', 'password')
  return accepted({ email: email.value, username, password: newPassword.value })
}

/** A new password, set by the link of a mail. */
export type ResetForm = { password: string; passwordConfirmation: string }

/** The rules of a registration's password, in their order, for a new one. */
export function parseReset(form: ResetForm) {
  const { password, passwordConfirmation } = form
  const missing = firstEmptyField({ password, passwordConfirmation })
  return missing ? refused('auth.required_fields_missing', missing) : parsePassword(form)
}

/** A new password, set by the present one. */
export type PasswordChangeForm = ResetForm & { currentPassword: string }

/** Whether all is filled. The new password's rules come after the present one was checked. */
export function parsePasswordChange({ currentPassword, password, passwordConfirmation }: PasswordChangeForm) {
  const missing = firstEmptyField({ currentPassword, password, passwordConfirmation })
  return missing ? refused('auth.required_fields_missing', missing) : accepted(currentPassword)
}

function parsePassword(form: ResetForm) {
  const password = normalisePassword(form.password)
  if (password.length < minimumPasswordLength) return refused('auth.password_too_short', 'password')
  if (password.length > maximumPasswordLength) return refused('auth.password_too_long', 'password')
  if (password !== normalisePassword(form.passwordConfirmation))
    return refused('auth.password_mismatch', 'passwordConfirmation')
  return accepted(password)
}

/** A password that repeats the account's own email or name is the first that a stranger tries. */
export function isObviousPassword({
  email,
  username,
  password,
}: Pick<RegistrationForm, 'email' | 'username' | 'password'>): boolean {
  const address = normaliseEmail(email)
  const guesses = [address, address.split('@')[0] ?? '', cleanText(username)]
  return guesses.map(textKey).includes(textKey(password))
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
