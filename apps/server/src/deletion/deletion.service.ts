import type { DeletionTerms } from '@covo/contract/deletion/deletion.routes'
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
   * Settles a sign-in whose session has begun: `open` where the account stays, `kept` where it was to go and stays by this, else
   * when it goes; `gone` where it was erased meanwhile. The row's lock decides between keeping and erasing. The request's headers
   * name the device in the mail to a member who keeps it.
   */
  async function settleSignIn(
    uid: string,
    keepsAccount: boolean,
    headers: Headers,
  ): Promise<'open' | 'kept' | 'gone' | Date> {
    const until = await findDeletion(database, uid)
    if (!until) return 'open'
    if (!keepsAccount) return until
    const member = await database.transaction().execute(async (trx) => {
      const locked = await lockDeletion(trx, uid)
      if (!locked?.deletionAt) return locked
      await clearDeletion(trx, uid)
      await addJob(trx, 'deletion.cancelled', { uid, device: deviceOf(headers) })
      return locked
    })
    if (!member) return 'gone'
    return member.deletionAt ? 'kept' : 'open'
  }

  return { readTerms, requestDeletion, settleSignIn }
}
