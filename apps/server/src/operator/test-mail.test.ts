import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'

const received: { sender: string; recipients: string[]; raw: string }[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    const isKnown = !address.startsWith('nessuno')
    done(isKnown ? null : Object.assign(new Error('5.1.1 no such box'), { responseCode: 550 }))
  },
  onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
    let raw = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      raw += text
    })
    stream.on('end', () => {
      const sender = mailFrom ? mailFrom.address : ''
      received.push({ sender, recipients: rcptTo.map(({ address }) => address), raw })
      done()
    })
  },
})
let settings: Record<string, string>

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as { port: number }
  // There is no such database: the command needs none.
  const COVO_DATA_DIR = '/proc/nowhere'
  settings = { COVO_SMTP_URL: `smtp://127.0.0.1:${port}`, COVO_URL: 'https://tana.example', COVO_DATA_DIR }
})
afterAll(() => new Promise<void>((done) => server.close(() => done())))

it('sends one mail as the server does, and prints that it was accepted', async () => {
  const { code, output } = await operate(settings, 'test-mail', 'io@esempio.it')
  expect(output).toMatch(/^The mail server took the mail for io@esempio\.it, from noreply@tana\.example\./)
  expect(code).toBe(0)
  expect(received).toMatchObject([{ sender: 'noreply@tana.example', recipients: ['io@esempio.it'] }])
  expect(received[0]?.raw).toContain('Subject: Prova di Covo')
})

it('prints in a sentence why it was refused', async () => {
  const cases: [Record<string, string>, string, RegExp][] = [
    [{}, 'nessuno@esempio.it', /^The mail was not sent: .*5\.1\.1 no such box\n$/],
    [{ COVO_SMTP_URL: 'smtp://127.0.0.1:1' }, 'io@esempio.it', /^The mail was not sent: .*ECONNREFUSED.*\n$/],
    [{ COVO_SMTP_URL: '' }, 'io@esempio.it', /^No mail server is set: .*\n$/],
    [{}, 'io', /^This is no address of mail: io\n$/],
  ]
  for (const [changes, address, sentence] of cases) {
    const { code, output } = await operate({ ...settings, ...changes }, 'test-mail', address)
    expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
  }
  expect(received).toHaveLength(1)
})
