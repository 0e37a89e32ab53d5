import { figure } from '@covo/testing/figure'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const password = 'Tana-rossa1'

async function registerAll(forms: { email: string; username: string }[]): Promise<string[]> {
  return await Promise.all(
    forms.map(async (form) => {
      const answer = await app
        .visit()
        .post('/api/auth/register', { ...form, password, passwordConfirmation: password })
      return answer.status === 201 ? 'created' : ((await answer.json()) as { code: string }).code
    }),
  )
}

function countOf(results: string[], result: string): number {
  return results.filter((one) => one === result).length
}

/** One address, as it may be typed: each is `kira.neri@esempio.it` once it is in its normal form. */
const sameAddress = [
  'kira.neri@esempio.it',
  'Kira.Neri@Esempio.it',
  'KIRA.NERI@ESEMPIO.IT',
  ' kira.neri@esempio.it\u00a0',
  'kira\0.neri@esempio.it',
  // The sign of the kelvin is a k in lower case (Django CVE-2019-19844).
  '\u212aira.neri@esempio.it',
]
/** Addresses that only look alike, or are alike in another form than lower case: refused, rather than somebody's. */
const lookalikes = [
  'kıra.neri@esempio.it',
  'kira.neri@eſempio.it',
  'ｋira.neri@esempio.it',
  'ki\u200bra.neri@esempio.it',
  'kira.ne\u0301ri@esempio.it',
  'kira.n\u00e9ri@esempio.it',
]

it('makes one account of simultaneous registrations of one email, in any case and form (R-13)', async () => {
  const emails = [...sameAddress, ...sameAddress, ...lookalikes]
  const forms = Array.from({ length: 3 * emails.length }, (_, index) => ({
    email: emails[index % emails.length] ?? '',
    username: '',
  }))
  const results = await registerAll(forms)
  const accounts = await app.database
    .selectFrom('users')
    .select('email')
    .where('email', 'like', '%empio.it')
    .execute()
  const [taken, invalid] = [countOf(results, 'auth.email_taken'), countOf(results, 'auth.email_invalid')]
  figure(
    'R-13',
    `${forms.length} registrations of one email in ${sameAddress.length} spellings and ${lookalikes.length} lookalikes: ${countOf(results, 'created')} created, ${taken} taken, ${invalid} invalid, ${accounts.length} account`,
  )
  expect(accounts).toEqual([{ email: 'kira.neri@esempio.it' }])
  const refused = forms.filter(({ email }) => lookalikes.includes(email)).length
  expect([countOf(results, 'created'), taken, invalid]).toEqual([1, forms.length - 1 - refused, refused])
})

it('numbers the default names of concurrent registrations, beside members who choose one of them (R-11)', async () => {
  const forms = Array.from({ length: 14 }, (_, index) => ({
    email: `${index % 2 ? 'lupa.grigia' : 'Lupa.Grigia'}@esempio${index}.it`,
    username: '',
  }))
  const claims = Array.from({ length: 6 }, (_, index) => ({
    email: `pretendente${index}@esempio.it`,
    // In letters that look like it.
    username: index % 2 ? 'LUPA.GR\u0406G\u0406A7' : 'lupa.grigia7',
  }))
  const results = await registerAll([...forms, ...claims])
  const names = await app.database
    .selectFrom('users')
    .select(['display_name', 'display_name_skeleton'])
    .where('display_name_skeleton', 'like', 'lupa%')
    .execute()
  const numbers = names.map(({ display_name_skeleton: name }) => name.replaceAll('o', '0').split('a').at(-1))
  const held = Array.from({ length: names.length }, (_, index) => (index === 0 ? '' : `${index + 1}`))
  expect(numbers.map((number) => number?.replaceAll('l', '1')).toSorted()).toEqual(held.toSorted())
  // Of those who chose a name nobody got another one.
  expect(countOf(results, 'created')).toBe(names.length)
  expect(countOf(results, 'created')).toBeGreaterThanOrEqual(forms.length)
  expect(countOf(results, 'created') + countOf(results, 'auth.username_taken')).toBe(results.length)
  figure(
    'R-11',
    `${forms.length} members given one name at once, and ${claims.length} who chose the seventh: ${names.length} members, ${new Set(names.map((row) => row.display_name_skeleton)).size} names`,
  )
})

it('gives a chosen name to one of 20 members who claim it at once', async () => {
  const results = await registerAll(
    Array.from({ length: 20 }, (_, index) => ({
      email: `pretende${index}@esempio.it`,
      username: index % 2 ? 'Volpe Rossa' : 'volpe rossa',
    })),
  )
  expect(countOf(results, 'created')).toBe(1)
  expect(countOf(results, 'auth.username_taken')).toBe(19)
})
