import { expect, loseSession, test } from '../actors.ts'
import { long } from '../long.ts'

test.beforeEach(async ({ anna }) => {
  await anna.page.goto('/app/impostazioni')
  await expect(anna.page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the account has its three sections, in which the email cannot be changed yet', async ({ anna }) => {
  const main = anna.page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Impostazioni Account')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Sicurezza Account',
    'Preferenze Notifiche (Placeholder)',
    'Gestione Account',
  ])
  for (const name of ['Modifica Password', 'Modifica Email'])
    await expect(main.getByRole('heading', { name })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Prossimamente' })).toBeDisabled()
  await expect(main.getByText("La modifica dell'email sarà implementata in futuro.")).toBeVisible()
})

test('a mail to reset the password is sent to the own address', async ({ anna }) => {
  const { page } = anna
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/settings/password-reset', async (route) => {
    await answered
    await route.continue()
  })
  await expect(page.locator('input[type="password"]')).toHaveCount(0)
  const send = page.getByRole('button', { name: 'Invia Email Reset Password' })
  await send.click()
  const busy = page.getByRole('button', { name: 'Invio email...' })
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    `Email per il reset della password inviata a ${anna.email}. Controlla la tua casella di posta.`,
  )
  await expect(send).toBeFocused()
})

test(
  'no mail is sent, and the page says why, until it leads to the login',
  long,
  async ({ anna, announced }) => {
    announced.push(/401|404|429|500|502|ERR_FAILED/)
    const { page } = anna
    const send = page.getByRole('button', { name: 'Invia Email Reset Password' })
    const sent = page.getByRole('main').getByRole('status')
    const notSent = (reason: string) => ({ code: 'settings.mail_not_sent', params: { reason } })
    for (const [status, json, text] of [
      [404, { code: 'settings.email_not_found' }, 'Email utente non trovata.'],
      [502, notSent('unreachable'), "Errore durante l'invio dell'email: il server di posta non risponde."],
      [
        502,
        notSent('refused'),
        "Errore durante l'invio dell'email: il server di posta ha rifiutato il messaggio.",
      ],
      [
        429,
        { code: 'settings.too_many_mails', params: { seconds: 60 } },
        "Errore durante l'invio dell'email: troppe email inviate. Riprova più tardi.",
      ],
      [500, { code: 'common.internal' }, "Errore durante l'invio dell'email: riprova più tardi."],
      [0, {}, "Errore durante l'invio dell'email: riprova più tardi."],
    ] as const) {
      await page.route('**/api/settings/password-reset', (route) =>
        status ? route.fulfill({ status, json: { ...json, requestId: 'x' } }) : route.abort(),
      )
      await send.click()
      await expect(page.getByRole('alert')).toHaveText(text)
      await expect(sent).toHaveCount(0)
      await page.unrouteAll()
    }
    await send.click()
    await expect(sent).toContainText(anna.email)
    await expect(page.getByRole('alert')).toHaveCount(0)

    await loseSession(anna)
    await send.click()
    await expect(page).toHaveURL('/Login')
    await expect(
      page.getByRole('alert').filter({ hasText: 'Devi essere loggato per accedere alle impostazioni.' }),
    ).toBeVisible()
  },
)

test('the preferences are on, flip, are confirmed for three seconds and are forgotten', async ({ anna }) => {
  const { page } = anna
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('switch')).toHaveCount(3)
  await page.clock.pauseAt(Date.now() + 10_000)
  const confirmation = page.getByRole('alert').filter({ hasText: 'Preferenze aggiornate.' })
  for (const name of ['Aggiornamenti eventi', 'Nuovi messaggi chat', 'Richieste di amicizia']) {
    const preference = page.getByRole('switch', { name, exact: true })
    await expect(preference).toBeChecked()
    await preference.press('Space')
    await expect(preference).not.toBeChecked()
    await page.clock.runFor(2_500)
    await expect(confirmation).toHaveCount(1)
  }
  await page.clock.runFor(1_000)
  await expect(confirmation).toHaveCount(0)

  await page.clock.resume()
  await page.getByText('Aggiornamenti eventi').click()
  await expect(page.getByRole('switch', { name: 'Aggiornamenti eventi' })).toBeChecked()
  await page.reload()
  for (const preference of await page.getByRole('switch').all()) await expect(preference).toBeChecked()
})

test('the account can not be deleted yet, and the question is asked first', async ({ anna }) => {
  const { page } = anna
  const open = page.getByRole('button', { name: 'Elimina Il Mio Account' })
  const dialog = page.getByRole('alertdialog', { name: 'Elimina Il Mio Account' })
  const notYet = page.getByRole('alert').filter({
    hasText:
      "L'eliminazione dell'account non è ancora implementata: richiede una nuova autenticazione. Nessun dato è stato eliminato.",
  })

  await open.press('Enter')
  await expect(dialog).toHaveAccessibleDescription(
    "Attenzione: l'operazione è irreversibile e tutti i tuoi dati andranno persi. Vuoi continuare?",
  )
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect(dialog).toBeHidden()
  await expect(notYet).toHaveCount(0)

  await open.click()
  await dialog.getByRole('button', { name: 'Elimina' }).click()
  await expect(dialog).toBeHidden()
  await expect(notYet).toBeVisible()
  await page.reload()
  await expect(page.getByRole('banner')).toContainText(anna.name)
})
