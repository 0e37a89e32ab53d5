import { expect, it } from 'vitest'
import { firstRegistrationProblem, looksLikeEmail } from './auth.rules.ts'

const form = { username: '', password: 'Tana-verde1', passwordConfirmation: 'Tana-verde1' }

it.each([
  ['anna@esempio.it', true],
  [' Anna.Rossi@posta.esempio.it ', true],
  ['a@senza-email.invalid.it', true],
  ['a@altra-senza-email.invalid', true],
  ['a@senza-email.invalid', false],
  [' A@Senza-Email.INVALID ', false],
  [`${'a'.repeat(32)}@senza-email.invalid`, false],
  ['anna', false],
  ['anna@esempio', false],
  ['an na@esempio.it', false],
  [`${'a'.repeat(245)}@esempio.it`, false],
])('%s is an address of somebody: %s', (email, isAddress) => {
  expect(looksLikeEmail(email)).toBe(isAddress)
  expect(firstRegistrationProblem({ ...form, email })).toBe(isAddress ? null : 'auth.email_invalid')
})
