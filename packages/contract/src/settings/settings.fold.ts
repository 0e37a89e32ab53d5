import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { Privacy } from './settings.routes.ts'

/** What the member lets others see. */
export function foldPrivacy(privacy: Privacy, news: SliceNews): Folded<Privacy> {
  return news.type === 'account.changed' ? 'refetch' : privacy
}
