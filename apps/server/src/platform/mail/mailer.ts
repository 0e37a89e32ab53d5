import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string; html: string }

export type Mailer = {
  /** Resolves when the mail server has taken the mail (or the file is written); rejects with its words. */
  send(mail: Mail): Promise<void>
}

type MailerOptions = {
  /** `smtp:` or `smtps:` with credentials; null writes mails to files. */
  smtpUrl: string | null
  /** The folder of the files, where there is no mail server. */
  outbox: string
  from: { name: string; address: string }
}

export function createMailer({ smtpUrl, outbox, from }: MailerOptions): Mailer {
  if (smtpUrl) {
    const transport = createTransport(smtpUrl, { from, disableFileAccess: true, disableUrlAccess: true })
    return { send: async (mail) => void (await transport.sendMail(mail)) }
  }
  const transport = createTransport({ streamTransport: true, buffer: true }, { from })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(mail)
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`
      await writeFile(join(outbox, name), message as Buffer, { mode: 0o600 })
    },
  }
}
