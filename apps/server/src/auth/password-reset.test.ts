import { errors } from '@covo/contract/errors'
import { figure } from '@covo/testing/figure'
import { mailsTo, tokenIn, tokenMailedTo, waitForMails } from '@covo/testing/outbox'
import { type Member, register } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { lockWaits } from '../../test/lock-waits.ts'
import { rawHead, sendRaw } from '../../test/security/raw-http.ts'
import { runTestApp } from '../../test/test-app.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'

const logged: string[] = []
const app = runTestApp({
  limits: { resetMailsPerAddress: { points: 1000, seconds: 3600 } },
  onLogLine: (line) => logged.push(line),
})
const password = 'Tana-nuova9'
/** The configured origin; the server of a test takes any port. */
const linkOrigin = 'http://localhost:0'
let made = 0

async function newcomer(): Promise<Member & { email: string }> {
  made += 1
  const email = `smemorata${made}@esempio.it`
  const member = await register(app.origin, { name: `Smemorata ${made}`, email, password: 'Tana-vecchia1' })
  return { ...member, email }
}

function setPassword(token: string, changes: Record<string, string> = {}): Promise<Response> {
  return app.visit().post('/api/auth/reset-password', {
    token,
    password,
    passwordConfirmation: password,
    ...changes,
  })
}

async function codeOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { code?: string }).code
}

async function newestMailTo(email: string): Promise<string> {
  return (await waitForMails(app.outbox, email)).at(-1) ?? ''
}

async function tokenFor(email: string): Promise<string> {
  expect((await app.visit().post('/api/auth/reset-mail', { email })).status).toBe(204)
  return await tokenMailedTo(app.outbox, email)
}

describe('asking for the mail', () => {
  it('answers a known and an unknown address alike, and mails only the one that has an account', async () => {
    const { email } = await newcomer()
    const known = await app.visit().post('/api/auth/reset-mail', { email: ` ${email.toUpperCase()} ` })
    const unknown = await app.visit().post('/api/auth/reset-mail', { email: 'nessuna@esempio.it' })
    for (const answer of [known, unknown]) {
      expect(answer.status).toBe(204)
      expect(await answer.text()).toBe('')
    }
    expect(await newestMailTo(email)).toContain('entro un')
    expect(await mailsTo(app.outbox, 'nessuna@esempio.it')).toEqual([])
  })

  it('refuses an invalid address, and more than three mails an hour to one, known or not', async () => {
    expect(await codeOf(await app.visit().post('/api/auth/reset-mail', { email: 'storta' }))).toBe(
      'auth.email_invalid',
    )
    for (const email of ['mai@esempio.it', (await newcomer()).email]) {
      const answers: number[] = []
      for (let round = 0; round < 4; round += 1)
        answers.push((await app.visit().post('/api/auth/reset-mail', { email })).status)
      expect(answers).toEqual([204, 204, 204, 429])
    }
  })

  it('answers the longest address as any other', async () => {
    const email = `${'a'.repeat(240)}@esempio.it`
    expect((await app.visit().post('/api/auth/reset-mail', { email })).status).toBe(204)
  })

  it('makes the link of the configured origin, whatever the request claims (S-15)', async () => {
    const port = new URL(app.origin).port
    const path = '/api/auth/reset-mail'
    const own = `localhost:${port}`
    const page = 'https://male.example/reset-password'
    /** The target of the request, its Host headers, and what else it carries. */
    const variants: [string, string[], Record<string, string>?][] = [
      [path, ['male.example']],
      [path, [`male.example:${port}`]],
      [path, [`${own}.male.example`]],
      [path, [`${own}@male.example`]],
      [path, [`male.example#${own}`]],
      [path, [own, 'male.example']],
      [path, ['male.example', own]],
      [path, []],
      [`http://male.example${path}`, [own]],
      [`http://male.example${path}`, ['male.example']],
      [`http://${own}@male.example${path}`, [own]],
      [path, [own], { 'X-Forwarded-Host': 'male.example' }],
      [path, [own], { 'X-Forwarded-Host': `${own}, male.example`, 'X-Forwarded-Proto': 'https' }],
      [path, [own], { 'X-Forwarded-Server': 'male.example', 'X-Forwarded-Port': '666' }],
      [path, [own], { 'X-Forwarded-Prefix': '//male.example', 'X-Script-Name': '//male.example' }],
      [path, [own], { 'X-Host': 'male.example', 'X-HTTP-Host-Override': 'male.example' }],
      [path, [own], { 'X-Original-Host': 'male.example' }],
      [path, [own], { Forwarded: 'host=male.example' }],
      [path, [own], { Forwarded: 'for=192.0.2.1;host="male.example";proto=https' }],
      [path, [own], { 'X-Original-URL': page }],
      [path, [own], { 'X-Rewrite-URL': page }],
      [path, [own], { Referer: 'https://male.example/', From: 'capo@male.example' }],
      [path, [own], { Origin: 'https://male.example' }],
    ]
    const accounts: string[] = []
    let accepted = 0
    for (const [index, [target, hosts, headers = {}]] of variants.entries()) {
      // Three mails an hour to one address.
      if (index % 3 === 0) accounts.push((await newcomer()).email)
      const body = JSON.stringify({ email: accounts.at(-1) })
      const [line = '', ...rest] = rawHead(app.origin, 'POST', target, [
        ...Object.entries(headers),
        ['Content-Type', 'application/json'],
        ['Content-Length', String(body.length)],
      ]).split('\r\n')
      const head = [
        line,
        ...hosts.map((host) => `Host: ${host}`),
        ...rest.filter((one) => !one.startsWith('Host:')),
      ]
      if ((await sendRaw(app.origin, head.join('\r\n') + body)).status === 204) accepted += 1
    }
    const all = async () => (await Promise.all(accounts.map((email) => mailsTo(app.outbox, email)))).flat()
    await waitUntil(async () => (await all()).length === accepted)
    const mails = await all()
    const foreign = mails.filter((mail) => mail.includes('male.example'))
    figure(
      'S-15',
      `${variants.length} header variants, ${accepted} of them mailed: ${foreign.length} mails with a foreign host`,
    )
    expect(accepted).toBeGreaterThan(10)
    expect(foreign).toEqual([])
    const links = mails.flatMap((mail) => mail.match(/https?:\/\/[^\s"<]+/g) ?? [])
    expect(links.length).toBeGreaterThanOrEqual(accepted)
    for (const link of links) expect(link.startsWith(`${linkOrigin}/reset-password#token=`)).toBe(true)
  })

  it.each([
    [['prima@esempio.it', 'seconda@esempio.it'], 400],
    [{ $ne: '' }, 400],
    ['prima@esempio.it,seconda@esempio.it', 422],
    ['prima@esempio.it, seconda@esempio.it', 422],
    ['prima@esempio.it;seconda@esempio.it', 422],
    ['prima@esempio.it seconda@esempio.it', 422],
    ['prima@esempio.it\r\nBcc: seconda@esempio.it', 422],
    ['prima@esempio.it%0d%0aBcc: seconda@esempio.it', 422],
    ['prima@esempio.it\0seconda@esempio.it', 422],
    ['<prima@esempio.it>', 204],
    ['"Prima" <prima@esempio.it>', 422],
    ['prima@esempio.it\u202e', 204],
    ['seconda,prima@esempio.it', 204],
  ])('mails nobody where the address is %j (S-15, S-26)', async (email, status) => {
    for (const address of ['prima@esempio.it', 'seconda@esempio.it'])
      await register(app.origin, {
        name: `${address} vera`,
        email: address,
        password: 'Tana-vecchia1',
      }).catch(() => {})
    expect((await app.visit().post('/api/auth/reset-mail', { email })).status).toBe(status)
    // A mail that was asked for later has come: none before it is still to come.
    await tokenFor((await newcomer()).email)
    for (const address of ['prima@esempio.it', 'seconda@esempio.it'])
      expect(await mailsTo(app.outbox, address)).toEqual([])
  })

  it('mails the address of the account, not the one that was typed and folds into it (S-15)', async () => {
    await register(app.origin, { name: 'Kiwi', email: 'kiwi@esempio.it', password: 'Tana-vecchia1' })
    expect((await app.visit().post('/api/auth/reset-mail', { email: '\u212aiwi@esempio.it' })).status).toBe(
      204,
    )
    expect(await newestMailTo('kiwi@esempio.it')).not.toContain('\u212a')
  })
})

describe('the link', () => {
  it('carries 192 random bits, which the database and the log never see (S-15)', async () => {
    const tokens: string[] = []
    for (let round = 0; round < 20; round += 1) tokens.push(await tokenFor((await newcomer()).email))
    for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/)
    expect(new Set(tokens).size).toBe(tokens.length)
    const bits = tokens.flatMap((token) => [...Buffer.from(token, 'base64url')])
    const ones = bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
    // Six standard deviations: by chance once in 500 million runs.
    expect(Math.abs(ones - bits.length * 4)).toBeLessThan(6 * Math.sqrt(bits.length * 2))

    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(tablename) as name from pg_tables where schemaname = 'public'
    `.execute(app.database)
    const dump = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
          app.database,
        )
        return rows.map(({ row }) => row).join('\n')
      }),
    )
    const stored = dump.join('\n')
    expect(stored).toContain('esempio.it')
    const inDatabase = tokens.filter((token) => stored.includes(token))
    const inLog = tokens.filter((token) => logged.some((line) => line.includes(token)))
    figure(
      'S-15',
      `${tokens.length} tokens of 192 bits: ${inDatabase.length} in the database, ${inLog.length} in ${logged.length} lines of the log`,
    )
    expect(logged.length).toBeGreaterThan(0)
    expect([inDatabase, inLog]).toEqual([[], []])
  })

  it('is good for an hour (S-15)', async () => {
    await tokenFor((await newcomer()).email)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from expires_at - now())::float as seconds from verifications order by created_at desc limit 1
    `.execute(app.database)
    expect(rows[0]?.seconds).toBeGreaterThan(3500)
    expect(rows[0]?.seconds).toBeLessThanOrEqual(3600)
  })

  it('is revealed to no other site by the page that it opens (S-15)', async () => {
    const { headers } = await app.visit().fetch('/reset-password')
    expect(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']).toContain(
      headers.get('referrer-policy'),
    )
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('setting the password', () => {
  it('replaces the old password and ends the sessions and sockets of that account alone (S-15)', async () => {
    const member = await newcomer()
    const [tab, other] = [app.live(member), app.live(await app.as('anna'))]
    await Promise.all([tab, other].map((one) => one.receive('live.welcome')))
    expect((await setPassword(await tokenFor(member.email))).status).toBe(204)
    expect(await tab.closed()).toBe(4401)
    expect((await member.fetch('/api/profiles/me')).status).toBe(401)
    expect(await other.watch('chat:generale')).toBe(0)
    const login = (secret: string) =>
      app.visit().post('/api/auth/login', { email: member.email, password: secret })
    expect((await login('Tana-vecchia1')).status).toBe(401)
    expect((await login(password)).status).toBe(200)
  })

  it('works once, though a hundred try at the same instant (S-15)', async () => {
    const { email } = await newcomer()
    const token = await tokenFor(email)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        setPassword(token, { password: `Tana-${index}-x`, passwordConfirmation: `Tana-${index}-x` }),
      ),
    )
    const done = answers.filter(({ status }) => status === 204).length
    figure('S-15', `100 parallel uses of one link: ${done} set a password`)
    expect(done).toBe(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(99)
  })

  it('says beforehand whether a link works, and leaves it as it is (S-15)', async () => {
    const { email } = await newcomer()
    const token = await tokenFor(email)
    const check = async (checked: string) => {
      const answer = await app.visit().post('/api/auth/reset-link', { token: checked })
      return [answer.status, await answer.text()]
    }
    for (let count = 0; count < 3; count += 1) expect(await check(token)).toEqual([204, ''])
    expect((await setPassword(token)).status).toBe(204)
    // A used, an invented and an expired link get the same answer.
    const old = await tokenFor((await newcomer()).email)
    await sql`update verifications set expires_at = now() - interval '1 second'`.execute(app.database)
    for (const bad of [token, 'inventato', '', old]) {
      const answer = await app.visit().post('/api/auth/reset-link', { token: bad })
      expect([answer.status, await codeOf(answer)]).toEqual([410, 'auth.reset_link_invalid'])
      expect(await codeOf(await setPassword(bad))).toBe('auth.reset_link_invalid')
    }
  })

  it('refuses a password that breaks a rule, and the link still works after it', async () => {
    const { email } = await newcomer()
    const token = await tokenFor(email)
    for (const [changes, code] of [
      [{ passwordConfirmation: 'Tana-altra9' }, 'auth.password_mismatch'],
      [{ password: email, passwordConfirmation: email }, 'auth.password_weak'],
    ] as const) {
      const answer = await setPassword(token, changes)
      expect([answer.status, await codeOf(answer)]).toEqual([errors[code].status, code])
    }
    expect((await setPassword(token)).status).toBe(204)
  })

  it('changes nothing where one of its steps fails, and the link works after it (S-15)', async () => {
    const member = await newcomer()
    const token = await tokenFor(member.email)
    const failed = await app.database.transaction().execute(async (transaction) => {
      await sql`select from sessions where user_id = ${member.uid}::uuid for update`.execute(transaction)
      const answer = setPassword(token)
      await untilStatementsWait(transaction, 1)
      // As the longest time for a statement does.
      await sql`
        select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(transaction)
      return await answer
    })
    expect([failed.status, await codeOf(failed)]).toEqual([503, 'common.unavailable'])
    const login = async (secret: string) =>
      (await app.visit().post('/api/auth/login', { email: member.email, password: secret })).status
    expect([await login(password), await login('Tana-vecchia1')]).toEqual([401, 200])
    expect((await member.fetch('/api/profiles/me')).status).toBe(200)

    const tab = app.live(member)
    await tab.receive('live.welcome')
    expect((await setPassword(token)).status).toBe(204)
    expect(await tab.closed()).toBe(4401)
    expect((await member.fetch('/api/profiles/me')).status).toBe(401)
    expect([await login(password), await login('Tana-vecchia1')]).toEqual([200, 401])
  })

  it('leaves no session to a sign-in with the old password that begins before it is done (S-15)', async () => {
    const { uid, email } = await newcomer()
    const token = await tokenFor(email)
    const [reset, login] = await app.database.transaction().execute(async (transaction) => {
      // Links are what a reset deletes last.
      await sql`select from verifications where value = ${uid} for update`.execute(transaction)
      const setting = setPassword(token)
      await untilStatementsWait(transaction, 1)
      const entering = app.visit().post('/api/auth/login', { email, password: 'Tana-vecchia1' })
      await Promise.race([untilStatementsWait(transaction, 2), entering])
      return [setting, entering] as const
    })
    expect((await reset).status).toBe(204)
    expect((await login).status).toBe(401)
    const { rows } = await sql`select id from sessions where user_id = ${uid}::uuid`.execute(app.database)
    expect(rows).toEqual([])
  })

  it('lets one of three links of an account set its password, all used at once (S-15)', async () => {
    const { email } = await newcomer()
    for (let count = 1; count <= 3; count += 1) {
      await tokenFor(email)
      await waitForMails(app.outbox, email, count)
    }
    const tokens = (await mailsTo(app.outbox, email)).map(tokenIn)
    const answers = await Promise.all(tokens.map((token) => setPassword(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 410, 410])
  })
})

/** Resolves when so many statements wait for a lock. */
async function untilStatementsWait(transaction: DatabaseTransaction, count: number): Promise<void> {
  await waitUntil(async () => (await lockWaits(transaction)) >= count)
}
