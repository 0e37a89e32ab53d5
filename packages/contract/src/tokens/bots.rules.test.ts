import { expect, it } from 'vitest'
import { botProblem, botTokenProblem } from './bots.rules.ts'

const form = { name: 'Pingatore', scopes: ['chat:read'] }

it.each([
  [form, null],
  [
    { ...form, name: ' \n' },
    { code: 'profiles.display_name_empty', field: 'name' },
  ],
  [
    { ...form, name: 'ab' },
    { code: 'profiles.display_name_too_short', field: 'name' },
  ],
  [
    { ...form, name: 'n'.repeat(51) },
    { code: 'profiles.display_name_too_long', field: 'name' },
  ],
  [
    { ...form, name: 'Ping\u200batore' },
    { code: 'profiles.display_name_invalid', field: 'name' },
  ],
  [
    { name: 'ab', scopes: [] },
    { code: 'profiles.display_name_too_short', field: 'name' },
  ],
  [
    { ...form, scopes: [] },
    { code: 'tokens.scopes_missing', field: 'scopes' },
  ],
])('%j: %j', (given, problem) => {
  expect(botProblem(given)).toEqual(problem)
})

it.each([
  [['chat:read'], null],
  [[], { code: 'tokens.scopes_missing', field: 'scopes' }],
])('another token with %j: %j', (scopes, problem) => {
  expect(botTokenProblem({ scopes })).toEqual(problem)
})
