import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import type { Bot } from './bots.routes.ts'
import { foldBots, foldTokens } from './tokens.fold.ts'

const shown = { tokens: [] }

it.each<[SliceNews, typeof shown | 'refetch']>([
  [{ type: 'account.changed' }, 'refetch'],
  [{ type: 'account.export_changed' }, shown],
])('%o makes of the own tokens: %o', (news, expected) => {
  expect(foldTokens(shown, news)).toBe(expected)
})

const own = (conversationId: string, isMember: boolean): SliceNews => ({
  type: 'rooms.own_changed',
  conversationId,
  isMember,
  readUpTo: 0,
  mutedUntil: null,
})

it.each<[SliceNews, boolean]>([
  [{ type: 'account.changed' }, true],
  [own('stanza-web', true), false],
  [own('stanza-web', false), true],
  [own('stanza-crypto', true), true],
  [own('stanza-crypto', false), false],
  [own('squadra-web', true), false],
])('%o makes the own bots be fetched again: %o', (news, isRefetched) => {
  const bots = { bots: [{ rooms: [{ slug: 'web', isMember: true }] } as Bot] }
  expect(foldBots(bots, news) === 'refetch').toBe(isRefetched)
})
