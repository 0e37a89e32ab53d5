import { lockConversation } from '../chat/chat.store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log/log.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { startPeriodicWork } from '../platform/periodic-work.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import { lockOwnTeamRooms } from '../teams/team-members.ts'
import { accountErasedMail } from './deletion.mail.ts'
import { findDueAccount, lockDueAccount } from './deletion.store.ts'
import { eraseAccount, type KeepBlockedAddress } from './erase-account.ts'
import { eraseTraces } from './erase-traces.ts'
import { claimErasure, findErasure, finishErasure } from './erasures.store.ts'
import { createErasuresFile } from './erasures-file.ts'

/** Milliseconds between two looks for accounts that are due. */
const intervalMs = 2_000

/** Milliseconds for which the last mail is tried: a mail server that is away for longer leaves it unsent. */
const mailTimeoutMs = 24 * 60 * 60 * 1000

type ErasingDependencies = {
  database: Database
  keepBlockedAddress: KeepBlockedAddress
  mailer: Pick<Mailer, 'send'>
  origin: string
  /** The instance's name. */
  name: string
  /** Where the file of erasures is. */
  dataDirectory: string
  log: Log
}

/** Erases accounts that are due, and finishes what a process that was killed began; now and every few seconds. */
export function startErasing(dependencies: ErasingDependencies) {
  const { database, keepBlockedAddress, log } = dependencies
  const file = createErasuresFile(dependencies.dataDirectory)
  return startPeriodicWork({
    intervalMs,
    failure: 'accounts not erased',
    log,
    async work(signal) {
      for (;;) {
        const uid =
          (await eraseDueAccount(database, keepBlockedAddress)) ?? (await claimErasure(database))?.uid
        if (uid === undefined) break
        log.info({ uid }, 'account erased')
        await file.note(database)
        await finish(uid, dependencies, signal)
      }
      await file.note(database)
    },
  })
}

/** Erases the account that is due first, all of it or nothing; answers whose. */
export async function eraseDueAccount(
  database: Database,
  keepBlockedAddress: KeepBlockedAddress,
): Promise<string | undefined> {
  return await database.transaction().execute(async (trx) => {
    const next = await findDueAccount(trx)
    if (next === undefined) return undefined
    await lockOwnTeamRooms(trx, lockConversation, next)
    const due = await lockDueAccount(trx, next)
    if (!due) return undefined
    const textsRemovedBy = due.eraseTexts ? 'author' : null
    const email = emailOrEmpty(due.email) || null
    await eraseAccount(trx, due.uid, { textsRemovedBy, email, keepBlockedAddress })
    return due.uid
  })
}

/** Does what is left of an erasure: the traces, and last the mail to the former address. */
async function finish(
  uid: string,
  { database, mailer, origin, name, log }: ErasingDependencies,
  signal: AbortSignal,
): Promise<void> {
  await eraseTraces(database, uid, signal)
  const { email, erasedAt, textsRemovedBy } = await findErasure(database, uid)
  if (email) {
    try {
      await mailer.send(accountErasedMail({ email, origin, name }, textsRemovedBy !== null))
    } catch (error) {
      log.warn({ err: error }, 'mail about an erased account not sent')
      // Another look takes it when its lease has ended.
      if (Date.now() - erasedAt.getTime() < mailTimeoutMs) return
    }
  }
  await finishErasure(database, uid)
}
