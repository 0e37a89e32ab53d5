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
  await page.getByRole('button', { name: 'Invia Email Reset Password' }).click()
  const busy = page.getByRole('button', { name: 'Invio email...' })
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    `Email per il reset della password inviata a ${anna.email}. Controlla la tua casella di posta.`,
  )
  await expect(page.getByRole('button', { name: 'Invia Email Reset Password' })).toBeVisible()
})

for (const [name, answer, text] of [
  [
    'the member has no address',
    { status: 404, json: { code: 'settings.email_not_found' } },
    'Email utente non trovata.',
  ],
  [
    'the mail server does not answer',
    { status: 502, json: { code: 'settings.mail_not_sent', params: { reason: 'unreachable' } } },
    "Errore durante l'invio dell'email: il server di posta non risponde.",
  ],
  [
    'the mail server refuses',
    { status: 502, json: { code: 'settings.mail_not_sent', params: { reason: 'refused' } } },
    "Errore durante l'invio dell'email: il server di posta ha rifiutato il messaggio.",
  ],
  [
    'too many mails were sent',
    { status: 429, json: { code: 'settings.too_many_mails', params: { seconds: 60 } } },
    "Errore durante l'invio dell'email: troppe email inviate. Riprova più tardi.",
  ],
  [
    'the server fails',
    { status: 500, json: { code: 'common.internal' } },
    "Errore durante l'invio dell'email: riprova più tardi.",
  ],
  ['the network is gone', null, "Errore durante l'invio dell'email: riprova più tardi."],
] as const)
  test(`no mail when ${name}`, long, async ({ anna, announced }) => {
    announced.push(/404|429|500|502|ERR_FAILED/)
    const { page } = anna
    await page.route('**/api/settings/password-reset', (route) =>
      answer
        ? route.fulfill({ status: answer.status, json: { ...answer.json, requestId: 'x' } })
        : route.abort(),
    )
    await page.getByRole('button', { name: 'Invia Email Reset Password' }).click()
    await expect(page.getByRole('alert')).toHaveText(text)

    await page.unrouteAll()
    await page.getByRole('button', { name: 'Invia Email Reset Password' }).click()
    await expect(page.getByRole('main').getByRole('status')).toContainText(anna.email)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

test('the fourth mail in an hour is one too many', long, async ({ anna, announced }) => {
  announced.push(/429/)
  const { page } = anna
  const send = page.getByRole('button', { name: 'Invia Email Reset Password' })
  for (let mail = 1; mail <= 3; mail += 1) {
    await send.click()
    await expect(page.getByRole('main').getByRole('status')).toContainText(anna.email)
  }
  await send.click()
  await expect(page.getByRole('alert')).toHaveText(
    "Errore durante l'invio dell'email: troppe email inviate. Riprova più tardi.",
  )
})

test('without a session the settings are closed', long, async ({ anna, announced }) => {
  announced.push(/401/)
  const { page } = anna
  await loseSession(anna)
  await page.getByRole('button', { name: 'Invia Email Reset Password' }).click()
  await expect(page).toHaveURL('/Login')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Devi essere loggato per accedere alle impostazioni.' }),
  ).toBeVisible()
})

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
  await expect(dialog.getByRole('button', { name: 'Annulla' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await open.click()
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await expect(notYet).toHaveCount(0)

  await open.click()
  await dialog.getByRole('button', { name: 'Elimina' }).click()
  await expect(dialog).toBeHidden()
  await expect(notYet).toBeVisible()
  await page.reload()
  await expect(page.getByRole('banner')).toContainText(anna.name)
})
