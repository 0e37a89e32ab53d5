import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const password = 'Tana-rossa1'

async function registerAll(forms: { email: string; username: string }[]): Promise<string[]> {
  return await Promise.all(
    forms.map(async (form) => {
      const answer = await app.visit().api.api.auth.register.$post({
        json: { ...form, password, passwordConfirmation: password },
      })
      return answer.status === 201 ? 'created' : (await answer.json()).code
    }),
  )
}

function countOf(results: string[], result: string): number {
  return results.filter((one) => one === result).length
}

it('makes one account of 60 simultaneous registrations of one email, in any case', async () => {
  const results = await registerAll(
    Array.from({ length: 60 }, (_, index) => ({
      email: index % 2 ? 'Gara@Esempio.it' : 'gara@esempio.it',
      username: '',
    })),
  )
  expect(countOf(results, 'created')).toBe(1)
  expect(countOf(results, 'auth.email_taken')).toBe(59)
})

it('gives a chosen name to one of 60 members who claim it at once', async () => {
  const results = await registerAll(
    Array.from({ length: 60 }, (_, index) => ({
      email: `pretende${index}@esempio.it`,
      username: index % 2 ? 'Volpe Rossa' : 'volpe rossa',
    })),
  )
  expect(countOf(results, 'created')).toBe(1)
  expect(countOf(results, 'auth.username_taken')).toBe(59)
})
