import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ProfileChanges, parseProfileChanges, proposedAudience } from './profiles.rules.ts'

const problemOf = (changes: ProfileChanges) => parseProfileChanges(changes).problem

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:30Z'), toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('changes', () => {
  const worst = {
    displayName: ' ',
    professione: 'p'.repeat(101),
    citta: 'c'.repeat(101),
    telefono: '1'.repeat(101),
    dataNascita: '1899-12-31',
    bio: 'b'.repeat(1001),
  }
  it.each<[code: string, field: string, changes: ProfileChanges]>([
    ['profiles.display_name_empty', 'displayName', worst],
    ['profiles.display_name_too_long', 'displayName', { ...worst, displayName: '\u2800'.repeat(51) }],
    ['profiles.display_name_too_short', 'displayName', { ...worst, displayName: ' \u2800 ' }],
    ['profiles.display_name_invalid', 'displayName', { ...worst, displayName: 'Nina\nCovo' }],
    ['profiles.field_too_long', 'professione', { ...worst, displayName: 'Nina' }],
    ['profiles.field_too_long', 'citta', { ...worst, displayName: 'Nina', professione: '' }],
    ['profiles.field_too_long', 'telefono', { telefono: worst.telefono, bio: worst.bio }],
    ['profiles.field_too_long', 'bio', { bio: worst.bio, dataNascita: worst.dataNascita }],
    ['profiles.birth_date_invalid', 'dataNascita', { dataNascita: worst.dataNascita }],
  ])('are refused by %s at %s, before all that follows', (code, field, changes) => {
    expect(parseProfileChanges(changes)).toEqual({ value: null, problem: { code, field } })
  })

  it('are stored trimmed, and leave alone what they do not name', () => {
    const { value } = parseProfileChanges({ displayName: ' Nina ', citta: ' ', bio: ' Smonto\ncose. ' })
    expect(value).toEqual({ displayName: 'Nina', citta: '', bio: 'Smonto\ncose.' })
    expect(parseProfileChanges({})).toEqual({ value: {}, problem: null })
  })
})

describe('a text', () => {
  it.each<[changes: ProfileChanges, field: string | null]>([
    [{ displayName: 'àbç'.normalize('NFD') }, null],
    [{ displayName: 'a'.repeat(50) }, null],
    [{ displayName: 'a'.repeat(51) }, 'displayName'],
    [{ displayName: `a${'\u0301'.repeat(20)}`.repeat(40) }, 'displayName'],
    [{ displayName: 'ﷺ'.repeat(50) }, 'displayName'],
    [{ professione: 'p'.repeat(100), citta: 'c'.repeat(100), telefono: '1'.repeat(100) }, null],
    [{ citta: `a${'\u0301'.repeat(5)}` }, 'citta'],
    [{ bio: '👩🏽‍💻'.repeat(1000) }, null],
    [{ bio: '👩🏽‍💻'.repeat(1001) }, 'bio'],
  ])('has a length: %#', (changes, field) => {
    expect(problemOf(changes)?.field ?? null).toBe(field)
  })
})

describe('links', () => {
  const page = 'https://esempio.it/anna'

  it('are stored complete, each once, the empty fields left out', () => {
    const links = [' esempio.it/anna ', '', `“${page}”`, 'https://git.esempio.it']
    expect(parseProfileChanges({ links }).value).toEqual({ links: [page, 'https://git.esempio.it'] })
  })

  it.each([
    'http://esempio.it',
    'javascript:alert(1)',
    'https://anna:segreta@esempio.it',
    'https://esempio.it@ladro.it',
    'https://esempio.it/a b',
    'https://esempio.it/\u202eanna',
    'https://esem\u200bpio.it',
    'https://esempio.it/\u2800a',
    `${page}/${'a'.repeat(200)}`,
    'banana',
  ])('are not %j: the field is named', (link) => {
    expect(problemOf({ links: [page, '', link] })).toEqual({
      code: 'profiles.link_invalid',
      field: 'links.2',
    })
  })
})

it('skills are stored in the order of their list, each once', () => {
  expect(parseProfileChanges({ interessi: ['OSINT', 'Web', 'OSINT'] }).value).toEqual({
    interessi: ['Web', 'OSINT'],
  })
})

describe('a birth date', () => {
  it.each([
    ['', true],
    ['1900-01-01', true],
    ['1899-12-31', false],
    ['2026-11-22', true],
    ['2026-11-23', false],
    ['2000-02-29', true],
    ['2001-02-29', false],
    ['14/05/1998', false],
    ['ieri', false],
  ])('%s: %s', (dataNascita, isAccepted) => {
    expect(problemOf({ dataNascita }) === null).toBe(isAccepted)
  })
})

it.each([
  ['', 'friends', 'members'],
  ['', 'me', 'me'],
  ['Ferrara', 'friends', 'friends'],
  ['Ferrara', 'members', 'members'],
] as const)('the form proposes for %j, shown to %s, %s', (written, present, proposed) => {
  expect(proposedAudience(written, present)).toBe(proposed)
})
