import { expect, it } from 'vitest'
import { printable } from './printable.ts'

it.each([
  ['Anna Rossi 🦊 è qui', 'Anna Rossi 🦊 è qui'],
  ['Eve\u001b]0;PWNED\u0007', 'Eve\\u{1b}]0;PWNED\\u{7}'],
  ['\u009b31m', '\\u{9b}31m'],
  ['a\r\nb\tc\0\u007f', 'a\\u{d}\\u{a}b\\u{9}c\\u{0}\\u{7f}'],
  ['\u202eissor\u2066anna\u200b', '\\u{202e}issor\\u{2066}anna\\u{200b}'],
  ['a\u2028b\u2029c', 'a\\u{2028}b\\u{2029}c'],
  ['\u{e0041}\ud800', '\\u{e0041}\\u{d800}'],
])('shows %j as %s', (text, shown) => expect(printable(text)).toBe(shown))
