import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { figure } from '@covo/testing/figure'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { createMailer } from './mailer.ts'

type Received = { sender: string; recipients: string[]; raw: string }

/** A mail server that answers the next mails with these codes; null takes one, and so it does with all after them. */
async function startMailServer(verdicts: (number | null)[] = []) {
  const received: Received[] = []
  const attempts: number[] = []
  let isHanging = false
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        attempts.push(performance.now())
        if (isHanging) return
        const responseCode = verdicts.shift()
        if (responseCode) return done(Object.assign(new Error('not this one'), { responseCode }))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          sender: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as { port: number }
  closers.push(() => new Promise<void>((done) => server.close(() => done())))
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    attempts,
    connections: () => connections,
    hang: () => {
      isHanging = true
    },
  }
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const mail = { to: 'anna@esempio.it', subject: 'Ciao', text: 'Testo', html: '<p>Testo</p>' }

function mailerAt(
  smtpUrl: string,
  { name = 'Covo', contact = null as string | null, lines = [] as string[] } = {},
) {
  const log = createLog('trace', { write: (line: string) => lines.push(line) })
  return createMailer({ smtpUrl, outbox: '', from: { name, address: 'noreply@covo.example' }, contact, log })
}

it('gives a mail server on another machine nothing in plain text, unless its address says so', async () => {
  const server = await startMailServer()
  // An address that isn't a loopback one and yet leads there.
  const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0')
  await expect(mailerAt(elsewhere).send(mail)).rejects.toMatchObject({ code: 'ETLS' })
  expect(server.connections()).toBe(1)
  expect(server.received).toHaveLength(0)
  await mailerAt(`${elsewhere}?ignoreTLS=true`).send(mail)
  await mailerAt(server.url).send(mail)
  expect(server.received).toHaveLength(2)
})

it.each([
  [null, 'Messaggio di C&C.', 'Messaggio di C&amp;C.'],
  [
    'a@b.it',
    'Messaggio di C&C. Per aiuto scrivi a a@b.it.',
    'Messaggio di C&amp;C. Per aiuto scrivi a a@b.it.',
  ],
])('says below a mail which instance sends it, and where help is: %s', async (contact, text, html) => {
  const server = await startMailServer()
  await mailerAt(server.url, { name: 'C&C', contact }).send(mail)
  expect(server.received[0]?.raw).toContain(`Testo\r\n\r\n${text}\r\n`)
  expect(server.received[0]?.raw).toContain(`<p>Testo</p><p>${html}</p>`)
})

describe('a mail server that has no time', () => {
  it('is asked again, with growing pauses, and gets the mail once', async () => {
    const server = await startMailServer([451, 421])
    await mailerAt(server.url).send(mail)
    expect(server.received).toHaveLength(1)
    const [first = 0, second = 0, third = 0] = server.attempts
    expect(third - second).toBeGreaterThan(second - first)
  })

  it('is asked four times; then its answer is the failure', async () => {
    const server = await startMailServer([451, 451, 451, 451])
    await expect(mailerAt(server.url).send(mail)).rejects.toMatchObject({ responseCode: 451 })
    expect(server.attempts).toHaveLength(4)
  })

  it('is waited for when there is none yet', async () => {
    const gone = await startMailServer()
    for (const close of closers.splice(0)) await close()
    await expect(mailerAt(gone.url).send(mail)).rejects.toMatchObject({ code: 'ESOCKET' })
  })

  it('is given up when it says nothing for as long as the setting allows', async () => {
    const server = await startMailServer()
    server.hang()
    const impatient = mailerAt(`${server.url}?socketTimeout=300`)
    await expect(impatient.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    expect(server.connections()).toBeGreaterThan(1)
  })
})

it('does not ask again after a refusal', async () => {
  const server = await startMailServer([550])
  await expect(mailerAt(server.url).send(mail)).rejects.toMatchObject({ responseCode: 550 })
  expect(server.attempts).toHaveLength(1)
})

describe('a stop', () => {
  it('waits for mails on their way', async () => {
    const server = await startMailServer([451])
    const mailer = mailerAt(server.url)
    const sent = mailer.send(mail)
    await mailer.stop()
    await sent
    expect(server.received).toHaveLength(1)
  })

  it('gives up after the timeout', async () => {
    const server = await startMailServer()
    server.hang()
    const mailer = mailerAt(server.url)
    const sent = expect(mailer.send(mail)).rejects.toThrow('the server stopped')
    while (server.attempts.length === 0) await delay(10)
    await mailer.stop()
    await sent
    await expect(mailer.send(mail)).rejects.toThrow()
    expect(server.attempts).toHaveLength(1)
  })
})

/** GHSA-268h-hp4c-crq3: what somebody writes into a name or an address to get headers or recipients of their own. */
const hostile = [
  'Covo\r\nBcc: vittima@male.example',
  'Covo\nTo: vittima@male.example\n\n<h1>Ciao</h1>',
  'Covo\rCc: vittima@male.example',
  'Covo%0d%0aBcc: vittima@male.example',
  'Covo" <vittima@male.example>, "',
  'Covo <vittima@male.example>',
  'a, vittima@male.example',
  'Covo; vittima@male.example',
  'gruppo: vittima@male.example;',
  'Covo\u2028Bcc: vittima@male.example\u2029',
  'Covo\u0085Bcc: vittima@male.example',
  'Covo\u202eelpmaxe.elam@amittiv',
  '=?utf-8?B?Q292bw0KQmNjOiB2aXR0aW1hQG1hbGUuZXhhbXBsZQ==?=',
  'Covo\0Bcc: vittima@male.example',
  'ᶜovo 🦊 (vittima@male.example)',
]

/** The names of a mail's headers, in order. */
function headersOf(raw: string): string[] {
  const [head = ''] = raw.split('\r\n\r\n')
  return head.split('\r\n').flatMap((line) => /^([\w-]+):/.exec(line)?.[1] ?? [])
}

const expectedHeaders = ['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type']

describe('hostile names and addresses (S-26)', () => {
  it('add no header and no recipient by the instance’s name and the subject', async () => {
    const server = await startMailServer()
    for (const name of hostile) await mailerAt(server.url, { name }).send({ ...mail, subject: name })
    const extra = server.received.flatMap(({ raw }) =>
      headersOf(raw).filter((header) => !expectedHeaders.includes(header)),
    )
    const recipients = new Set(server.received.flatMap((one) => one.recipients))
    figure(
      'S-26',
      `${server.received.length} mails with hostile names: ${extra.length} extra headers, ${recipients.size - 1} extra recipients`,
    )
    expect(server.received).toHaveLength(hostile.length)
    expect(extra).toEqual([])
    expect([...recipients]).toEqual([mail.to])
    expect(new Set(server.received.map(({ sender }) => sender))).toEqual(new Set(['noreply@covo.example']))
    for (const { raw } of server.received)
      expect(headersOf(raw).filter((header) => header === 'To')).toHaveLength(1)
  })

  it('add no header and no recipient by the address, by SMTP and in files', async () => {
    const server = await startMailServer()
    const outbox = await mkdtemp(join(tmpdir(), 'covo-mails-'))
    closers.push(() => rm(outbox, { recursive: true }))
    const from = { name: 'Covo', address: 'noreply@covo.example' }
    const toFiles = createMailer({ smtpUrl: null, outbox, from, log: createLog('silent') })
    let refused = 0
    const addresses = [
      ...hostile.flatMap((text) => [`${text}@esempio.it`, `anna@${text}`, `anna@esempio.it${text.slice(4)}`]),
      'anna@esempio.it,vittima@male.example',
      'anna@esempio.it, vittima@male.example',
      'vittima@male.example, anna@esempio.it',
      'vittima@male.example <anna@esempio.it>',
      '<vittima@male.example>anna@esempio.it',
      'anna@esempio.it\r\nBcc: vittima@male.example',
    ]
    for (const to of addresses) {
      await mailerAt(server.url)
        .send({ ...mail, to })
        .catch(() => {
          refused += 1
        })
      await toFiles.send({ ...mail, to }).catch(() => {})
    }
    const files = await Promise.all(
      (await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')),
    )
    const sent = server.received
    const extraHeaders = [...sent.map(({ raw }) => raw), ...files].flatMap((raw) =>
      headersOf(raw).filter((header) => !expectedHeaders.includes(header)),
    )
    const severalRecipients = sent.filter(({ recipients }) => recipients.length !== 1)
    const stolen = sent.filter(({ recipients }) => recipients.includes('vittima@male.example'))
    figure(
      'S-26',
      `${addresses.length} hostile addresses: ${refused} refused, ${extraHeaders.length} extra headers, ${severalRecipients.length} with several recipients, ${stolen.length} at the stranger's`,
    )
    expect(extraHeaders).toEqual([])
    expect(severalRecipients).toEqual([])
    expect(stolen).toEqual([])
  })
})
