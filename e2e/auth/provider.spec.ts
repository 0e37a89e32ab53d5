import { randomUUID } from 'node:crypto'
import { figure } from '@covo/testing/figure'
import { redirectTricks } from '@covo/testing/redirect-tricks'
import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { codeOfApp } from './one-time-code.ts'

/** The steps of a person in the popup, at the provider's own pages. */
async function signInAtProvider(popup: Page, login: string) {
  await popup.getByPlaceholder('Enter any login').fill(login)
  await popup.getByPlaceholder('and password').fill('una qualsiasi')
  await popup.getByRole('button', { name: 'Sign-in' }).click()
  // A provider that has the consent closes the popup instead.
  await popup
    .getByRole('button', { name: 'Continue' })
    .click()
    .catch((error) => {
      if (!popup.isClosed()) throw error
    })
}

async function openPopup(page: Page, button = 'Continua con Esempio'): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  return await opening
}

test.beforeEach(({ announced }) => {
  // The provider's own pages ask for a font and an icon that are not there; a session that is not there answers 401.
  announced.push(/ERR_NAME_NOT_RESOLVED/, /status of 404/, /status of 401/)
})

test('signs in at the provider and opens the page that was asked for', async ({ page }) => {
  await page.goto('/app/chat-generale')
  const login = `nuova.${randomUUID().slice(0, 8)}`
  await signInAtProvider(await openPopup(page), login)
  await expect(page.getByRole('heading', { level: 1, name: 'Chat Generale' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(login)
})

test(
  'confirms the identity of a member without a password at the provider, then asks for the code too',
  long,
  async ({ page, announced }) => {
    announced.push(/status of 403/)
    const login = `torna.${randomUUID().slice(0, 8)}`
    await page.goto('/Login')
    await signInAtProvider(await openPopup(page), login)
    await expect(page).toHaveURL('/app/home')
    await page.goto('/app/impostazioni/sicurezza')
    // As ten minutes later.
    let refusals = 0
    await page.route('**/api/account/second-factor', async (route) => {
      const isFirst = refusals === 0 || (route.request().method() === 'DELETE' && refusals === 1)
      if (!isFirst) return route.continue()
      refusals += 1
      await route.fulfill({ status: 403, json: { code: 'account.confirmation_needed', requestId: '' } })
    })
    await page.getByRole('button', { name: 'Attiva', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Conferma che sei tu' })
    await expect(dialog).toContainText('Per continuare conferma la tua identità.')
    // Another account at the provider is refused.
    await signInAtProvider(await openPopup(page, 'Conferma con Esempio'), `altra.${randomUUID().slice(0, 8)}`)
    await expect(dialog.getByRole('alert')).toHaveText(
      'La conferma non è riuscita. Controlla i dati e riprova.',
    )
    await signInAtProvider(await openPopup(page, 'Conferma con Esempio'), login)
    const factor = page.getByRole('dialog', { name: 'Attiva la verifica in due passaggi' })
    const key = (await factor.locator('code').textContent()) ?? ''
    await factor.getByLabel('Codice a 6 cifre').fill(codeOfApp(key))
    await factor.getByRole('button', { name: 'Attiva', exact: true }).click()
    const codes = page.getByRole('dialog', { name: 'Codici di recupero' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const [first = '', second = ''] = await codes.allTextContents()
    await page.getByRole('checkbox', { name: 'Li ho salvati' }).check()
    await page.getByRole('button', { name: 'Fine' }).click()

    // The second step of a sign-in, by the challenge that the popup hands to the page.
    await page.context().clearCookies()
    await page.goto('/Login')
    await signInAtProvider(await openPopup(page), login)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verifica in due passaggi')
    await expect(page).toHaveURL('/Login')
    await page.getByLabel('Codice di verifica').fill(first)
    await page.getByRole('button', { name: 'Verifica', exact: true }).click()
    await expect(page).toHaveURL('/app/home')

    await page.goto('/app/impostazioni/sicurezza')
    await page.getByRole('button', { name: 'Disattiva' }).click()
    await signInAtProvider(await openPopup(page, 'Conferma con Esempio'), login)
    await expect(dialog.getByLabel('Codice di verifica')).toBeFocused()
    await dialog.getByLabel('Codice di verifica').fill(second)
    await dialog.getByRole('button', { name: 'Conferma', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Verifica in due passaggi' })).toContainText('Disattivata')
  },
)

test(
  'says that it was cancelled when the popup is closed or the consent refused, and when it is blocked (S-11)',
  long,
  async ({ page }) => {
    await page.goto('/Login')
    const popup = await openPopup(page)
    await popup.getByPlaceholder('Enter any login').waitFor()
    await popup.close()
    const closedAt = performance.now()
    await page.getByText('Login con Esempio annullato.').waitFor()
    figure('S-11', `cancelled ${Math.round(performance.now() - closedAt)} ms after the popup was closed`)
    const alert = page.getByRole('alert')
    await (await openPopup(page)).getByRole('link', { name: 'Cancel' }).click()
    // The popup's outcome follows the alert of the one before.
    await expect(page.getByRole('button', { name: 'Continua con Esempio' })).toBeEnabled()
    await expect(alert).toHaveText('Login con Esempio annullato.')
    await page.evaluate(() => {
      window.open = () => null
    })
    await page.getByRole('button', { name: 'Continua con Esempio' }).click()
    await expect(alert).toHaveText('Errore durante il login con Esempio. Riprova.')
  },
)

test('never opens the account that has the address', async ({ page, anna }) => {
  await page.goto('/Login')
  await signInAtProvider(await openPopup(page), anna.email)
  await expect(page.getByRole('alert')).toHaveText('Errore durante il login con Esempio. Riprova.')
  await expect(page).toHaveURL('/Login')
})

test(
  'shows the outcome of a popup whose last page loads slowly, though it looks closed by then',
  long,
  async ({ page, anna }) => {
    await page.clock.install()
    await page.goto('/Login')
    const popup = await openPopup(page)
    const alert = page.getByRole('alert')
    const waitHalfAMinute = async () => {
      await expect(alert).toHaveText('Login con Esempio annullato.')
      await page.clock.fastForward('00:30')
    }
    let waited: Promise<void> | undefined
    await popup.route('**/assets/*.js', async (route) => {
      waited ??= waitHalfAMinute()
      await waited
      await route.continue()
    })
    await signInAtProvider(popup, anna.email)
    await expect(alert).toHaveText('Errore durante il login con Esempio. Riprova.')
  },
)

test('believes the session, not the popup that only looks closed', long, async ({ page }) => {
  await page.goto('/Login')
  await page.evaluate(() => {
    // The popup's last message is lost.
    BroadcastChannel.prototype.addEventListener = () => {}
  })
  await signInAtProvider(await openPopup(page), `zitta.${randomUUID().slice(0, 8)}`)
  await expect(page).toHaveURL('/app/home')
})

const evil = 'http://male.example'

/** Everything that a page of another site can learn of a popup that it opened, and of messages to it. */
const evilOpener = `<!doctype html><title>Male</title><button>Vinci un premio</button><script>
  const received = window.received = []
  addEventListener('message', ({ data }) => received.push(data))
  new BroadcastChannel('covo.provider').addEventListener('message', ({ data }) => received.push(data))
  document.querySelector('button').addEventListener('click', () => {
    const popup = open(location.hash.slice(1), 'covo-provider', 'popup')
    setInterval(() => {
      try { received.push(popup.location.href, popup.document.cookie) } catch {}
      try { popup.postMessage({ attempt: '', outcome: 'signed-in' }, '*') } catch {}
      if (popup.length) received.push('frames')
    }, 5)
  })
</script>`

test('another site’s page can’t begin it, and a page that opened the login learns nothing (S-11)', async ({
  page,
  context,
  baseURL,
  announced,
}) => {
  announced.push(/status of 403/)
  await context.route(`${evil}/**`, (route) => route.fulfill({ contentType: 'text/html', body: evilOpener }))
  const openFromEvil = async (path: string) => {
    await page.goto('about:blank')
    await page.goto(`${evil}/#${new URL(path, baseURL).href}`)
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Vinci un premio' }).click()
    return await opening
  }
  const refused = await openFromEvil(`/api/auth/provider?attempt=${randomUUID()}`)
  await expect(refused.locator('body')).toContainText('common.foreign_origin')
  await refused.close()

  const login = await openFromEvil('/Login')
  await signInAtProvider(await openPopup(login), `ingannata.${randomUUID().slice(0, 8)}`)
  await expect(login).toHaveURL('/app/home')
  // The sign-in itself went through: there was something to learn.
  expect((await context.request.get('/api/profiles/me')).status()).toBe(200)
  const received = await page.evaluate(() => (window as unknown as { received: unknown[] }).received)
  // Until the popup leaves it, the empty page that it opens with is the opener's own.
  expect(received.filter((text) => text !== 'about:blank' && text !== '')).toEqual([])
  figure('S-11', 'an opener of another site: messages and addresses learnt 0')
})

test('says how it ended and nothing more, to its own pages only (S-11)', long, async ({ page, context }) => {
  const listener = await context.newPage()
  await listener.goto('/reset-password')
  await listener.evaluate(() => {
    const received: unknown[] = []
    Object.assign(window, { received })
    addEventListener('message', ({ data }) => received.push(data))
    new BroadcastChannel('covo.provider').addEventListener('message', ({ data }) => received.push(data))
  })
  await page.goto('/Login')
  const popup = await openPopup(page)
  const login = `discreta.${randomUUID().slice(0, 8)}`
  await signInAtProvider(popup, login)
  await expect(page).toHaveURL('/app/home')
  const received = () => listener.evaluate(() => (window as unknown as { received: object[] }).received)
  const attempt = expect.stringMatching(/^[\da-f-]{36}$/)
  // The session may be there before the popup's last page has said so, and reloads that page, which then says it again.
  const outcome = 'signed-in'
  await expect.poll(received).toEqual(expect.arrayContaining([{ attempt, outcome }, { attempt }]))
  for (const message of await received()) expect({ outcome, ...message }).toEqual({ attempt, outcome })
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  for (const { value } of await context.cookies()) expect(stored).not.toContain(value)
})

test(
  'believes no other window, and gives the provider’s pages no hold on its own (S-11)',
  long,
  async ({ page, context }) => {
    await context.route(`${evil}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Male</title>' }),
    )
    await page.goto('/Login')
    const asked = context.waitForEvent('request', (request) => request.url().includes('/api/auth/provider?'))
    const popup = await openPopup(page)
    // The worst case: somebody who knows the attempt's own number.
    const attempt = new URL((await asked).url()).searchParams.get('attempt')
    await popup.getByPlaceholder('Enter any login').waitFor()
    const stranger = await context.newPage()
    await stranger.goto(`${evil}/`)
    for (const where of [popup, stranger]) {
      const holds = await where.evaluate((number) => {
        const forged = { attempt: number, outcome: 'signed-in' }
        new BroadcastChannel('covo.provider').postMessage(forged)
        const { opener } = window as { opener: Window | null }
        opener?.postMessage(forged, '*')
        if (opener) opener.location.href = 'http://male.example/'
        return opener !== null
      }, attempt)
      expect(holds).toBe(false)
    }
    await expect(page).toHaveURL('/Login')
    await expect(page.getByRole('button', { name: 'Continua con Esempio' })).toBeDisabled()
    await popup.close()
    await expect(page.getByRole('alert')).toHaveText('Login con Esempio annullato.')
    figure('S-11', 'forged messages of 2 windows: believed 0')
  },
)

test(
  'stays on this site after the sign-in, for any page that was asked for (S-11)',
  long,
  async ({ anna, baseURL }) => {
    const { page, context } = anna
    const origin = new URL(baseURL ?? '').origin
    const left: string[] = []
    context.on('request', (request) => {
      if (request.isNavigationRequest() && !request.url().startsWith(`${origin}/`)) left.push(request.url())
    })
    await page.goto('/app/home')
    for (const trick of redirectTricks) {
      await page.evaluate((askedPage) => {
        history.pushState({ usr: { askedPage }, key: String(Math.random()), idx: 1 }, '', '/Login')
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      }, trick)
      await page.waitForURL(`${origin}/app/**`)
      await expect(page.getByRole('banner')).toBeVisible()
    }
    expect(left).toEqual([])
    figure(
      'S-11',
      `${redirectTricks.length} redirect tricks after a sign-in: foreign redirects ${left.length}`,
    )
  },
)
