import type { SecurityNoticeKind } from '@covo/contract/notifications/notifications.rules'
import { visibleEmail } from '../platform/absent-email.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Publish } from '../platform/realtime/newsroom.ts'
import { findUserNames } from './auth.store.ts'
import type { AuthRequest } from './auth-request.ts'
import { deviceOf } from './device.ts'

/** Changes that are mailed here too; those of the address have mails of their own. */
export type SecurityNotice = Exclude<SecurityNoticeKind, 'email_changed'>

/** Sends a member the mail about a change, with its time and device (empty: not known). */
export type SendSecurityNotice = (
  email: string,
  notice: SecurityNotice,
  where: { at: Date; device: string },
) => Promise<void>

/** Notifies members in their list of notifications, with the transaction that does it; the notifications slice's. */
export type GiveNotice = (
  trx: DatabaseTransaction,
  publish: Publish,
  notice: { kind: SecurityNoticeKind; uids: string[]; device: string },
) => Promise<void>

export type SecurityNotices = ReturnType<typeof createSecurityNotices>

type NoticeDependencies = {
  database: Database
  limits: Limits
  giveNotice: GiveNotice
  sendSecurityNotice: SendSecurityNotice
  /** Does the work that leads to a mail, after the answer. */
  sendLater: (work: () => Promise<void>) => void
}

export function createSecurityNotices({
  database,
  limits,
  giveNotice,
  sendSecurityNotice,
  sendLater,
}: NoticeDependencies) {
  return {
    /** Notifies the member, in their list, of a change in a transaction, by them or somebody else. */
    async store(
      trx: DatabaseTransaction,
      publish: Publish,
      kind: SecurityNotice,
      uid: string,
      { headers }: AuthRequest,
    ): Promise<void> {
      await giveNotice(trx, publish, { kind, uids: [uid], device: deviceOf(headers) })
    },

    /** Mails the member a change, by them or somebody else; after the answer. */
    send(notice: SecurityNotice, uid: string, { headers }: AuthRequest): void {
      const where = { at: new Date(), device: deviceOf(headers) }
      sendLater(async () => {
        // A client chooses the name of its browser, and the address may be somebody else's.
        if (notice === 'signed_in' && (await limits.take('signInMails', uid))) return
        const email = visibleEmail((await findUserNames(database, uid))?.email ?? '')
        if (email) await sendSecurityNotice(email, notice, where)
      })
    },
  }
}
