import { join } from 'node:path'
import { mailsTo, parseMail, tokenMailedTo } from '@covo/testing/outbox'
import { test } from './actors.ts'

/** The link to this page in the newest mail to an address. */
export async function linkFor(email: string, path: '/reset-password' | '/conferma-email'): Promise<string> {
  return `${path}#token=${await tokenMailedTo(outbox(), email)}`
}

/** The mails to an address, the oldest first. */
export async function readMailsTo(email: string): Promise<Awaited<ReturnType<typeof parseMail>>[]> {
  return await Promise.all((await mailsTo(outbox(), email)).map(parseMail))
}

function outbox(): string {
  const { port } = new URL(test.info().project.use.baseURL ?? '')
  return join(process.env.COVO_E2E_DATA ?? '', port, 'outbox')
}
