import { join } from 'node:path'
import { tokenMailedTo } from '@covo/testing/outbox'
import { test } from '../actors.ts'

/** The path of the reset link in the newest mail to an address. */
export async function linkFor(email: string): Promise<string> {
  const { port } = new URL(test.info().project.use.baseURL ?? '')
  const outbox = join(process.env.COVO_E2E_DATA ?? '', port, 'outbox')
  return `/reset-password#token=${await tokenMailedTo(outbox, email)}`
}
