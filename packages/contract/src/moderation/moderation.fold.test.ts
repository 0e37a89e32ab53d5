import { expect, it } from 'vitest'
import { foldModeration } from './moderation.fold.ts'

it('refetches what a moderator is shown when any of it changed, and nothing else', () => {
  const shown = { reports: [] }
  expect(foldModeration(shown, { type: 'moderation.changed' })).toBe('refetch')
  expect(foldModeration(shown, { type: 'account.changed' })).toBe(shown)
})
