import { storeNotice } from '../notifications/notify.ts'
import { queuePushes } from '../notifications/push.store.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'
import { findJudges } from './moderators.store.ts'

/**
 * Notifies those who may decide on a report: a line of 'Notifiche', one for all reports that they have not read of, and a push.
 * Answers the news of it.
 */
export async function notifyModerators(
  trx: DatabaseTransaction,
  report: { reporterId: string; memberId: string },
): Promise<Publication[]> {
  const uids = await findJudges(trx, report)
  await queuePushes(trx, { kind: 'report', subject: 'all' }, uids)
  return await storeNotice(trx, { kind: 'report_received', uids })
}
