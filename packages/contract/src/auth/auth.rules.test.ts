import { describe, expect, it } from 'vitest'
import {
  isObviousPassword,
  normalisePassword,
  parseEmail,
  parseLogin,
  parseRegistration,
  parseReset,
  passwordStrength,
  type RegistrationForm,
  type ResetForm,
} from './auth.rules.ts'

const password = 'Tana-verde1'
const form = { email: 'anna@esempio.it', username: '', password, passwordConfirmation: password }

describe('an email', () => {
  it.each([
    ['anna@esempio.it', 'anna@esempio.it'],
    [' Anna.Rossi@posta.esempio.it ', 'anna.rossi@posta.esempio.it'],
    ['a@senza-email.invalid.it', 'a@senza-email.invalid.it'],
    ['a@altra-senza-email.invalid', 'a@altra-senza-email.invalid'],
    ['a@senza-email.invalid', null],
    [' A@Senza-Email.INVALID ', null],
    [`${'a'.repeat(32)}@senza-email.invalid`, null],
    ['anna', null],
    ['anna@esempio', null],
    ['an na@esempio.it', null],
    [`${'a'.repeat(243)}@esempio.it`, `${'a'.repeat(243)}@esempio.it`],
    [`${'a'.repeat(244)}@esempio.it`, null],
  ])('%s is normalised to %s', (typed, email) => {
    const problem = email === null ? { code: 'auth.email_invalid', field: 'email' } : null
    expect(parseEmail(typed)).toEqual({ value: email, problem })
    expect(parseRegistration({ ...form, email: typed }).problem).toEqual(problem)
  })
})

describe('a registration', () => {
  const worst = { email: 'storta', password: 'abc12', passwordConfirmation: 'b', username: 'ab' }
  const long = 'a'.repeat(257)
  it.each<[code: string, field: string, changes: Partial<RegistrationForm>]>([
    ['auth.required_fields_missing', 'email', { email: ' ', password: '', passwordConfirmation: '' }],
    ['auth.required_fields_missing', 'password', { ...worst, password: '', passwordConfirmation: '' }],
    ['auth.required_fields_missing', 'passwordConfirmation', { ...worst, passwordConfirmation: '' }],
    ['auth.email_invalid', 'email', worst],
    ['auth.password_too_short', 'password', { ...worst, email: form.email }],
    ['auth.password_too_long', 'password', { ...worst, email: form.email, password: long }],
    ['auth.password_mismatch', 'passwordConfirmation', { username: 'ab', password: form.email }],
    [
      'auth.username_too_short',
      'username',
      { username: 'ab', password: form.email, passwordConfirmation: form.email },
    ],
    ['auth.username_too_long', 'username', { username: 'a'.repeat(51) }],
    ['auth.username_too_long', 'username', { username: `a${'\u0301'.repeat(20)}`.repeat(40) }],
    ['auth.username_invalid', 'username', { username: '\u202eissaB annA' }],
    ['auth.password_weak', 'password', { password: form.email, passwordConfirmation: form.email }],
    ['auth.password_weak', 'password', { email: `${password}@esempio.it` }],
    ['auth.password_weak', 'password', { username: ` ${password.toUpperCase()} ` }],
  ])('is refused by %s at %s, before all that follows', (code, field, changes) => {
    expect(parseRegistration({ ...form, ...changes })).toEqual({ value: null, problem: { code, field } })
  })

  it.each<[typed: Partial<RegistrationForm>, username: string]>([
    [{ username: ' Anna Bassi ' }, 'Anna Bassi'],
    [{ username: '   ' }, ''],
    [{ username: 'àbç'.normalize('NFD') }, 'àbç'.normalize('NFD')],
    [{ username: 'a'.repeat(50) }, 'a'.repeat(50)],
    [{ email: ' Anna@Esempio.IT ' }, ''],
    [{ password: '123456', passwordConfirmation: '123456' }, ''],
    [{ password: 'a'.repeat(256), passwordConfirmation: 'a'.repeat(256) }, ''],
    [{ password: ' spazi intorno ', passwordConfirmation: ' spazi intorno ' }, ''],
  ])('is stored trimmed, but for the password: %#', (typed, username) => {
    const value = { email: form.email, username, password: typed.password ?? password }
    expect(parseRegistration({ ...form, ...typed })).toEqual({ value, problem: null })
  })
})

describe('a login', () => {
  it.each([
    ['email', { email: ' ', password: '' }],
    ['email', { email: '', password }],
    ['password', { email: 'anna', password: '' }],
  ])('needs %s', (field, typed) => {
    expect(parseLogin(typed).problem).toEqual({ code: 'auth.credentials_required', field })
  })

  it('takes the email in any case, and the password as it is', () => {
    expect(parseLogin({ email: ' Anna@Esempio.IT', password: ' a ' }).value).toEqual({
      email: 'anna@esempio.it',
      password: ' a ',
    })
  })
})

describe('a new password', () => {
  it.each<[code: string | null, field: string, form: ResetForm]>([
    ['auth.required_fields_missing', 'password', { password: '', passwordConfirmation: '' }],
    ['auth.required_fields_missing', 'passwordConfirmation', { password: 'a', passwordConfirmation: '' }],
    ['auth.password_too_short', 'password', { password: 'corta', passwordConfirmation: 'altra' }],
    ['auth.password_too_long', 'password', { password: 'a'.repeat(257), passwordConfirmation: 'b' }],
    ['auth.password_mismatch', 'passwordConfirmation', { password, passwordConfirmation: 'Tana-verde2' }],
  ])('is refused by %s at %s, before all that follows', (code, field, typed) => {
    expect(parseReset(typed)).toEqual({ value: null, problem: { code, field } })
  })

  it('keeps its blanks and its case', () => {
    expect(parseReset({ password: ' Tana ', passwordConfirmation: ' Tana ' }).value).toBe(' Tana ')
  })

  it.each([
    ['an accent', 'Perche\u0301-no-42', 'Perché-no-42'],
    ['a sign of its own for a letter', '10 \u212bngstr\u00f6m', '10 \u00c5ngström'],
    ['syllables of Korean', '\u1112\u1161\u11ab-lungo', '한-lungo'],
    ['marks in another order', 'a\u0301\u0323bcdef', '\u1ea1\u0301bcdef'],
    ['blanks that keyboards write with Alt', 'tana\u00a0verde\u2009mia', 'tana verde mia'],
  ])('is one on all systems: %s', (_, typed, password) => {
    expect(normalisePassword(typed)).toBe(password)
    expect(parseReset({ password: typed, passwordConfirmation: password }).value).toBe(password)
  })

  it.each([
    ['ligatures', 'af\ufb01tto-9'],
    ['full width', '\uff54ana-verde'],
    ['raised digits', 'metri\u00b2-metri'],
  ])('tells compatible letters apart: %s', (_, password) => {
    expect(normalisePassword(password)).toBe(password)
  })

  it.each([
    ['the name, decomposed', { username: 'Nicolò Città', password: 'NICOLO\u0300 citta\u0300' }],
    ['the name with a blank of another kind', { username: 'Nico Rossi', password: 'nico\u00a0rossi' }],
    ['the name with an invisible letter', { username: 'Nico Rossi', password: 'nico\u200b rossi' }],
    ['the address in full width', { username: '', password: '\uff41nna@esempio.it' }],
  ])('is obvious where it repeats %s', (_, typed) => {
    expect(isObviousPassword({ email: form.email, ...typed })).toBe(true)
  })
})

it.each([
  ['', 0],
  ['abcdef', 1],
  ['abcdefgh', 2],
  ['Abcdefgh', 3],
  ['Abcdefg1', 4],
  ['Abcdef1!', 5],
  ['perché', 1],
  ['PERCHÉ٣ ', 5],
])('the password %s has the strength %d', (typed, strength) => {
  expect(passwordStrength(typed)).toBe(strength)
})
