import { cleanName } from '../names.ts'
import { isLongerThan } from '../text.ts'

/** Of a member, expired ones included. */
export const maximumTokens = 20

/** Characters. */
export const maximumTokenNameLength = 50

/** Days for which a token can be made. */
export const tokenLifetimes = [30, 90, 365] as const

/** The problem of a token's form, with its field; null where there is none. */
export function tokenProblem(form: { name: string; scopes: readonly unknown[] }) {
  const problem = nameProblem(form)
  if (problem || form.scopes.length > 0) return problem
  return { code: 'tokens.scopes_missing', field: 'scopes' } as const
}

/** The problem of a token's or webhook's name; null where there is none. */
export function nameProblem(form: { name: string }) {
  const name = cleanName(form.name)
  if (name === '') return { code: 'tokens.name_missing', field: 'name' } as const
  if (isLongerThan(name, maximumTokenNameLength))
    return { code: 'tokens.name_too_long', field: 'name' } as const
  return null
}
