import type { Page } from '@playwright/test'
import { type Actor, expect } from '../actors.ts'
import { codeOfApp } from '../auth/one-time-code.ts'
import { originOf, post } from '../chat/talk.ts'
import { operate } from '../operator/operate.ts'

/** Turns a member's second factor on; answers the recovery codes. */
export async function turnOnSecondFactor(actor: Actor): Promise<string[]> {
  const path = '/api/account/second-factor'
  const { secret } = await post<{ secret: string }>(actor, path, {})
  const headers = { origin: originOf() }
  const answer = await actor.context.request.put(path, { headers, data: { code: codeOfApp(secret) } })
  return ((await answer.json()) as { recoveryCodes: string[] }).recoveryCodes
}

/**
 * Signs a member in again, by a recovery code: that of the app was used when the second factor was turned on. The member's page
 * is left blank: one that is open reloads itself once it has learned that its session ended, which would abort the test's own
 * navigation.
 */
export async function signInAgain(actor: Actor, recoveryCode: string): Promise<void> {
  const { email, password, page } = actor
  await page.goto('about:blank')
  type Challenged = { secondFactor: { challenge: string } }
  const { secondFactor } = await post<Challenged>(actor, '/api/auth/login', { email, password })
  await post(actor, '/api/auth/second-factor', { ...secondFactor, code: recoveryCode })
}

/** Makes a member one who moderates, with a second factor; answers the recovery codes that are left. */
export async function makeModerator(actor: Actor): Promise<string[]> {
  await operate('add-moderator', actor.email)
  const [used = '', ...left] = await turnOnSecondFactor(actor)
  await signInAgain(actor, used)
  return left
}

/** The article of a waiting report or appeal, on the tab that is open. All tests share the lists: it may be on a later page. */
export async function findWaiting(page: Page, name: string) {
  const article = page.getByRole('article', { name, exact: true })
  await expect(async () => {
    const more = page.getByRole('button', { name: 'Mostra altri' })
    if ((await article.count()) === 0 && (await more.isVisible())) await more.click({ timeout: 1_000 })
    await expect(article).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await article.scrollIntoViewIfNeeded()
  return article
}
