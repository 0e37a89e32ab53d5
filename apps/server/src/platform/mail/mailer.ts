import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '@covo/contract/escape-html'
import { createTransport } from 'nodemailer'
import pRetry from 'p-retry'
import { makeFolder } from '../folder.ts'
import { isLoopback } from '../http/network.ts'
import type { Log } from '../log/log.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Names the mail in its Message-ID: one that is sent again, since nobody knows whether it was taken, is recognized. */
  id?: string
  headers?: Record<string, string>
}

export type Mailer = {
  /**
   * Resolves when the mail server has taken the mail (or the file is written). A temporary failure is retried for a few
   * seconds; then it rejects with the mail server's words, or the connection's.
   */
  send(mail: Mail): Promise<void>
  /** Warns in the log where the mail server can't be reached, or refuses the credentials; there may be none. */
  warnIfAbsent(): Promise<void>
  /** How many mails were sent and not sent since the start, and how many are on their way. */
  counts(): { sent: number; failed: number; waiting: number }
  /** Gives what is on its way some seconds, and gives up the rest; nothing is sent after it. */
  stop(): Promise<void>
}

type MailerOptions = {
  /**
   * `smtp:` or `smtps:` with credentials; null writes mails to files. By `smtp:` to another machine nothing is sent before
   * STARTTLS, which somebody on the way could strip (RFC 3207, section 6); with `?ignoreTLS=true` all is.
   */
  smtpUrl: string | null
  /** The folder of the files, where there is no mail server. */
  outbox: string
  from: { name: string; address: string }
  /** The operator's address, which each mail names for people who need help. */
  contact?: string | null
  log: Log
}

/** Milliseconds. A parameter of the address, such as `?socketTimeout=60000`, wins over its default here. */
const timeouts = { connectionTimeout: 5000, greetingTimeout: 5000, dnsTimeout: 5000, socketTimeout: 10_000 }

/** Three more attempts, 250, 750 and 2,250 ms after the last; none begins more than 8 s after the first. */
const attempts = { retries: 3, minTimeout: 250, factor: 3, maxRetryTime: 8000 }

/** Milliseconds that a stop waits for mails on their way. */
const stopTimeoutMs = 5000

export function createMailer({ smtpUrl, outbox, from, contact = null, log }: MailerOptions): Mailer {
  const stopping = new AbortController()
  const unfinished = new Set<Promise<void>>()
  const transport = smtpUrl ? openSmtp(smtpUrl, from) : null
  const deliver = transport ? deliverBySmtp(transport, from, stopping.signal) : deliverToFiles(outbox, from)
  const counts = { sent: 0, failed: 0, waiting: 0 }

  async function deliverCounted(mail: Mail): Promise<void> {
    counts.waiting += 1
    try {
      await deliver(mail)
      counts.sent += 1
    } catch (error) {
      counts.failed += 1
      throw error
    } finally {
      counts.waiting -= 1
    }
  }

  function finishBeforeStop(work: Promise<void>): Promise<void> {
    unfinished.add(work)
    const forget = () => unfinished.delete(work)
    work.then(forget, forget)
    return work
  }

  return {
    send: (mail) => finishBeforeStop(deliverCounted(sign(mail, from.name, contact))),
    async warnIfAbsent() {
      await transport
        ?.verify()
        .catch((error: unknown) =>
          log.warn(
            { err: error },
            'the mail server of COVO_SMTP_URL cannot be used now: no mail can be sent',
          ),
        )
    },
    counts: () => counts,
    async stop() {
      const giveUp = () => stopping.abort(new Error('the server stopped before the mail was taken'))
      const timeout = setTimeout(giveUp, stopTimeoutMs)
      await Promise.allSettled(unfinished)
      clearTimeout(timeout)
      giveUp()
    },
  }
}

function openSmtp(url: string, from: MailerOptions['from']) {
  const { hostname, searchParams } = new URL(url)
  const requireTLS = !isLoopback(hostname) && searchParams.get('ignoreTLS') !== 'true'
  return createTransport(
    { url, ...timeouts, requireTLS, disableFileAccess: true, disableUrlAccess: true },
    { from },
  )
}

function deliverBySmtp(
  transport: ReturnType<typeof openSmtp>,
  from: MailerOptions['from'],
  signal: AbortSignal,
) {
  return async (mail: Mail): Promise<void> => {
    const message = envelopeOf(mail, from.address)
    await pRetry(() => transport.sendMail({ ...message, signal }), {
      ...attempts,
      signal,
      shouldRetry: ({ error }) => mayPass(error),
    })
  }
}

function deliverToFiles(outbox: string, from: MailerOptions['from']) {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from })
  return async (mail: Mail): Promise<void> => {
    const { message } = await transport.sendMail(envelopeOf(mail, from.address))
    await makeFolder(outbox)
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`
    await writeFile(join(outbox, name), message as Buffer, { mode: 0o600 })
  }
}

/** Says below a mail which instance sends it, and where help is. */
function sign({ text, html, ...mail }: Mail, name: string, contact: string | null): Mail {
  const signature = `Messaggio di ${name}.${contact ? ` Per aiuto scrivi a ${contact}.` : ''}`
  return { ...mail, text: `${text}\n\n${signature}`, html: `${html}<p>${escapeHtml(signature)}</p>` }
}

/**
 * The address as one address, which is not parsed: a comma in it would make two of it. The id is the same for each
 * attempt, so that a mail which was taken although its answer got lost is known again.
 */
function envelopeOf({ to, id = randomUUID(), ...mail }: Mail, sender: string) {
  const messageId = `<${id}@${sender.split('@')[1]}>`
  return { ...mail, to: { name: '', address: to }, messageId }
}

const failedConnections = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS'])

/** Whether the mail server refused the mail, and would again: not where it refused the credentials, which the operator mends. */
export function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode >= 500 && code !== 'EAUTH'
}

/** RFC 5321, section 4.2.1: after 4yz the same may succeed later, after 5yz it won't. */
function mayPass(error: Error & { code?: string; responseCode?: number }): boolean {
  if (error.responseCode !== undefined) return error.responseCode < 500
  return failedConnections.has(error.code ?? '')
}
