import { describe, expect, it } from 'vitest'
import { parseRegistration } from './auth/auth.rules.ts'
import { cleanName, hasUnseenLetters, qualifyEmoji } from './names.ts'
import { parseProfileChanges } from './profiles/profiles.rules.ts'

const form = { email: 'nina@esempio.it', password: 'Tana-verde1', passwordConfirmation: 'Tana-verde1' }
const problemsOf = (name: string) => [
  parseRegistration({ ...form, username: name }).problem?.code,
  parseProfileChanges({ displayName: name }).problem?.code,
]

const seen = [
  'Nina Covo',
  "Niccolò D'Àmico",
  'Anna  Rossi',
  'ليلى حداد',
  'נועה לוי',
  'किरण',
  '山田太郎',
  'Iñigo_42 (root) <b>',
  'Nina ❤️',
  'Nina 👩🏽‍💻',
  'Casa 👨‍👩‍👧‍👦 Rossi',
  '1️⃣ Nina 🏴󠁧󠁢󠁷󠁬󠁳󠁿',
]

/** What keyboards send, and the emoji that it is. */
const emoji: [kind: string, typed: string, qualified: string][] = [
  ['a pirate flag without selector', '🏴\u200d☠', '🏴\u200d☠\ufe0f'],
  ['an eye in a bubble without selectors', '👁\u200d🗨', '👁\ufe0f\u200d🗨\ufe0f'],
  ['an eye in a bubble with one of two', '👁\ufe0f\u200d🗨', '👁\ufe0f\u200d🗨\ufe0f'],
  ['a rainbow flag without selector', '🏳\u200d🌈', '🏳\ufe0f\u200d🌈'],
  ['a heart on fire without selector', '❤\u200d🔥', '❤\ufe0f\u200d🔥'],
  ['somebody who lifts weights, of some skin', '🏋🏽\u200d♂', '🏋🏽\u200d♂\ufe0f'],
  ['a kiss without selector', '👩\u200d❤\u200d💋\u200d👨', '👩\u200d❤\ufe0f\u200d💋\u200d👨'],
  ['a keycap without selector', '1\u20e3', '1\ufe0f\u20e3'],
  ['a star with a selector that it needs not', '⭐\ufe0f', '⭐'],
  ['a family with selectors that it needs not', '👨\ufe0f\u200d👩\ufe0f\u200d👧', '👨\u200d👩\u200d👧'],
  ['a flag with a selector that it needs not', '🇮🇹\ufe0f', '🇮🇹'],
  ['a finger with a selector before its skin', '☝\ufe0f🏽', '☝🏽'],
  ['a heart as a letter', '♥\ufe0e', '♥'],
  ['a sign that is no emoji', '☠', '☠'],
  ['a sign that is one', '☠\ufe0f', '☠\ufe0f'],
]

const unseen: [kind: string, name: string, clean: string][] = [
  ['a line break', 'Nina\nCovo: sistema', 'Nina Covo: sistema'],
  ['a carriage return', 'Nina\r\nCovo', 'Nina Covo'],
  ['a tabulator', 'Nina\tCovo', 'Nina Covo'],
  ['a line separator', 'Nina\u2028Covo', 'Nina Covo'],
  ['a paragraph separator', 'Nina\u2029Covo', 'Nina Covo'],
  ['an escape of terminals', 'Eve\u001b]0;PWNED\u0007', 'Eve ]0;PWNED'],
  ['a control of C1', 'Eve\u009b31m', 'Eve 31m'],
  ['a next line', 'Nina\u0085Covo', 'Nina Covo'],
  ['an override', '\u202eissoR annA', 'issoR annA'],
  ['an embedding', 'Nina \u202bCovo\u202c', 'Nina Covo'],
  ['an isolate', 'Nina \u2067Covo\u2069', 'Nina Covo'],
  ['a mark of direction', 'Nina\u200f Covo', 'Nina Covo'],
  ['an Arabic mark of direction', 'Nina\u061c Covo', 'Nina Covo'],
  ['a zero-width space', 'Ni\u200bna', 'Nina'],
  ['a joiner between letters', 'Ni\u200dna', 'Nina'],
  ['a non-joiner', 'Ni\u200cna', 'Nina'],
  ['a soft hyphen', 'Ni\u00adna', 'Nina'],
  ['a selector after a letter', 'Nina\ufe0f', 'Nina'],
  ['a tag', 'Nina\u{e0041}', 'Nina'],
  ['a selector after a digit', 'Nina 1\ufe0f', 'Nina 1'],
  ['a joiner of emoji that are no pair', '👩\u200d👩', '👩👩'],
  ['a no-break space', 'Nina\u00a0Covo', 'Nina Covo'],
  ['a hair space', 'Nina\u200aCovo', 'Nina Covo'],
  ['an ideographic space', 'Nina\u3000Covo', 'Nina Covo'],
  ['a byte order mark inside', 'Ni\ufeffna', 'Ni na'],
  ['Braille blanks', '\u2800\u2800\u2800', ''],
  ['fillers of Hangul', '\u3164\u3164\u3164', ''],
  ['a half-width filler', 'Nina\uffa0', 'Nina'],
  ['choseong and jungseong fillers', 'Nina\u115f\u1160', 'Nina'],
  ['a null notehead', 'Nina\u{1d159}', 'Nina'],
  ['a place of an object', 'Nina\ufffc', 'Nina'],
]

describe('a name', () => {
  it.each(seen)('may be %s', (name) => {
    expect(hasUnseenLetters(name)).toBe(false)
    expect(problemsOf(name)).toEqual([undefined, undefined])
  })

  it.each(emoji)('has %s as Unicode writes it', (_kind, typed, qualified) => {
    const name = `Nina ${typed}`
    expect(qualifyEmoji(name)).toBe(`Nina ${qualified}`)
    expect(cleanName(name)).toBe(`Nina ${qualified}`)
    expect(hasUnseenLetters(name)).toBe(false)
    expect(parseRegistration({ ...form, username: name }).value?.username).toBe(`Nina ${qualified}`)
    expect(parseProfileChanges({ displayName: name }).value?.displayName).toBe(`Nina ${qualified}`)
  })

  it.each(unseen)('may not hold %s', (_kind, name) => {
    expect(hasUnseenLetters(name)).toBe(true)
    expect(problemsOf(`abc${name}abc`)).toEqual(['auth.username_invalid', 'profiles.display_name_invalid'])
  })

  it.each(unseen)('is cleaned of %s', (_kind, name, clean) => {
    expect(cleanName(name)).toBe(clean)
    expect(hasUnseenLetters(clean)).toBe(false)
  })

  it('is measured before it is looked at', () => {
    expect(problemsOf('\u2800')).toEqual(['auth.username_too_short', 'profiles.display_name_too_short'])
    expect(problemsOf('\u2800'.repeat(51))).toEqual([
      'auth.username_too_long',
      'profiles.display_name_too_long',
    ])
  })
})
