import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { Token } from './tokens.routes.ts'

type Tokens = { tokens: Token[] }

/** The own tokens, of which news says no more than that something of the account changed. */
export function foldTokens(shown: Tokens, news: SliceNews): Folded<Tokens> {
  return news.type === 'account.changed' ? 'refetch' : shown
}
