import { expect, test } from '../actors.ts'
import { long } from '../long.ts'
import { statement } from './moderation.states.ts'

test('a decision is appealed against by the link of the mail, signed out', async ({ page, announced }) => {
  announced.push(/status of (410|500)/)
  const sent: unknown[] = []
  await page.route('**/api/appeals/statement', (route) =>
    route.fulfill({ status: 500, json: { code: 'common.internal', params: {} } }),
  )
  await page.route('**/api/appeals', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ status: 204 })
  })
  await page.goto('/reclamo#token=abc')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reclamo')
  const send = page.getByRole('button', { name: 'Invia reclamo' })
  await expect(send).toBeVisible()
  await page.route('**/api/appeals/statement', (route) => route.fulfill({ json: statement }))
  await page.getByRole('button', { name: 'Riprova' }).click()
  const decision = page.getByRole('region', { name: 'Decisione del 28 novembre 2026' })
  await expect(decision).toContainText('Abbiamo rimosso il tuo messaggio nella Chat Generale.')
  for (const [name, value] of [
    ['Testo', 'Compra subito!'],
    ['Regola', '3. Evita spam e contenuti offensivi'],
    ['Perché', 'Vende cose a tutti, ogni giorno.'],
    ['Puoi fare reclamo', 'Fino al 28 maggio 2027'],
  ] as const)
    await expect(decision.locator('div', { hasText: name })).toHaveText(`${name}${value}`)
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Scrivi una motivazione di almeno 20 caratteri.')
  const text = 'Non vendo niente: era uno scherzo.'
  await page.getByRole('textbox', { name: 'Perché la decisione è sbagliata? *' }).fill(text)
  await send.click()
  await expect(page.getByRole('status')).toHaveText('Reclamo ricevuto. Ti rispondiamo entro 14 giorni.')
  expect(sent).toEqual([{ token: 'abc', text }])

  await page.unrouteAll()
  await page.goto('/reclamo#token=chissa')
  await expect(page.getByText('Il link non è valido o è scaduto.')).toBeVisible()
  await page.getByRole('textbox').fill(text)
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Il link non è valido o è scaduto. Richiedine uno nuovo.')
  await expect(send).toHaveCount(0)
})

test(
  'a suspended member reads until when, or that it has no end, at either step',
  long,
  async ({ page, announced }) => {
    announced.push(/status of 403/)
    const refusal = (until: string) => ({
      status: 403,
      json: { code: 'auth.account_suspended', params: { until } },
    })
    const signIn = async () => {
      await page.goto('/Login')
      await page.getByRole('textbox', { name: 'Email' }).fill('anna@esempio.it')
      await page.getByRole('textbox', { name: 'Password' }).fill('Tana-rossa1')
      await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    }
    const expectText = (end: string) =>
      expect(page.getByRole('alert')).toHaveText(
        `Questo account è sospeso${end}. I motivi e come fare reclamo sono nell'email che ti abbiamo mandato.`,
      )
    await page.route('**/api/auth/login', (route) => route.fulfill(refusal('9999-12-31T00:00:00.000Z')))
    await signIn()
    await expectText('')
    await page.unrouteAll()
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ json: { secondFactor: { challenge: 'sfida' } } }),
    )
    await page.route('**/api/auth/second-factor', (route) =>
      route.fulfill(refusal('2026-12-03T12:00:00.000Z')),
    )
    await signIn()
    await page.getByRole('textbox', { name: 'Codice di verifica' }).fill('000000')
    await page.getByRole('button', { name: 'Verifica' }).click()
    await expectText(' fino al 3 dicembre 2026')
  },
)
