import { errors } from '@covo/contract/errors'
import { anna } from '@covo/testing/cast'
import { visit } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp({ limits: { wrongPasswordsPerAccount: { points: 25, seconds: 3600 } } })

const form = {
  email: 'nuova@esempio.it',
  username: 'Nuova Socia',
  password: 'Tana-rossa1',
  passwordConfirmation: 'Tana-rossa1',
}

async function countUsers(): Promise<number> {
  const { count } = await app.database
    .selectFrom('users')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function codeOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { code?: unknown }).code
}

describe('registering', () => {
  it('creates the account, signs it in and keeps the session in a cookie that scripts cannot read', async () => {
    const visitor = app.visit()
    const answer = await visitor.post('/api/auth/register', {
      ...form,
      email: ' Prima@Esempio.IT ',
      username: '',
    })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly/)
    expect(answer.headers.get('set-cookie')).toMatch(/SameSite=Lax/)

    expect(await visitor.read('/api/profiles/me')).toMatchObject({
      email: 'prima@esempio.it',
      displayName: 'prima',
      photoURL: '',
    })
  })

  it.each([
    ['nothing', {}, 'auth.required_fields_missing'],
    ['an email that is none', { ...form, email: 'storta' }, 'auth.email_invalid'],
  ] as const)('refuses %s and changes nothing', async (_, body, code) => {
    const before = await countUsers()
    const visitor = app.visit()
    const answer = await visitor.post('/api/auth/register', body)
    expect(answer.status).toBe(errors[code].status)
    expect(await codeOf(answer)).toBe(code)
    expect(visitor.cookie()).toBe('')
    expect(await countUsers()).toBe(before)
  })

  it('refuses an email that is in use, in any case', async () => {
    await app.as('anna')
    const answer = await app.visit().post('/api/auth/register', { ...form, email: 'ANNA@Esempio.it' })
    expect(answer.status).toBe(409)
    expect(await codeOf(answer)).toBe('auth.email_taken')
  })

  it.each([
    'anna bassi',
    'ANNA BASSI',
    'Ａnna Bassi',
    '\u0410nn\u0430 Bassi',
    'ANNA BA\u0405S\u0406',
    'Covo',
    'Utente eliminato',
  ])('refuses the held name %s', async (username) => {
    await app.as('anna')
    const before = await countUsers()
    const answer = await app.visit().post('/api/auth/register', { ...form, username })
    expect(await codeOf(answer)).toBe('auth.username_taken')
    expect(await countUsers()).toBe(before)
  })

  it('lets two names taken from emails coincide', async () => {
    for (const email of ['mario@uno.it', 'mario@due.it']) {
      const answer = await app.visit().post('/api/auth/register', { ...form, email, username: '' })
      expect(answer.status).toBe(201)
    }
  })
})

describe('signing in', () => {
  it('signs in with the email in any case', async () => {
    await app.as('anna')
    const visitor = app.visit()
    const answer = await visitor.post('/api/auth/login', {
      email: 'Anna@ESEMPIO.it',
      password: anna.password,
    })
    expect(answer.status).toBe(200)
    expect((await visitor.fetch('/api/profiles/me')).status).toBe(200)
  })

  it('refuses an empty form', async () => {
    expect(await codeOf(await app.visit().post('/api/auth/login', {}))).toBe('auth.credentials_required')
  })

  it('answers a wrong password and an unknown address alike', async () => {
    await app.as('anna')
    const wrong = await app.visit().post('/api/auth/login', { email: anna.email, password: 'sbagliata' })
    const unknown = await app.visit().post('/api/auth/login', {
      email: 'chi@esempio.it',
      password: 'sbagliata',
    })
    expect([wrong.status, await codeOf(wrong)]).toEqual([401, 'auth.invalid_credentials'])
    expect([unknown.status, await codeOf(unknown)]).toEqual([401, 'auth.invalid_credentials'])
  })

  it('evaluates exactly ten of fifty parallel wrong guesses, then refuses the right password too, elsewhere not', async () => {
    const email = 'preda@esempio.it'
    await app.visit().post('/api/auth/register', { ...form, email, username: '' })
    const guesses = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const answer = await app.visit('127.0.0.2').post('/api/auth/login', {
          email,
          password: `guess${index}`,
        })
        return await codeOf(answer)
      }),
    )
    expect(guesses.filter((code) => code === 'auth.invalid_credentials')).toHaveLength(10)
    expect(guesses.filter((code) => code === 'auth.too_many_attempts')).toHaveLength(40)

    const right = { email, password: form.password }
    const refused = await app.visit('127.0.0.2').post('/api/auth/login', right)
    expect([refused.status, await codeOf(refused)]).toEqual([429, 'auth.too_many_attempts'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await app.visit('127.0.0.3').post('/api/auth/login', right)).status).toBe(200)
  })

  it('does not count right passwords', async () => {
    await app.as('anna')
    for (let round = 0; round < 15; round += 1) {
      const answer = await app.visit('127.0.0.4').post('/api/auth/login', anna)
      expect(answer.status).toBe(200)
    }
  })
})

describe('signing out', () => {
  it('ends the session of its cookie and closes its sockets alone', async () => {
    const visitor = app.visit()
    await app.as('anna')
    await visitor.post('/api/auth/login', anna)
    const oldCookie = visitor.cookie()
    const tabs = [app.live(visitor), app.live(visitor)]
    const other = app.live(await app.as('anna'))
    await Promise.all([...tabs, other].map((tab) => tab.receive('live.welcome')))

    const answer = await visitor.post('/api/auth/logout')
    expect(answer.status).toBe(204)
    expect(visitor.cookie()).not.toContain('session_token')
    expect(await Promise.all(tabs.map((tab) => tab.closed()))).toEqual([4401, 4401])
    expect((await visit(app.origin, { cookie: oldCookie }).fetch('/api/profiles/me')).status).toBe(401)
    expect(await other.watch('chat:generale')).toBe(0)
  })

  it('does nothing without a session', async () => {
    expect((await app.visit().post('/api/auth/logout')).status).toBe(204)
  })
})

describe('the door', () => {
  it.each([
    ['another site', { origin: 'https://male.example' }],
    ['a look-alike', { origin: 'http://localhost.male.example' }],
    ['the null origin', { origin: 'null' }],
  ])('refuses a change that %s asks for', async (_, headers) => {
    const before = await countUsers()
    const answer = await app.visit().post('/api/auth/register', form, headers)
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'common.foreign_origin'])
    expect(await countUsers()).toBe(before)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses a body of type %s',
    async (type) => {
      const answer = await app.visit().post('/api/auth/register', form, { 'content-type': type })
      expect(await codeOf(answer)).toBe('common.unsupported_media_type')
    },
  )

  it.each(['{', 'null', '[]', '{"email":{}}', '"x"'])('refuses the body %s', async (body) => {
    const answer = await app.visit().fetch('/api/auth/register', { method: 'POST', body })
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'common.invalid_request'])
  })

  it('refuses a body that is too large', async () => {
    const answer = await app.visit().post('/api/auth/register', { ...form, email: 'a'.repeat(600_000) })
    expect([answer.status, await codeOf(answer)]).toEqual([413, 'common.payload_too_large'])
  })
})
