import { expect, it } from 'vitest'
import { filterRooms, parseRoom, slugOf } from './rooms.rules.ts'

const draft = { name: 'Web', purpose: 'Siti', group: '' }

it.each([
  [{ name: '  Web \n app ' }, { name: 'Web app' }],
  [{ name: 'a'.repeat(40), purpose: 'b'.repeat(200), group: 'c'.repeat(40) }, {}],
  [{ purpose: 'una\nriga' }, { purpose: 'una riga' }],
])('takes %j', (typed, stored) => {
  expect(parseRoom({ ...draft, ...typed }).value).toEqual({ ...draft, ...typed, ...stored })
})

it.each([
  [{ name: 'a' }, 'name'],
  [{ name: 'a'.repeat(41) }, 'name'],
  [{ name: '🦊🦊' }, 'name'],
  [{ purpose: ' ' }, 'purpose'],
  [{ purpose: 'a'.repeat(201) }, 'purpose'],
  [{ group: 'a'.repeat(41) }, 'group'],
])('refuses %j for its %s', (typed, field) => {
  expect(parseRoom({ ...draft, ...typed }).problem).toEqual({ code: 'rooms.field_invalid', field })
})

it.each([
  ['Perché C++ & Rust?', 'perche-c-rust'],
  ['  Web  ', 'web'],
  ['ﬁne', 'fine'],
  ['Код', ''],
])('the slug of %j is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

it.each([
  ['SICUR', ['Sicurezza']],
  ['perche', ['Perché no']],
  ['si', ['Sicurezza', 'Perché no']],
  ['niente', []],
])('finds by %j', (typed, names) => {
  const rooms = [
    { name: 'Sicurezza', purpose: 'Tutto' },
    { name: 'Perché no', purpose: 'Siti' },
  ]
  expect(filterRooms(rooms, typed).map(({ name }) => name)).toEqual(names)
})
