import { join } from 'node:path'
import { originOf, type Settings } from '../environment.ts'
import type { Addressee } from '../moderation/moderation.mail.ts'
import type { Database } from '../platform/database/database.ts'
import { createLog } from '../platform/log/log.ts'
import { createMailer, type Mail } from '../platform/mail/mailer.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import { findResponsible } from '../reports/reports.store.ts'

/** A mail about a member, to them or to their owner where they are a bot. */
export type MemberMail = { uid: string; compose: (to: Addressee) => Mail }

/** Mails members as the server does; those without an address are sent nothing. Prints the text of each mail that did not go. */
export async function mailMembers(
  database: Database,
  { smtpUrl, dataDirectory, name, ...settings }: Settings,
  mails: MemberMail[],
  print: (line: string) => void,
): Promise<void> {
  const from = {
    name,
    address: `noreply@${new URL(originOf({ ...settings, smtpUrl, dataDirectory, name })).hostname}`,
  }
  const mailer = createMailer({
    smtpUrl,
    outbox: join(dataDirectory, 'outbox'),
    from,
    contact: settings.contact,
    log: createLog('silent'),
  })
  for (const { uid, compose } of mails) {
    const { email = '', botName = null } = (await findResponsible(database, uid)) ?? {}
    const address = emailOrEmpty(email)
    const mail = compose({ address, botName })
    const failure = address ? await mailer.send(mail).catch((error: Error) => error.message) : 'no address'
    if (failure === undefined) continue
    print(`Not mailed to ${uid} (${failure}). Hand it over otherwise:`)
    for (const line of mail.text.split('\n')) print(line)
  }
}
