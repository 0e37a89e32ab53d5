import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { Account } from './account.routes.ts'

/** The own account, of which news says no more than that it changed. */
export function foldAccount(account: Account, news: SliceNews): Folded<Account> {
  return news.type === 'account.changed' ? 'refetch' : account
}
