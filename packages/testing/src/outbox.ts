import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { waitUntil } from './wait-until.ts'

/** The mails in an outbox, the oldest first, with the soft line breaks of quoted-printable (RFC 2045, 6.7) removed from their text. */
export async function readMails(outbox: string): Promise<string[]> {
  const names = (await readdir(outbox).catch(() => [])).toSorted()
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return mails.map((mail) => {
    const [head = '', ...text] = mail.split('\r\n\r\n')
    return [head, ...text.map((part) => part.replaceAll('=\r\n', ''))].join('\r\n\r\n')
  })
}

export async function mailsTo(outbox: string, email: string): Promise<string[]> {
  return (await readMails(outbox)).filter((mail) => mail.includes(`To: ${email}`))
}

/** The mails to an address once there are `count` of them: a mail is sent after the answer to its request. */
export async function waitForMails(outbox: string, email: string, count = 1): Promise<string[]> {
  return await waitUntil(async () => {
    const mails = await mailsTo(outbox, email)
    return mails.length >= count && mails
  })
}

/** The token in the newest mail to an address, once there are `count` mails to it. */
export async function tokenMailedTo(outbox: string, email: string, count = 1): Promise<string> {
  const mails = await waitForMails(outbox, email, count)
  return tokenIn(mails.findLast((mail) => tokenPattern.test(mail)) ?? '')
}

const tokenPattern = /#token=3D([\w-]+)/

/** The token of the link in a mail; fails when there is none. */
export function tokenIn(mail: string): string {
  const token = tokenPattern.exec(mail)?.[1]
  if (!token) throw new Error(`no link with a token in ${mail}`)
  return token
}

/** A mail with its parts decoded. */
export function parseMail(mail: string): Promise<Email> {
  return PostalMime.parse(mail)
}
