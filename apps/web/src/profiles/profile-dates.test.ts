import { expect, it } from 'vitest'
import { readBirthDate } from './profile-dates.ts'

it.each([
  ['1998-05-14', 'giovedì 14 maggio 1998'],
  ['', ''],
])('a birth date of %o reads %o', (day, words) => {
  expect(readBirthDate(day)).toBe(words)
})
