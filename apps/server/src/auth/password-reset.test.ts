import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errors } from '@covo/contract/errors'
import { type Member, register, type Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const password = 'Tana-nuova9'
let made = 0

async function newcomer(): Promise<Member & { email: string }> {
  made += 1
  const email = `smemorata${made}@esempio.it`
  const member = await register(app.origin, { name: `Smemorata ${made}`, email, password: 'Tana-vecchia1' })
  return { ...member, email }
}

function post(visitor: Visitor, path: string, body: unknown, headers: Record<string, string> = {}) {
  return visitor.fetch(path, { method: 'POST', body: JSON.stringify(body), headers })
}

function setPassword(token: string, changes: Record<string, string> = {}): Promise<Response> {
  return post(app.visit(), '/api/auth/reset-password', {
    token,
    password,
    passwordConfirmation: password,
    ...changes,
  })
}

async function codeOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { code?: string }).code
}

async function mailsTo(email: string): Promise<string[]> {
  const names = await readdir(app.outbox).catch(() => [])
  const mails = await Promise.all(names.map((name) => readFile(join(app.outbox, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${email}`)).map((mail) => mail.replaceAll('=\r\n', ''))
}

/** The mail goes out after the answer. */
async function mailTo(email: string): Promise<string> {
  const deadline = Date.now() + 5000
  while (Date.now() < deadline) {
    const mail = (await mailsTo(email)).at(-1)
    if (mail) return mail
    await delay(10)
  }
  throw new Error(`no mail to ${email}`)
}

async function tokenFor(email: string): Promise<string> {
  expect((await post(app.visit(), '/api/auth/reset-mail', { email })).status).toBe(204)
  return /reset-password\?token=3D([\w-]+)/.exec(await mailTo(email))?.[1] ?? ''
}

describe('asking for the mail', () => {
  it('answers a known and an unknown address alike, and mails only the one that has an account', async () => {
    const { email } = await newcomer()
    const known = await post(app.visit(), '/api/auth/reset-mail', { email: ` ${email.toUpperCase()} ` })
    const unknown = await post(app.visit(), '/api/auth/reset-mail', { email: 'nessuna@esempio.it' })
    for (const answer of [known, unknown]) {
      expect(answer.status).toBe(204)
      expect(await answer.text()).toBe('')
    }
    expect(await mailTo(email)).toContain('entro un')
    expect(await mailsTo('nessuna@esempio.it')).toEqual([])
  })

  it('refuses what is no address, and more than three an hour to one, known or not', async () => {
    expect(await codeOf(await post(app.visit(), '/api/auth/reset-mail', { email: 'storta' }))).toBe(
      'auth.email_invalid',
    )
    for (const email of ['mai@esempio.it', (await newcomer()).email]) {
      const answers: number[] = []
      for (let round = 0; round < 4; round += 1)
        answers.push((await post(app.visit(), '/api/auth/reset-mail', { email })).status)
      expect(answers).toEqual([204, 204, 204, 429])
    }
  })

  it('answers the longest address as any other', async () => {
    const email = `${'a'.repeat(240)}@esempio.it`
    expect((await post(app.visit(), '/api/auth/reset-mail', { email })).status).toBe(204)
  })

  it('makes the link of the configured origin, whatever the request claims', async () => {
    const { email } = await newcomer()
    await post(
      app.visit('127.0.0.9'),
      '/api/auth/reset-mail',
      { email },
      {
        'x-forwarded-host': 'male.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=male.example',
        referer: 'https://male.example/',
      },
    )
    expect(await mailTo(email)).not.toContain('male.example')
  })
})

describe('setting the password', () => {
  it('replaces the old one and ends every session and socket of the account, and nobody else’s', async () => {
    const member = await newcomer()
    const [tab, other] = [app.live(member), app.live(await app.as('anna'))]
    await Promise.all([tab, other].map((one) => one.hear('live.welcome')))
    expect((await setPassword(await tokenFor(member.email))).status).toBe(204)
    expect(await tab.closed()).toBe(4401)
    expect((await member.fetch('/api/profiles/me')).status).toBe(401)
    expect(await other.watch('chat:generale')).toBe(0)
    const login = (secret: string) =>
      post(app.visit(), '/api/auth/login', { email: member.email, password: secret })
    expect((await login('Tana-vecchia1')).status).toBe(401)
    expect((await login(password)).status).toBe(200)
  })

  it('works once, though a hundred try at the same instant', async () => {
    const { email } = await newcomer()
    const token = await tokenFor(email)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        setPassword(token, { password: `Tana-${index}-x`, passwordConfirmation: `Tana-${index}-x` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(99)
  })

  it.each(['', 'inventato', 'x'.repeat(900)])('refuses the token «%s»', async (token) => {
    const answer = await setPassword(token)
    expect([answer.status, await codeOf(answer)]).toEqual([410, 'auth.reset_link_invalid'])
  })

  it('refuses a token of more than an hour ago', async () => {
    const { email } = await newcomer()
    const token = await tokenFor(email)
    await sql`update verifications set expires_at = now() - interval '1 second'`.execute(app.database)
    expect(await codeOf(await setPassword(token))).toBe('auth.reset_link_invalid')
  })

  it('names the first rule that the password breaks, and the link still works after it', async () => {
    const { email } = await newcomer()
    const token = await tokenFor(email)
    for (const [changes, code] of [
      [{ password: '' }, 'auth.required_fields_missing'],
      [{ passwordConfirmation: '' }, 'auth.required_fields_missing'],
      [{ password: 'abc12' }, 'auth.password_too_short'],
      [{ password: 'a'.repeat(257) }, 'auth.password_too_long'],
      [{ passwordConfirmation: 'Tana-altra9' }, 'auth.password_mismatch'],
      [{ password: email, passwordConfirmation: email }, 'auth.password_weak'],
    ] as const) {
      const answer = await setPassword(token, changes)
      expect([answer.status, await codeOf(answer)]).toEqual([errors[code].status, code])
    }
    expect((await setPassword(token)).status).toBe(204)
  })
})
