import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import { foldTokens } from './tokens.fold.ts'

const shown = { tokens: [] }

it.each<[SliceNews, typeof shown | 'refetch']>([
  [{ type: 'account.changed' }, 'refetch'],
  [{ type: 'account.export_changed' }, shown],
])('%o makes of the own tokens: %o', (news, expected) => {
  expect(foldTokens(shown, news)).toBe(expected)
})
