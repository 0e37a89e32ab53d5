import type { DeletionTerms } from '@covo/contract/deletion/deletion.routes'
import type { CheckPendingDeletion } from '../auth/check-pending-deletion.ts'
import { deviceOf } from '../auth/device.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.store.ts'
import {
  clearDeletion,
  countUpcomingEvents,
  findDeletion,
  lockDeletion,
  storeDeletion,
} from './deletion.store.ts'

export type DeletionService = ReturnType<typeof createDeletionService>

type DeletionDependencies = {
  database: Database
  /** For how many days a deletion can be cancelled. */
  days: number
}

export function createDeletionService({ database, days }: DeletionDependencies) {
  async function readTerms(viewerId: string): Promise<DeletionTerms> {
    return { days, upcomingEvents: await countUpcomingEvents(database, viewerId) }
  }

  /**
   * Closes the member's account and ends all their sessions; answers when it is erased. Asked twice, the first date holds.
   *
   * @param device from which it is asked, as the mail names it
   */
  async function requestDeletion(viewerId: string, eraseTexts: boolean, device: string): Promise<Date> {
    return await database.transaction().execute(async (trx) => {
      const member = await lockDeletion(trx, viewerId)
      if (!member) throw new AppError('common.unauthenticated')
      if (member.deletionAt) return member.deletionAt
      // A deletion that begins at once is mailed when it is done.
      if (days > 0) await addJob(trx, 'deletion.asked', { uid: viewerId, device })
      return await storeDeletion(trx, viewerId, { days, eraseTexts })
    })
  }

  /**
   * Checks the account of a sign-in whose session has begun: `none` where it stays, `cancelled` where it was to go and stays by
   * this, `pending` with the date where it goes, `erased` where it went meanwhile. The row's lock decides between keeping and
   * erasing. The request's headers name the device in the mail to a member who keeps it.
   */
  const checkPendingDeletion: CheckPendingDeletion = async (uid, keepsAccount, headers) => {
    const until = await findDeletion(database, uid)
    if (!until) return { state: 'none' }
    if (!keepsAccount) return { state: 'pending', until }
    const member = await database.transaction().execute(async (trx) => {
      const locked = await lockDeletion(trx, uid)
      if (!locked?.deletionAt) return locked
      await clearDeletion(trx, uid)
      await addJob(trx, 'deletion.cancelled', { uid, device: deviceOf(headers) })
      return locked
    })
    if (!member) return { state: 'erased' }
    return { state: member.deletionAt ? 'cancelled' : 'none' }
  }

  return { readTerms, requestDeletion, checkPendingDeletion }
}
