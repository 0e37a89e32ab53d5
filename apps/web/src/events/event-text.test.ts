import { expect, it } from 'vitest'
import { previewOf, shortenLink } from './event-text.ts'

it('shows a link of up to 30 characters whole, and 27 of a longer one', () => {
  expect(shortenLink(`https://${'a'.repeat(22)}`)).toBe(`https://${'a'.repeat(22)}`)
  expect(shortenLink(`https://${'a'.repeat(23)}`)).toBe(`https://${'a'.repeat(19)}…`)
})

it('shows 100 characters of a description, as people count them', () => {
  expect(previewOf('a'.repeat(100))).toBe('a'.repeat(100))
  expect(previewOf('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`)
  expect(previewOf(`**${'a'.repeat(100)}**`)).toBe('a'.repeat(100))
  expect(previewOf('👩‍👩‍👧'.repeat(100))).toBe('👩‍👩‍👧'.repeat(100))
  expect(previewOf(`${'a'.repeat(99)}👩‍👩‍👧b`)).toBe(`${'a'.repeat(99)}👩‍👩‍👧…`)
})
