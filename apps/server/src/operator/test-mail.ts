import { parseEmail } from '@covo/contract/auth/auth.rules'
import { escapeHtml } from '@covo/contract/escape-html'
import { originOf } from '../environment.ts'
import { createLog } from '../platform/log/log.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Command } from './command.ts'

export const testMail: Command = {
  usage: 'ADDRESS',
  summary: 'send one mail by the mail server of COVO_SMTP_URL, as the server does, and print its answer',
  words: { from: 1, to: 1 },
  withoutDatabase: true,
  async run({ settings, words: [to = ''], print }) {
    const { smtpUrl, name } = settings
    if (!smtpUrl)
      throw new StartupError('No mail server is set: mails are written to files. Set COVO_SMTP_URL.')
    if (parseEmail(to).problem) throw new StartupError(`This is no address of mail: ${to}`)
    const address = `noreply@${new URL(originOf(settings)).hostname}`
    const mailer = createMailer({ smtpUrl, outbox: '', from: { name, address }, log: createLog('silent') })
    const text = `Questo messaggio prova che ${name} può mandare email.`
    try {
      await mailer.send({ to, subject: `Prova di ${name}`, text, html: `<p>${escapeHtml(text)}</p>` })
    } catch (error) {
      throw new StartupError(`The mail was not sent: ${(error as Error).message}`, { cause: error })
    }
    print(
      `The mail server took the mail for ${to}, from ${address}. Look into its mailbox whether it arrived.`,
    )
    return 0
  },
}
