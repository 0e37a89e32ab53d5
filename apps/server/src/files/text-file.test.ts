import { expect, it } from 'vitest'
import { isText } from './text-file.ts'

it.each([
  ['città\r\n\tx\n', true],
  ['\ufeffname,note\n', true],
  ['', true],
  ['a\0b', false],
  ['\x1b[2J', false],
  ['\x7fELF', false],
  ['\x85', false],
])('the text %j may be shown: %s', (text, isShown) => {
  expect(isText(Buffer.from(text))).toBe(isShown)
})

it('bytes that are no UTF-8 are no text', () => {
  expect(isText(Buffer.from([0x63, 0xe0, 0x21]))).toBe(false)
})
