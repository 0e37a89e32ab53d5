import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { photoOfPhone } from '../../apps/server/test/pictures.ts'
import { readZip } from '../../apps/server/test/read-zip.ts'
import { type Actor, expect, expectToast, test } from '../actors.ts'
import { codeOfApp } from '../auth/one-time-code.ts'
import { befriend, list, sendMessage } from '../chat/talk.ts'
import { findWaiting, makeModerator } from '../moderation/moderate.ts'
import { operate } from '../operator/operate.ts'
import { linkFor, readMailsTo } from '../outbox.ts'

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/Login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
}

async function passSecondStep(page: Page, recoveryCode: string): Promise<void> {
  await page.getByLabel('Codice di verifica').fill(recoveryCode)
  await page.getByRole('button', { name: 'Verifica', exact: true }).click()
}

/** Turns the second factor on, on the page 'Sicurezza'; answers the recovery codes. */
async function turnOnSecondFactor(page: Page): Promise<string[]> {
  const panel = page.getByRole('region', { name: 'Verifica in due passaggi' })
  await panel.getByRole('button', { name: 'Attiva', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Attiva la verifica in due passaggi' })
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('Codice a 6 cifre').fill(codeOfApp(secret))
  await dialog.getByRole('button', { name: 'Attiva', exact: true }).click()
  const codes = page.getByRole('dialog', { name: 'Codici di recupero' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCodes = await codes.getByRole('listitem').allTextContents()
  await codes.getByRole('checkbox', { name: 'Li ho salvati' }).check()
  await codes.getByRole('button', { name: 'Fine' }).click()
  return recoveryCodes
}

async function readNotices(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Notifiche', exact: true }).click()
  return page.getByRole('list', { name: 'Elenco delle notifiche' })
}

async function openDeletion(page: Page): Promise<void> {
  await page.goto('/app/impostazioni')
  await page.getByRole('button', { name: 'Elimina Il Mio Account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Elimina Il Mio Account' })
  await dialog.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(page).toHaveURL('/')
}

test('a member registers, protects their account, defends themselves, takes their data along and goes', async ({
  page,
  context,
  bruno,
  carla,
  dario,
  openBrowser,
  announced,
}) => {
  test.setTimeout(240_000)
  // Ended sessions, the sign-in of a closing account, profiles of blocked members.
  announced.push(/status of 40[134]/)
  const mark = randomUUID().slice(0, 8)
  const [name, email, password] = [`Nora ${mark}`, `nora.${mark}@esempio.it`, 'Tana-rossa1']

  // Registers, and confirms the address by the mail.
  await page.goto('/Register')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Conferma password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Inizia Ora' }).click()
  await expect(page).toHaveURL('/app/home')
  const unconfirmed = page.getByRole('region', { name: 'Indirizzo da confermare' })
  await expect(unconfirmed).toContainText(`Conferma il tuo indirizzo: abbiamo scritto a ${email}.`)
  const tab = await context.newPage()
  await tab.goto(await linkFor(email, '/conferma-email'))
  await tab.getByRole('button', { name: "Conferma l'indirizzo" }).click()
  await expect(tab.getByRole('status')).toHaveText(`Indirizzo confermato: ${email}.`)
  await expect(unconfirmed).toHaveCount(0)
  await tab.close()
  const nora: Actor = { name, email, password, page, context, writes: async () => {} }

  // A photo as a phone takes it: 12 megapixels, and the place where it was taken.
  await page.goto('/app/profilo')
  await page.getByRole('button', { name: 'Cambia foto profilo' }).click()
  const cropping = page.getByRole('dialog', { name: 'Foto profilo' })
  const chooser = page.waitForEvent('filechooser')
  await cropping.getByRole('button', { name: "Scegli un'immagine" }).click()
  await (await chooser).setFiles({
    name: 'IMG_0001.jpg',
    mimeType: 'image/jpeg',
    buffer: await photoOfPhone(),
  })
  await expect(cropping.getByRole('img', { name: 'Anteprima del ritaglio' })).toBeVisible()
  await cropping.getByRole('button', { name: 'Salva foto' }).click()
  await expectToast(page, 'Foto aggiornata.')
  const shown = page.getByRole('banner').locator('img')
  await expect(shown).toHaveAttribute('src', /^\/api\/photos\//)
  const stored = await context.request.get((await shown.getAttribute('src')) ?? '')
  expect((await stored.body()).includes('EXIF')).toBe(false)

  // A second factor; a second device, which the first one ends.
  await page.goto('/app/impostazioni/sicurezza')
  const recoveryCodes = await turnOnSecondFactor(page)
  const nextCode = () => recoveryCodes.pop() ?? ''
  const phone = await (await openBrowser()).newPage()
  await signIn(phone, email, password)
  await passSecondStep(phone, nextCode())
  await expect(phone).toHaveURL('/app/home')
  await page.reload()
  const devices = page.getByRole('list', { name: 'Dispositivi collegati' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: /^Disconnetti/ }).click()
  await expectToast(page, 'Dispositivo disconnesso.')
  await expect(phone).toHaveURL('/Login')

  // A friend is removed: the chat can be read, and no more.
  const conversationId = await befriend(nora, carla)
  await sendMessage(nora, conversationId, `ciao ${mark}`)
  await page.goto('/app/amici')
  const friend = page.getByRole('listitem').filter({ hasText: carla.email })
  await friend.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Rimuovi dagli amici' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rimuovi' }).click()
  await expectToast(page, 'Amicizia rimossa.')
  await page.goto(`/app/chat/${conversationId}`)
  await expect(
    page.getByText('Non siete più amici: puoi leggere questa chat, ma non scrivere.'),
  ).toBeVisible()

  // Somebody is reported and blocked at once; a moderator decides.
  const spam = `compra ${mark}`
  await sendMessage(bruno, 'generale', spam)
  await page.goto('/app/chat-generale')
  const message = list(page).getByRole('article').filter({ hasText: spam })
  await message.hover()
  await message.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Segnala' }).click()
  const reporting = page.getByRole('dialog', { name: 'Segnala' })
  await reporting.getByRole('radio', { name: 'Spam o pubblicità' }).check()
  await reporting.getByRole('checkbox', { name: `Blocca anche ${bruno.name}` }).check()
  await reporting.getByRole('button', { name: 'Invia segnalazione' }).click()
  await expectToast(page, 'Segnalazione inviata.')
  await expect(message).toHaveCount(0)
  await bruno.page.goto('/app/chat-generale')
  await expect(list(bruno.page)).toContainText(spam)
  await makeModerator(dario)
  await dario.page.goto('/app/moderazione')
  const reported = await findWaiting(dario.page, `Spam o pubblicità: ${bruno.name}`)
  await reported.getByRole('button', { name: 'Rimuovi messaggio' }).click()
  const deciding = dario.page.getByRole('dialog', { name: 'Decisione' })
  await deciding.getByLabel('Regola violata *').selectOption('3')
  await deciding.getByLabel('Motivazione *').fill('Pubblicità che nessuno ha chiesto.')
  await deciding.getByRole('button', { name: 'Conferma decisione' }).click()
  await expect(list(bruno.page)).not.toContainText(spam)

  // The author reads why, and appeals, which reaches the moderator who decided.
  await bruno.page.goto(await linkFor(bruno.email, '/reclamo'))
  const statement = (await readMailsTo(bruno.email)).findLast(({ subject }) =>
    subject?.startsWith('Decisione'),
  )
  expect(statement?.text).toContain('Pubblicità che nessuno ha chiesto.')
  expect(statement?.text).not.toContain(name)
  await bruno.page
    .getByRole('textbox', { name: 'Perché la decisione è sbagliata? *' })
    .fill('Era una citazione, non una pubblicità.')
  await bruno.page.getByRole('button', { name: 'Invia reclamo' }).click()
  await expect(bruno.page.getByRole('status')).toHaveText('Reclamo ricevuto. Ti rispondiamo entro 14 giorni.')
  await expect(dario.page.getByRole('tab', { name: /^Reclami \([1-9]/ })).toBeVisible()

  // 'Notifiche' of each member has the lines about them.
  const notices = await readNotices(page)
  for (const line of [
    'Ciò che hai segnalato viola le Regole della community',
    `${carla.name} ha accettato la tua richiesta.`,
    'Verifica in due passaggi attivata',
  ])
    await expect(notices).toContainText(line)
  await page.keyboard.press('Escape')
  await bruno.page.goto('/app/home')
  await expect(await readNotices(bruno.page)).toContainText('Abbiamo rimosso il tuo messaggio.')
  await bruno.page.getByRole('link', { name: /^Abbiamo rimosso il tuo messaggio/ }).click()
  await expect(bruno.page.getByRole('heading', { level: 1 })).toHaveText('Regole della community')

  // The own data, opened without a network.
  await page.goto('/app/impostazioni/privacy')
  await page.getByRole('button', { name: "Prepara l'archivio" }).click()
  const archive = page.getByRole('link', { name: /^Scarica l'archivio/ })
  const [download] = await Promise.all([page.waitForEvent('download'), archive.click()])
  const chunks = await (await download.createReadStream()).toArray()
  const files = await readZip(Buffer.concat(chunks))
  expect([...files.keys()]).toEqual(expect.arrayContaining(['account.json', 'blocks.json', 'reports.json']))
  expect(files.get('messages-private.json')).toContain(`ciao ${mark}`)
  const folder = await mkdtemp(join(tmpdir(), 'covo-archive-'))
  await writeFile(join(folder, 'index.html'), files.get('index.html') ?? '')
  const offline = await openBrowser()
  await offline.setOffline(true)
  const reader = await offline.newPage()
  await reader.goto(`file://${folder}/index.html`)
  await expect(reader.getByText(email).first()).toBeVisible()

  // The address is changed, and changed back from the old one.
  const newEmail = `nuova.${email}`
  await page.goto('/app/impostazioni')
  await page.getByLabel('Nuova email').fill(newEmail)
  await page.getByRole('button', { name: 'Invia conferma' }).click()
  await expect(page.getByText(`In attesa di conferma: ${newEmail}`)).toBeVisible()
  const confirming = await context.newPage()
  await confirming.goto(await linkFor(newEmail, '/conferma-email'))
  await confirming.getByRole('button', { name: "Conferma l'indirizzo" }).click()
  await expect(page.getByText(`Indirizzo attuale: ${newEmail} (confermato)`)).toBeVisible()
  await confirming.goto(await linkFor(email, '/annulla-cambio-email'))
  await confirming.getByRole('button', { name: "Ripristina l'indirizzo" }).click()
  await expect(confirming.getByRole('status')).toContainText('Indirizzo ripristinato.')
  await expect(page).toHaveURL('/Login')
  const changed = 'Tana-gialla7'
  await confirming.goto(await linkFor(email, '/reset-password'))
  await confirming.getByLabel('Nuova password', { exact: true }).fill(changed)
  await confirming.getByLabel('Conferma nuova password', { exact: true }).fill(changed)
  await confirming.getByRole('button', { name: 'Imposta password' }).click()
  await expect(confirming.getByRole('status')).toHaveText('Password cambiata. Ora puoi accedere.')
  await confirming.close()

  // The deletion is requested, cancelled, requested again and carried out.
  await signIn(page, email, changed)
  await passSecondStep(page, nextCode())
  await expect(page).toHaveURL('/app/home')
  await openDeletion(page)
  await signIn(page, email, changed)
  const closing = page.getByRole('alertdialog', { name: 'Account in eliminazione' })
  await closing.getByRole('button', { name: "Annulla l'eliminazione" }).click()
  await passSecondStep(page, nextCode())
  await expect(page).toHaveURL('/app/home')
  await openDeletion(page)
  await operate('erase-member', email, '--yes')
  await carla.page.goto(`/app/chat/${conversationId}`)
  await expect(carla.page.getByRole('heading', { level: 1 })).toHaveText('Utente eliminato')
  await expect(list(carla.page)).toContainText(`ciao ${mark}`)
  await expect(list(carla.page)).not.toContainText(name)
})
