import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { readCommonPasswords } from './common-passwords.ts'

const plenty = { points: 1_000_000, seconds: 1 }
const app = runTestApp({ limits: { registrationsPerAddress: plenty } })

async function codeFor(
  password: string,
  email = 'scontata@esempio.it',
  visitor = app.visit(),
): Promise<string> {
  const answer = await visitor.api.api.auth.register.$post({
    json: { email, username: '', password, passwordConfirmation: password },
  })
  return answer.status === 201 ? 'created' : (await answer.json()).code
}

it('refuses each of the 10,000 passwords that everybody tries, in any case (S-14)', async () => {
  const common = await readCommonPasswords()
  expect(common).toHaveLength(10_000)
  const visitor = app.visit()
  let refused = 0
  for (let start = 0; start < common.length; start += 100) {
    const codes = await Promise.all(
      common
        .slice(start, start + 100)
        .map((password, index) =>
          codeFor(index % 2 ? password : password.toUpperCase(), 'scontata@esempio.it', visitor),
        ),
    )
    refused += codes.filter((code) => code === 'auth.password_weak').length
  }
  process.stdout.write(`S-14: ${refused} of ${common.length} common passwords refused\n`)
  expect(refused).toBe(common.length)
})

it.each(['scontata@esempio.it', 'SCONTATA@esempio.it', 'scontata'])(
  'refuses what the account itself says: %s',
  async (password) => {
    expect(await codeFor(password)).toBe('auth.password_weak')
  },
)

it('takes a password of 256 characters whole, and refuses a longer one unhashed', async () => {
  const password = `${'è'.repeat(255)}1`
  expect(await codeFor(password, 'lunga@esempio.it')).toBe('created')
  const login = (secret: string) =>
    app.visit().api.api.auth.login.$post({ json: { email: 'lunga@esempio.it', password: secret } })
  expect((await login(password)).status).toBe(200)
  expect((await login(`${'è'.repeat(255)}2`)).status).toBe(401)
  expect(await codeFor('a'.repeat(257))).toBe('auth.password_too_long')
})

it('keeps passwords as Argon2id with at least 19 MiB and two passes', async () => {
  await codeFor('Tana-rossa1', 'cifrata@esempio.it')
  const { rows } = await sql<{ password: string }>`select password from accounts`.execute(app.database)
  expect(rows.length).toBeGreaterThan(0)
  for (const { password } of rows) {
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(password) ?? []
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456)
    expect(Number(passes)).toBeGreaterThanOrEqual(2)
  }
})
