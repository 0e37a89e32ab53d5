import { join } from 'node:path'
import { mailsTo, parseMail } from '@covo/testing/outbox'
import { waitUntil } from '@covo/testing/wait-until'
import { test } from './actors.ts'

/** The link to this page in the newest mail to an address that has one, once there is such a mail. */
export async function linkFor(
  email: string,
  path: '/reset-password' | '/conferma-email' | '/annulla-cambio-email' | '/reclamo',
): Promise<string> {
  const link = new RegExp(`${path}#token=[\\w-]+`)
  return await waitUntil(async () => {
    const mails = await readMailsTo(email)
    return mails.map(({ text }) => link.exec(text ?? '')?.[0]).findLast((found) => found !== undefined)
  })
}

/** The mails to an address, the oldest first. */
export async function readMailsTo(email: string): Promise<Awaited<ReturnType<typeof parseMail>>[]> {
  return await Promise.all((await mailsTo(outbox(), email)).map(parseMail))
}

function outbox(): string {
  const { port } = new URL(test.info().project.use.baseURL ?? '')
  return join(process.env.COVO_E2E_DATA ?? '', port, 'outbox')
}
