import { figure } from '@covo/testing/figure'
import { hashPassword } from '@covo/testing/password'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { rawHead, sendRaw } from '../../test/security/raw-http.ts'
import { runTestApp } from '../../test/test-app.ts'
import { isCommonPassword, readCommonPasswords } from './common-passwords.ts'

const plenty = { points: 1_000_000, seconds: 1 }
const app = runTestApp({
  limits: {
    registrationsPerAddress: plenty,
    signInsPerAddress: plenty,
    wrongPasswordsPerAccount: plenty,
    wrongPasswordsPerAccountAndAddress: plenty,
  },
})

async function codeFor(
  password: string,
  email = 'scontata@esempio.it',
  visitor = app.visit(),
): Promise<string> {
  const answer = await visitor.post('/api/auth/register', {
    email,
    username: '',
    password,
    passwordConfirmation: password,
  })
  return answer.status === 201 ? 'created' : ((await answer.json()) as { code: string }).code
}

it('refuses each of the 10,000 passwords that everybody tries, in any case (S-14)', async () => {
  const common = await readCommonPasswords()
  const refused = await Promise.all(
    common.map((password, index) => isCommonPassword(index % 2 ? password : password.toUpperCase())),
  )
  figure('S-14', `${refused.filter(Boolean).length} of ${common.length} common passwords refused`)
  expect(common).toHaveLength(10_000)
  expect(refused).not.toContain(false)
  for (const password of [common[0], common[1]?.toUpperCase(), common.at(-1)])
    expect(await codeFor(password ?? '')).toBe('auth.password_weak')
})

it.each(['scontata@esempio.it', 'SCONTATA@esempio.it', 'scontata'])(
  'refuses what the account itself says: %s',
  async (password) => {
    expect(await codeFor(password)).toBe('auth.password_weak')
  },
)

async function login(email: string, password: string, visitor = app.visit()): Promise<number> {
  return (await visitor.post('/api/auth/login', { email, password })).status
}

describe('lengths (S-14)', () => {
  it.each([
    [5, 'auth.password_too_short'],
    [6, 'created'],
    [256, 'created'],
    [257, 'auth.password_too_long'],
    [1000, 'auth.password_too_long'],
  ])('of %i characters: %s', async (length, result) => {
    const email = `lunga${length}@esempio.it`
    const password = 'Covo-9è-'.repeat(125).slice(0, length)
    expect(await codeFor(password, email)).toBe(result)
    expect(await login(email, password)).toBe(result === 'created' ? 200 : 401)
  })

  it.each([72, 128, 254])('distinguishes passwords that share their first %i bytes', async (bytes) => {
    const email = `uguale${bytes}@esempio.it`
    const shared = 'a'.repeat(bytes)
    expect(await codeFor(`${shared}1`, email)).toBe('created')
    expect(await login(email, `${shared}2`)).toBe(401)
    expect(await login(email, shared)).toBe(401)
    expect(await login(email, `${shared}1`)).toBe(200)
  })

  it('refuses a megabyte without hashing it', async () => {
    await codeFor('Tana-rossa1', 'grande@esempio.it')
    expect(await login('grande@esempio.it', 'x'.repeat(2 ** 20))).toBe(413)
    // The refusal comes before the password does: there is nothing that could be hashed.
    const head = rawHead(app.origin, 'POST', '/api/auth/login', [
      ['Content-Type', 'application/json'],
      ['Content-Length', String(2 ** 20)],
    ])
    expect((await sendRaw(app.origin, head)).status).toBe(413)
  })
})

describe('letters that are composed in two ways', () => {
  const [composed, decomposed] = ['Perch\u00e9-no-42', 'Perche\u0301-no-42']

  it.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('make one password: %s', async (made, typed) => {
    const email = `accento${made.length}@esempio.it`
    expect(await codeFor(made, email)).toBe('created')
    for (const password of [made, typed]) expect(await login(email, password)).toBe(200)
    expect(await login(email, 'Perche-no-42')).toBe(401)
  })

  it('opens an account whose hash is of the password as it was typed', async () => {
    expect(await codeFor(composed, 'prima@esempio.it')).toBe('created')
    await sql`
      update accounts set password = ${await hashPassword(decomposed)}
      where user_id = (select id from users where email = 'prima@esempio.it')`.execute(app.database)
    expect(await login('prima@esempio.it', decomposed)).toBe(200)
    expect(await login('prima@esempio.it', `${decomposed}!`)).toBe(401)
  })
})

it('keeps passwords as Argon2id with at least 19 MiB and two passes (S-14)', async () => {
  await codeFor('Tana-rossa1', 'cifrata@esempio.it')
  const { rows } = await sql<{ password: string }>`select password from accounts`.execute(app.database)
  expect(rows.length).toBeGreaterThan(0)
  for (const { password } of rows) {
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(password) ?? []
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456)
    expect(Number(passes)).toBeGreaterThanOrEqual(2)
  }
  figure('S-14', `stored: ${rows[0]?.password.split('$').slice(1, 4).join(' ')}`)
})
