import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { visibleEmail } from './absent-email.ts'
import { findUserNames } from './auth.store.ts'
import type { AuthRequest } from './auth-request.ts'
import { deviceOf } from './device.ts'

/** What a member is told by mail, since somebody else may have done it. `signedIn`: by a browser and system that are new. */
export type SecurityNotice =
  | 'password'
  | 'factorOn'
  | 'factorOff'
  | 'recoveryCodes'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'signedIn'

/** Sends the mail that tells a member what was changed, when, and from which device (empty: not known). */
export type SendSecurityNotice = (
  email: string,
  notice: SecurityNotice,
  where: { at: Date; device: string },
) => Promise<void>

export type SecurityNotices = ReturnType<typeof createSecurityNotices>

type NoticeDependencies = {
  database: Database
  limits: Limits
  sendSecurityNotice: SendSecurityNotice
  /** Does the work that leads to a mail, after the answer. */
  sendLater: (work: () => Promise<void>) => void
}

export function createSecurityNotices({
  database,
  limits,
  sendSecurityNotice,
  sendLater,
}: NoticeDependencies) {
  return {
    /** Mails the member what they, or somebody else, just changed; after the answer. */
    send(notice: SecurityNotice, uid: string, { headers }: AuthRequest): void {
      const where = { at: new Date(), device: deviceOf(headers) }
      sendLater(async () => {
        // A client chooses the name of its browser, and the address may be somebody else's.
        if (notice === 'signedIn' && (await limits.take('signInMails', uid))) return
        const email = visibleEmail((await findUserNames(database, uid))?.email ?? '')
        if (email) await sendSecurityNotice(email, notice, where)
      })
    },
  }
}
