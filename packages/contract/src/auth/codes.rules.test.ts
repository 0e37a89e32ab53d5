import { expect, it } from 'vitest'
import { plainCode } from './codes.rules.ts'

it.each([
  ['as it is', 'ABC234-DEF567', 'ABC234DEF567'],
  ['in small letters', 'abc234-def567', 'ABC234DEF567'],
  ['in groups', ' 123 456 ', '123456'],
  ['with no-break spaces', '123\u00a0456\u202f', '123456'],
  ['with ideographic spaces', '123\u3000456', '123456'],
  ['with lines and tabulators', '123\t456\r\n', '123456'],
  ['with a hyphen of its own', 'ABC\u2010DEF', 'ABCDEF'],
  ['with a no-break hyphen', 'ABC\u2011DEF', 'ABCDEF'],
  ['with dashes', 'ABC–DEF—GHI', 'ABCDEFGHI'],
  ['with a minus', 'ABC\u2212DEF', 'ABCDEF'],
  ['with a soft hyphen', 'ABC\u00adDEF', 'ABCDEF'],
  ['with a bullet', 'ABC·DEF⁃GHI', 'ABCDEFGHI'],
  ['with a wide hyphen', 'ABC－DEF', 'ABCDEF'],
  ['with the stroke of long vowels', 'ABCーDEF', 'ABCDEF'],
  ['with letters without width', '\u200b123\u2060456\ufeff', '123456'],
  ['between marks of direction', '\u2066123456\u2069', '123456'],
  ['in quotes', '“123456”', '123456'],
  ['with a full stop behind it', '123456.', '123456'],
  ['with wide letters and digits', '１２３４５６ａｂ', '123456AB'],
  ['in Arabic digits', '١٢٣٤٥٦', '123456'],
  ['in Persian digits', '۷۸۹۰۱۲', '789012'],
  ['in the digits of Devanagari', '०९८७६५', '098765'],
  ['in bold ones', '𝟏𝟐𝟑𝟺𝟻𝟼', '123456'],
  ['that is none', '– –', ''],
])('takes a code %s', (_, typed, plain) => {
  expect(plainCode(typed)).toBe(plain)
})
