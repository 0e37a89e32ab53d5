import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { Privacy } from './settings.routes.ts'

/** The member's privacy settings. */
export function foldPrivacy(privacy: Privacy, news: SliceNews): Folded<Privacy> {
  return news.type === 'account.changed' ? 'refetch' : privacy
}
