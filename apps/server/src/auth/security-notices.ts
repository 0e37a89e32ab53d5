import type { SecurityNoticeKind } from '@covo/contract/notifications/notifications.rules'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.store.ts'
import type { Publish } from '../platform/realtime/newsroom.ts'
import type { AuthRequest } from './auth-request.ts'
import { deviceOf } from './device.ts'

/** Changes that are mailed here too; those of the address have mails of their own. */
export type SecurityNotice = Exclude<SecurityNoticeKind, 'email_changed'>

/** Notifies members in their list of notifications, with the transaction that does it; the notifications slice's. */
export type PublishNotice = (
  trx: DatabaseTransaction,
  publish: Publish,
  notice: { kind: SecurityNoticeKind; uids: string[]; device: string },
) => Promise<void>

export type SecurityNotices = ReturnType<typeof createSecurityNotices>

export function createSecurityNotices({ publishNotice }: { publishNotice: PublishNotice }) {
  /** Notifies the member, in their list alone, of a change in a transaction, by them or somebody else. */
  async function notify(
    trx: DatabaseTransaction,
    publish: Publish,
    kind: SecurityNotice,
    uid: string,
    { headers }: AuthRequest,
  ): Promise<void> {
    await publishNotice(trx, publish, { kind, uids: [uid], device: deviceOf(headers) })
  }

  return {
    notify,

    /** Notifies the member of a change in a transaction, in their list and by mail. */
    async notifyAndMail(
      trx: DatabaseTransaction,
      publish: Publish,
      kind: SecurityNotice,
      uid: string,
      request: AuthRequest,
    ): Promise<void> {
      await notify(trx, publish, kind, uid, request)
      await addJob(trx, 'auth.security-notice', { uid, notice: kind, device: deviceOf(request.headers) })
    },
  }
}
