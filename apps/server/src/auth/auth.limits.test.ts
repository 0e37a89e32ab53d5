import { figure } from '@covo/testing/figure'
import { mailsTo, waitForMails } from '@covo/testing/outbox'
import { register, visit } from '@covo/testing/visitor'
import { beforeAll, describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const password = 'Tana-rossa1'
const origins: string[] = []

beforeAll(async () => {
  origins.push(app.origin, await app.startAnother())
})

/** Posts `count` times at once, to the servers in turn, from one address. */
async function postAtOnce(
  count: number,
  path: string,
  body: (index: number) => unknown,
  localAddress: string,
) {
  const visitors = origins.map((origin) => visit(origin, { localAddress }))
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => visitors[index % visitors.length]?.post(path, body(index))),
  )
  return answers.map((answer) => answer?.status)
}

function countOf(statuses: (number | undefined)[], status: number): number {
  return statuses.filter((one) => one === status).length
}

describe('two servers on one database', () => {
  it('try exactly ten of 100 parallel guesses, whatever addresses they claim, and let the member in elsewhere (S-19)', async () => {
    const email = 'preda@esempio.it'
    await register(app.origin, { name: 'Preda', email, password })
    const guesses = await postAtOnce(
      100,
      '/api/auth/login',
      (index) => ({ email: index % 2 ? email : 'PREDA@Esempio.it ', password: `indovino${index}` }),
      '127.0.0.2',
    )
    const [tried, refused] = [countOf(guesses, 401), countOf(guesses, 429)]
    figure('S-19', `100 parallel logins at 2 servers: ${tried} tried, ${refused} refused`)
    expect([tried, refused]).toEqual([10, 90])
    for (const origin of origins) {
      const login = (localAddress: string) =>
        visit(origin, { localAddress }).post('/api/auth/login', { email, password })
      expect((await login('127.0.0.2')).status).toBe(429)
      expect((await login('127.0.0.3')).status).toBe(200)
    }
  })

  it('mail one address three times an hour, by whichever way and from wherever it is asked (S-19)', async () => {
    const email = 'bersaglio@esempio.it'
    const member = await register(app.origin, { name: 'Bersaglio', email, password })
    const asked = await Promise.all([
      ...['127.0.0.4', '127.0.0.5', '127.0.0.6'].map((address) =>
        postAtOnce(10, '/api/auth/reset-mail', () => ({ email }), address),
      ),
      ...origins.map(async (origin) => {
        const itself = visit(origin, { cookie: member.cookie() })
        return [(await itself.post('/api/settings/password-reset')).status]
      }),
    ])
    const statuses = asked.flat()
    expect(countOf(statuses, 204) + countOf(statuses, 200)).toBe(3)
    expect(countOf(statuses, 429)).toBe(statuses.length - 3)
    await waitForMails(app.outbox, email, 3)
    // A mail that was asked for later has come: none before it is still to come.
    await register(app.origin, { name: 'Altra', email: 'altra@esempio.it', password })
    for (const origin of origins) {
      const other = visit(origin, { localAddress: '127.0.0.7' })
      await other.post('/api/auth/reset-mail', { email: 'altra@esempio.it' })
    }
    await waitForMails(app.outbox, 'altra@esempio.it', 2)
    const mails = (await mailsTo(app.outbox, email)).length
    figure('S-19', `${statuses.length} parallel requests at 2 servers to mail one address: ${mails} mails`)
    expect(mails).toBe(3)
  })

  it('send 60 mails an hour for one address of the net (S-19)', async () => {
    const statuses = await postAtOnce(
      100,
      '/api/auth/reset-mail',
      (index) => ({ email: `nessuno${index}@esempio.it` }),
      '127.0.0.8',
    )
    expect([countOf(statuses, 204), countOf(statuses, 429)]).toEqual([60, 40])
    expect(
      countOf(
        await postAtOnce(1, '/api/auth/reset-mail', () => ({ email: 'una@esempio.it' }), '127.0.0.9'),
        204,
      ),
    ).toBe(1)
  })
})
