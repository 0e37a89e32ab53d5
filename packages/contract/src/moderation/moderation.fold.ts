import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'

/** Anything that moderators are shown, of which news says no more than that it changed. */
export function foldModeration<Shown>(shown: Shown, news: SliceNews): Folded<Shown> {
  return news.type === 'moderation.changed' ? 'refetch' : shown
}
