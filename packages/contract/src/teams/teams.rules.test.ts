import { expect, it } from 'vitest'
import { parseTeam, parseTeamRequest, readTeamCode, writeTeamCode } from './teams.rules.ts'

const draft = { name: 'Volpi', presentation: '', maximum: 5, skills: [], isLooking: false, ctftimeId: '' }

it.each([
  [{ name: '  Le \n volpi ' }, { name: 'Le volpi' }],
  [{ name: 'a'.repeat(50), presentation: 'b'.repeat(500), maximum: 50, ctftimeId: '12345678' }, {}],
  [
    { presentation: ' una\nriga ', ctftimeId: ' 7 ' },
    { presentation: 'una\nriga', ctftimeId: '7' },
  ],
  [{ skills: ['Pwn', 'Web', 'Pwn', 'Cucina'] }, { skills: ['Web', 'Pwn'] }],
  [{ maximum: 1, isLooking: true }, {}],
])('takes %j', (typed, stored) => {
  expect(parseTeam({ ...draft, ...typed }).value).toEqual({ ...draft, ...typed, ...stored })
})

it.each([
  [{ name: ' ab ' }, 'name'],
  [{ name: 'a'.repeat(51) }, 'name'],
  [{ presentation: 'a'.repeat(501) }, 'presentation'],
  [{ maximum: 0 }, 'maximum'],
  [{ maximum: 51 }, 'maximum'],
  [{ maximum: 2.5 }, 'maximum'],
  [{ ctftimeId: '123456789' }, 'ctftimeId'],
  [{ ctftimeId: '-1' }, 'ctftimeId'],
])('refuses %j for its %s', (typed, field) => {
  expect(parseTeam({ ...draft, ...typed }).problem).toEqual({ code: 'teams.field_invalid', field })
})

it.each([
  [' ciao\nvolpi ', 'ciao\nvolpi'],
  ['\u200b', ''],
  ['a'.repeat(200), 'a'.repeat(200)],
  ['a'.repeat(201), null],
])('takes or refuses the message of a request: %j', (typed, stored) => {
  expect(parseTeamRequest(typed).value).toBe(stored)
})

it.each([
  ['7F3K-9QXW', '7F3K9QXW'],
  [' 7f3k 9qxw ', '7F3K9QXW'],
  ['oil0-1111', '01101111'],
  ['７F3K–9QXW', '7F3K9QXW'],
  ['7F3K-9QX', null],
  ['7F3K-9QXWA', null],
  ['7F3K-9QXU', null],
  ['', null],
])('reads the code %j as %j', (typed, code) => {
  expect(readTeamCode(typed)).toBe(code)
})

it('writes a code in two groups', () => {
  expect(writeTeamCode('7F3K9QXW')).toBe('7F3K-9QXW')
})
