import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'

/** The own tokens, or bots, of which news says no more than that something of the account changed. */
export function foldTokens<Shown>(shown: Shown, news: SliceNews): Folded<Shown> {
  return news.type === 'account.changed' ? 'refetch' : shown
}
