import { expect, it } from 'vitest'
import { maximumTokenNameLength, tokenProblem } from './tokens.rules.ts'

const form = { name: 'Bot', scopes: ['chat:read'] }

it.each([
  [form, null],
  [{ ...form, name: '👨‍👩‍👧‍👦'.repeat(maximumTokenNameLength) }, null],
  [
    { ...form, name: ' \n' },
    { code: 'tokens.name_missing', field: 'name' },
  ],
  [
    { ...form, name: 'n'.repeat(maximumTokenNameLength + 1) },
    { code: 'tokens.name_too_long', field: 'name' },
  ],
  [
    { name: '', scopes: [] },
    { code: 'tokens.name_missing', field: 'name' },
  ],
  [
    { ...form, scopes: [] },
    { code: 'tokens.scopes_missing', field: 'scopes' },
  ],
])('%j: %j', (given, problem) => {
  expect(tokenProblem(given)).toEqual(problem)
})
