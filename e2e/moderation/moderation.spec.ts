import { randomUUID } from 'node:crypto'
import { type Actor, expect, expectToast, test } from '../actors.ts'
import { list, post, sendMessage, uidOf } from '../chat/talk.ts'
import { long } from '../long.ts'
import { operate } from '../operator/operate.ts'
import { linkFor, readMailsTo } from '../outbox.ts'
import { findWaiting, makeModerator, signInAgain, turnOnSecondFactor } from './moderate.ts'

const facts = 'Pubblicità che nessuno ha chiesto.'

/** Another test may decide on its report while that is loaded here. */
const elsewhere = /status of 404/

const report = (by: Actor, kind: 'message' | 'member', id: string, details = '') =>
  post<{ id: string }>(by, '/api/reports', { subject: { kind, id }, reason: 'spam', details })

const sections = ({ page }: Actor) => page.getByRole('navigation', { name: 'Sezioni delle impostazioni' })

test('a reported message is decided on, appealed against and restored', async ({
  anna,
  bruno,
  carla,
  dario,
  announced,
}) => {
  announced.push(elsewhere)
  const { page } = anna
  // A member who doesn't moderate finds no such screen.
  await page.goto('/app/moderazione')
  await expect(page).toHaveURL('/app/home')
  await page.goto('/app/impostazioni')
  await expect(sections(anna).getByRole('link')).toHaveText([
    'Account',
    'Sicurezza',
    'Notifiche',
    'Privacy',
    'API',
  ])
  await operate('add-moderator', anna.email)
  await sections(anna).getByRole('link', { name: 'Moderazione' }).click()
  await expect(page.getByText('Per moderare attiva prima la verifica in due passaggi.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Vai a Sicurezza' })).toHaveAttribute(
    'href',
    '/app/impostazioni/sicurezza',
  )
  const [recoveryCode = ''] = await turnOnSecondFactor(anna)
  await expect(page.getByText('Per moderare esci e accedi di nuovo')).toBeVisible()
  await signInAgain(anna, recoveryCode)
  await page.goto('/app/moderazione')
  await expect(page.getByRole('tab', { name: /^Segnalazioni \(\d+\+?\)$/ })).toBeVisible()
  await expect(sections(anna).getByRole('link').last()).toHaveText(/^Moderazione \(\d+\+?\)$/)
  await expect(page.getByRole('link', { name: 'Impostazioni' })).toHaveAttribute('aria-current', 'page')

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').last()).toHaveText('Moderazione')
  await page.keyboard.press('Escape')

  // A report arrives while the screen is open.
  const mark = randomUUID().slice(0, 8)
  const { id } = await sendMessage(bruno, 'generale', `compra ${mark}`)
  await report(carla, 'message', id, `Ancora ${mark}.`)
  const name = `Spam o pubblicità: ${bruno.name}`
  const article = await findWaiting(page, name)
  const context = article.getByRole('region', { name: 'Contesto', exact: true })
  const reported = context.getByRole('listitem').first()
  await expect(reported).toContainText('segnalato')
  await expect(reported).toContainText(`compra ${mark}`)
  await expect(article).toContainText(`Ancora ${mark}.`)
  await expect(article).toContainText(carla.name)
  await expect(article).toContainText('Nessuna decisione precedente.')

  // It is decided on by the keyboard.
  await bruno.page.goto('/app/chat-generale')
  await expect(list(bruno.page)).toContainText(`compra ${mark}`)
  await article.getByRole('button', { name: 'Rimuovi messaggio' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Decisione' })
  const rule = dialog.getByRole('combobox', { name: 'Regola violata *' })
  await expect(rule).toBeFocused()
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('corta')
  for (let stops = 0; stops < 2; stops += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Scrivi una motivazione di almeno 20 caratteri.')
  const field = dialog.getByRole('textbox', { name: 'Motivazione *' })
  await expect(field).toBeFocused()
  await field.fill(facts)
  const preview = dialog.getByRole('region', { name: 'Anteprima della motivazione' })
  await expect(preview).toContainText('abbiamo rimosso il tuo messaggio nella Chat Generale.')
  await expect(preview).toContainText(`Il testo: «compra ${mark}»`)
  const [statement = ''] = await preview.locator('p').allTextContents()
  await dialog.getByRole('button', { name: 'Conferma decisione' }).press('Enter')
  await expectToast(page, 'Decisione registrata.')
  await expect(article).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
  await expect(list(bruno.page)).not.toContainText(`compra ${mark}`)

  // The author reads what the moderator saw, and appeals.
  const link = await linkFor(bruno.email, '/reclamo')
  const mail = (await readMailsTo(bruno.email)).findLast(({ subject }) => subject?.startsWith('Decisione'))
  expect(mail?.text?.replaceAll(/\s+/g, ' ')).toContain(statement.replaceAll(/\s+/g, ' '))
  await bruno.page.goto(link)
  const decision = bruno.page.getByRole('region', { name: /^Decisione del/ })
  await expect(decision).toContainText(`compra ${mark}`)
  await expect(decision).toContainText(facts)
  await bruno.page.getByRole('textbox').fill('Era una citazione, non una pubblicità.')
  await bruno.page.getByRole('button', { name: 'Invia reclamo' }).click()
  await expect(bruno.page.getByRole('status')).toHaveText('Reclamo ricevuto. Ti rispondiamo entro 14 giorni.')

  // Another moderator than the one who decided answers.
  await page.getByRole('tab', { name: /^Reclami/ }).click()
  const own = await findWaiting(page, `Reclamo: ${bruno.name}`)
  await expect(own).toContainText('Questa decisione spetta a qualcun altro.')
  await expect(own.getByRole('button')).toHaveCount(0)
  await makeModerator(dario)
  await dario.page.goto('/app/moderazione')
  await dario.page.getByRole('tab', { name: /^Reclami/ }).click()
  const appeal = await findWaiting(dario.page, `Reclamo: ${bruno.name}`)
  await expect(appeal).toContainText('Era una citazione, non una pubblicità.')
  await expect(appeal).toContainText(facts)
  await appeal.getByRole('button', { name: 'Accogli' }).click()
  await dario.page.getByRole('dialog').getByRole('button', { name: 'Accogli' }).click()
  await expectToast(dario.page, 'Risposta registrata.')
  await expect(appeal).toHaveCount(0)
  await expect(own).toHaveCount(0)
  await bruno.page.goto('/app/chat-generale')
  await expect(list(bruno.page)).toContainText(`compra ${mark}`)

  // The log has all of it.
  await page.getByRole('tab', { name: 'Registro' }).click()
  const acts = page
    .getByRole('list', { name: 'Registro' })
    .getByRole('listitem')
    .filter({ hasText: bruno.name })
  await expect(acts).toHaveText([
    new RegExp(`^Reclamo accolto: messaggio rimosso.*${dario.name}`),
    new RegExp(`^Messaggio rimosso.*${anna.name}.*${facts}`),
  ])
})

test('a suspension is reverted out of the log', long, async ({ anna, bruno, carla, announced }) => {
  // Bruno's page, whose session ended.
  announced.push(/status of 401/, elsewhere)
  const { page } = anna
  await makeModerator(anna)
  await report(carla, 'member', await uidOf(bruno))
  await page.goto('/app/moderazione')
  const article = await findWaiting(page, `Spam o pubblicità: ${bruno.name}`)
  await expect(article.getByRole('button')).toHaveText(['Nessuna violazione', 'Svuota profilo', 'Sospendi'])
  await article.getByRole('button', { name: 'Sospendi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decisione' })
  await dialog.getByLabel('Regola violata *').selectOption({ label: '1. Rispetta gli altri utenti' })
  await dialog.getByLabel('Motivazione *').fill(facts)
  await dialog.getByRole('button', { name: 'Conferma decisione' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Scegli la durata.')
  await dialog.getByLabel('Durata *').selectOption('7 giorni')
  await dialog.getByRole('button', { name: 'Conferma decisione' }).click()
  await expect(article).toHaveCount(0)
  expect((await bruno.context.request.get('/api/profiles/me')).status()).toBe(401)

  await page.getByRole('tab', { name: 'Registro' }).click()
  const acts = page
    .getByRole('list', { name: 'Registro' })
    .getByRole('listitem')
    .filter({ hasText: bruno.name })
  await acts.getByRole('button', { name: 'Ripristina' }).click()
  const reverting = page.getByRole('dialog', { name: 'Ripristina' })
  await reverting.getByLabel('Motivazione *').fill('Abbiamo confuso due persone.')
  await reverting.getByRole('button', { name: 'Ripristina' }).click()
  await expect(acts).toHaveText([/^Ripristinato: account sospeso/, /^Account sospeso/])
  await expect(acts.getByRole('button')).toHaveCount(0)
  await bruno.page.goto('/Login')
  await bruno.page.getByLabel('Email', { exact: true }).fill(bruno.email)
  await bruno.page.getByLabel('Password', { exact: true }).fill(bruno.password)
  await bruno.page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(bruno.page).toHaveURL('/app/home')
})

test(
  'the second of two moderators keeps their text, and a former moderator is led home',
  long,
  async ({ anna, bruno, carla, dario, announced }) => {
    // The confirmation that is asked for, requests with the cookie from before it, and the decision that came second.
    announced.push(/status of 40[139]/, elsewhere)
    const { page } = anna
    const [recoveryCodes] = await Promise.all([makeModerator(anna), makeModerator(dario)])
    const { id } = await report(carla, 'member', await uidOf(bruno))
    await page.goto('/app/moderazione')
    const article = await findWaiting(page, `Spam o pubblicità: ${bruno.name}`)
    await article.getByRole('button', { name: 'Svuota profilo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Decisione' })
    await dialog.getByLabel('Regola violata *').selectOption('3')
    const field = dialog.getByLabel('Motivazione *')
    await field.fill(facts)

    await post(dario, `/api/moderation/reports/${id}/decision`, { action: 'none' })
    await expect(article).toHaveCount(0)
    await expect(field).toHaveValue(facts)
    // A moderator whose last confirmation is too old confirms again, over the dialog.
    await page.route(
      `**/api/moderation/reports/${id}/decision`,
      (route) => route.fulfill({ status: 403, json: { code: 'account.confirmation_needed', params: {} } }),
      { times: 1 },
    )
    await dialog.getByRole('button', { name: 'Conferma decisione' }).click()
    const confirming = page.getByRole('dialog', { name: 'Conferma che sei tu' })
    await confirming.getByLabel('Password', { exact: true }).fill(anna.password)
    await confirming.getByLabel('Codice di verifica').fill(recoveryCodes[0] ?? '')
    await confirming.getByRole('button', { name: 'Conferma' }).click()
    await expect(dialog.getByRole('alert')).toHaveText("Un'altra persona ha già deciso.")
    await expect(field).toHaveValue(facts)
    await dialog.getByRole('button', { name: 'Annulla' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)

    await operate('remove-moderator', anna.email)
    await expect(page).toHaveURL('/app/home')
    expect((await anna.context.request.get('/api/moderation/reports')).status()).toBe(404)
  },
)
