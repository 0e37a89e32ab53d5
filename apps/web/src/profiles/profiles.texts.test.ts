import { maximumDisplayNameLength } from '@covo/contract/profiles/profiles.rules'
import { expect, it } from 'vitest'
import { profileErrors } from './profiles.texts.it.ts'

it.each([
  ['profiles.display_name_too_short', 'Il nome visualizzato deve essere di almeno 3 caratteri.'],
  [
    'profiles.display_name_too_long',
    `Il nome visualizzato può avere al massimo ${maximumDisplayNameLength} caratteri.`,
  ],
] as const)('%s: %s', (code, sentence) => {
  expect(profileErrors[code]).toBe(sentence)
})
