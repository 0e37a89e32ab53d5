import type { ErrorCode } from '../errors.ts'
import { cleanText, isLongerThan } from '../text.ts'

/** Of a member, expired ones included. */
export const maximumTokens = 20

/** Characters. */
export const maximumTokenNameLength = 50

/** Days for which a token can be made. */
export const tokenLifetimes = [30, 90, 365] as const

export type TokenCode = Extract<
  ErrorCode,
  'tokens.name_missing' | 'tokens.name_too_long' | 'tokens.scopes_missing'
>

/** The problem of a token's form, with its field; null where there is none. */
export function tokenProblem(form: {
  name: string
  scopes: readonly unknown[]
}): { code: TokenCode; field: 'name' | 'scopes' } | null {
  const name = cleanText(form.name)
  if (name === '') return { code: 'tokens.name_missing', field: 'name' }
  if (isLongerThan(name, maximumTokenNameLength)) return { code: 'tokens.name_too_long', field: 'name' }
  if (form.scopes.length === 0) return { code: 'tokens.scopes_missing', field: 'scopes' }
  return null
}
