import { errors } from '@covo/contract/errors'
import { anna } from '@covo/testing/cast'
import { visit } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

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
