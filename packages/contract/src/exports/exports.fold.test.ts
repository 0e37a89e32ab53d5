import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import { foldExport } from './exports.fold.ts'
import type { Export } from './exports.routes.ts'

const shown: Export = { state: 'waiting', requestedAt: '2026-11-24T22:00:00Z', expiresAt: null, bytes: null }

it.each<[SliceNews, Export | 'refetch']>([
  [{ type: 'account.export_changed' }, 'refetch'],
  [{ type: 'account.changed' }, shown],
])('%o makes of the own archive: %o', (news, expected) => {
  expect(foldExport(shown, news)).toBe(expected)
})
