import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../actors.ts'

/** The path of the link in the newest mail to somebody. */
export async function linkFor(email: string): Promise<string> {
  const { port } = new URL(test.info().project.use.baseURL ?? '')
  const outbox = join(process.env.COVO_E2E_DATA ?? '', port, 'outbox')
  let link: string | undefined
  await expect
    .poll(async () => {
      const names = (await readdir(outbox).catch(() => [])).toSorted()
      const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
      const mail = mails.findLast((text) => text.includes(`To: ${email}`))?.replaceAll('=\r\n', '')
      link = /(\/reset-password#token)=3D([\w-]+)/
        .exec(mail ?? '')
        ?.slice(1)
        .join('=')
      return link
    })
    .toBeTruthy()
  return link ?? ''
}
