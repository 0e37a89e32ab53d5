import { expect, it } from 'vitest'
import { registrationErrors } from './register.texts.it.ts'

it.each([
  ['auth.email_invalid', 'Inserisci un indirizzo email valido.'],
  ['auth.password_too_short', 'La password deve essere di almeno 6 caratteri.'],
  ['auth.password_too_long', 'La password può avere al massimo 256 caratteri.'],
  ['auth.password_weak', 'La password è troppo debole.'],
  ['auth.username_too_short', "L'username deve essere di almeno 3 caratteri."],
  ['auth.username_too_long', "L'username può avere al massimo 50 caratteri."],
] as const)('%s: %s', (code, sentence) => {
  expect(registrationErrors[code]).toBe(sentence)
})
