import { createServer } from 'node:net'
import { readMails, tokenIn } from '@covo/testing/outbox'
import { reservePorts } from '@covo/testing/reserve-ports'
import type { Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const mailPort = await reservePorts(1)

function sendReset(visitor: Visitor): Promise<Response> {
  return visitor.post('/api/settings/password-reset')
}

describe('the password reset mail', () => {
  const app = runTestApp()

  it('goes to the own address with a link that is stored only hashed', async () => {
    const anna = await app.as('anna')
    const answer = await sendReset(anna)
    expect([answer.status, await answer.json()]).toEqual([200, { email: 'anna@esempio.it' }])
    const [mail = ''] = await readMails(app.outbox)
    expect(mail).toMatch(/^To: anna@esempio\.it$/m)
    const token = tokenIn(mail)
    const { rows } = await sql`select * from verifications`.execute(app.database)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is sent three times an hour', async () => {
    const bruno = await app.as('bruno')
    for (let round = 0; round < 3; round += 1) expect((await sendReset(bruno)).status).toBe(200)
    const before = (await readMails(app.outbox)).length
    const answer = await sendReset(bruno)
    expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'settings.too_many_mails' }])
    expect(await readMails(app.outbox)).toHaveLength(before)
  })

  it('is for members, and needs an address', async () => {
    expect((await sendReset(app.visit())).status).toBe(401)
    const carla = await app.as('carla')
    await app.database.updateTable('users').set({ email: '' }).where('id', '=', carla.uid).execute()
    const answer = await sendReset(carla)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'settings.email_not_found' }])
  })
})

describe('without a mail server that answers', () => {
  const refusing = createServer((socket) => socket.end('554 no mail for you\r\n'))
  const app = runTestApp({ smtpUrl: `smtp://127.0.0.1:${mailPort}` })

  it('says whether it was refused or not reached, ten times an hour', async () => {
    const anna = await app.as('anna')
    const unreachable = await sendReset(anna)
    expect([unreachable.status, await unreachable.json()]).toMatchObject([
      502,
      { code: 'settings.mail_not_sent', params: { reason: 'unreachable' } },
    ])
    await new Promise<void>((ready) => refusing.listen(mailPort, '127.0.0.1', ready))
    const refused = await sendReset(anna)
    expect(await refused.json()).toMatchObject({ params: { reason: 'refused' } })

    // A mail that isn't sent doesn't count against the address: the attempts have a limit of their own.
    const statuses: number[] = []
    for (let attempt = 3; attempt <= 12; attempt += 1) statuses.push((await sendReset(anna)).status)
    expect(statuses).toEqual([...Array<number>(8).fill(502), 429, 429])
    const asked = await app.visit().post('/api/auth/reset-mail', { email: 'anna@esempio.it' })
    expect(asked.status).toBe(204)
    refusing.close()
  })
})
