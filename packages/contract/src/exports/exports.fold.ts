import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { Export } from './exports.routes.ts'

/** The archive of the own data, of which news says no more than that it changed. */
export function foldExport(shown: Export, news: SliceNews): Folded<Export> {
  return news.type === 'account.export_changed' ? 'refetch' : shown
}
