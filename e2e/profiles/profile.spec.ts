import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Actor, expect, expectToast, loseSession, test } from '../actors.ts'
import { long } from '../long.ts'

const fields = (page: Page) => ({
  displayName: page.getByLabel('Nome visualizzato', { exact: true }),
  profession: page.getByLabel('Professione', { exact: true }),
  city: page.getByLabel('Città', { exact: true }),
  phone: page.getByLabel('Telefono', { exact: true }),
  birthDate: page.getByLabel('Data di nascita', { exact: true }),
  bio: page.getByLabel('Bio', { exact: true }),
  save: page.getByRole('button', { name: 'Salva', exact: true }),
  cancel: page.getByRole('button', { name: 'Annulla', exact: true }),
  edit: page.getByRole('button', { name: 'Modifica Profilo' }),
})

/** The terms of the profile with their definitions. */
const detail = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('definition')
    .and(page.locator(`dt:text-is("${name}") + dd`))

async function edit({ page }: Actor) {
  await page.goto('/app/profilo')
  await fields(page).edit.click()
}

const newName = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

test('a new profile says what is missing, its form who sees what is entered', async ({ anna }) => {
  const { page } = anna
  await page.goto('/app/profilo')
  await expect(detail(page, 'Nome visualizzato')).toHaveText(anna.name)
  for (const name of ['Professione', 'Città', 'Telefono', 'Data di nascita'])
    await expect(detail(page, name)).toHaveText('Non specificato')
  await expect(detail(page, 'Bio')).toHaveText('Nessuna biografia inserita.')
  await expect(page.getByRole('main').getByText(anna.email)).toBeVisible()
  await expect(detail(page, 'Amici')).toHaveText('0')
  const { createdAt } = await (await anna.context.request.get('/api/profiles/me')).json()
  const month = new Intl.DateTimeFormat('it-IT', { month: 'short', year: 'numeric', timeZone: 'Europe/Rome' })
  await expect(detail(page, 'Membro dal')).toHaveText(month.format(new Date(createdAt)))
  await expect(page.getByText("Per cambiare la password vai alle impostazioni dell'account.")).toBeVisible()

  const { edit: editButton, phone, birthDate } = fields(page)
  await editButton.click()
  for (const field of [phone, birthDate])
    await expect(field).toHaveAccessibleDescription(
      "Telefono e data di nascita all'inizio li vedi solo tu. Scegli chi altro in 'Impostazioni', 'Privacy'.",
    )
})

test('everything is saved, trimmed, and still there after a reload', async ({ anna }) => {
  const { page } = anna
  const name = newName('Nadia')
  await edit(anna)
  const { displayName, profession, city, phone, birthDate, bio, save, edit: editButton } = fields(page)
  await expect(displayName).toBeFocused()
  await expect(displayName).toHaveValue(anna.name)
  await expect(phone).toHaveAttribute('type', 'tel')
  await displayName.fill(`  ${name} `)
  await profession.fill(' Sviluppatrice firmware ')
  await city.fill('Ferrara')
  await phone.fill('+39 333 1234567')
  await birthDate.fill('1998-05-14')
  await bio.fill(' Smonto cose.\nMicrocontrollori, <b>radio</b>. ')
  await save.click()

  await expectToast(page, 'Profilo salvato!')
  await expect(editButton).toBeFocused()
  for (const when of ['saved', 'reloaded']) {
    if (when === 'reloaded') await page.reload()
    await expect(detail(page, 'Nome visualizzato')).toHaveText(name)
    await expect(detail(page, 'Professione')).toHaveText('Sviluppatrice firmware')
    await expect(detail(page, 'Città')).toHaveText('Ferrara')
    await expect(detail(page, 'Telefono')).toHaveText('+39 333 1234567')
    await expect(detail(page, 'Data di nascita')).toHaveText('14 maggio 1998')
    await expect(detail(page, 'Bio')).toHaveText('Smonto cose.\nMicrocontrollori, <b>radio</b>.', {
      useInnerText: true,
    })
    await expect(page.getByRole('banner')).toContainText(name)
  }
  await editButton.click()
  await birthDate.fill('')
  await bio.fill('')
  await save.click()
  await expect(detail(page, 'Data di nascita')).toHaveText('Non specificato')
  await expect(detail(page, 'Bio')).toHaveText('Nessuna biografia inserita.')
})

test('who sees a text is chosen where it is written, everybody by proposal, and stays as chosen', async ({
  anna,
  bruno,
}) => {
  const { page } = anna
  const visibleTo = page.getByRole('combobox', { name: 'Visibile a' })
  const seen = async () => {
    const { uid } = await (await anna.context.request.get('/api/profiles/me')).json()
    const { professione, citta, bio } = await (await bruno.context.request.get(`/api/profiles/${uid}`)).json()
    return { professione, citta, bio }
  }
  await edit(anna)
  const { profession, city, bio, save, edit: editButton } = fields(page)
  for (const choice of await visibleTo.all()) await expect(choice).toHaveValue('members')
  await profession.fill('Sviluppatrice')
  await city.fill('Ferrara')
  await visibleTo.and(page.locator('[aria-description="Città"]')).selectOption('Solo io')
  await save.click()
  await expect(editButton).toBeFocused()
  expect(await seen()).toEqual({ professione: 'Sviluppatrice' })

  await editButton.click()
  await expect(visibleTo).toHaveCount(3)
  for (const [index, value] of ['members', 'me', 'members'].entries())
    await expect(visibleTo.nth(index)).toHaveValue(value)
  await visibleTo.first().selectOption('Solo gli amici')
  await bio.fill('Smonto cose.')
  await save.click()
  await expect(editButton).toBeFocused()
  expect(await seen()).toEqual({ bio: 'Smonto cose.' })
})

test('skills and links are chosen in the form, and shown to whom the bio is', async ({ anna, bruno }) => {
  const { page } = anna
  await edit(anna)
  const { save, edit: editButton } = fields(page)
  const ownSkills = page.getByRole('group', { name: 'Le mie competenze' })
  const links = page.getByRole('group', { name: 'Link', exact: true })
  const addLink = links.getByRole('button', { name: 'Aggiungi link' })
  await expect(ownSkills).toHaveAccessibleDescription('Competenze e link li vede chi vede la bio.')
  for (const skill of ['OSINT', 'Web']) await ownSkills.getByRole('checkbox', { name: skill }).check()
  await addLink.click()
  const first = links.getByRole('textbox', { name: 'Link 1' })
  await expect(first).toBeFocused()
  await first.fill('esempio.it/anna')
  for (const wrong of ['http://esempio.it', 'https://a.it']) {
    await addLink.click()
    await page.keyboard.type(wrong)
  }
  await expect(addLink).toHaveCount(0)
  await save.click()
  await expect(page.getByRole('alert')).toHaveText(
    'Scrivi un indirizzo completo che comincia con https://, di al massimo 200 caratteri.',
  )
  await expect(links.getByRole('textbox', { name: 'Link 2' })).toBeFocused()
  await links.getByRole('button', { name: 'Togli link 2' }).click()
  await expect(addLink).toBeFocused()
  await save.click()
  await expect(editButton).toBeFocused()

  const { uid } = await (await anna.context.request.get('/api/profiles/me')).json()
  await bruno.page.goto(`/app/profilo/${uid}`)
  for (const shown of [page, bruno.page]) {
    await expect(detail(shown, 'Competenze').getByRole('listitem')).toHaveText(['Web', 'OSINT'])
    const link = detail(shown, 'Link').getByRole('link', { name: 'https://esempio.it/anna' })
    await expect(link).toHaveAttribute('href', 'https://esempio.it/anna')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
    await expect(detail(shown, 'Link').getByRole('link')).toHaveCount(2)
  }
})

test('what is refused or fails is shown, and nothing typed is lost', async ({ anna, bruno, announced }) => {
  announced.push(/401|409|429|500|503|ERR_FAILED/)
  const { page } = anna
  await edit(anna)
  const { displayName, phone, birthDate, bio, save, cancel } = fields(page)
  const problem = page.getByRole('alert')
  await displayName.fill('   ')
  await bio.fill('b'.repeat(1001))
  await phone.fill('333')
  // A date of which only the day is typed is no date, and must not be taken for none.
  await birthDate.focus()
  await page.keyboard.type('14')

  await save.click()
  await expect(problem).toHaveText('Il nome visualizzato non può essere vuoto.')
  await expect(displayName).toBeFocused()
  await expect(displayName).toHaveAccessibleDescription('Il nome visualizzato non può essere vuoto.')
  const name = newName('Ada')
  await displayName.fill(name)
  await save.click()
  await expect(problem).toHaveText('Un campo è troppo lungo.')
  await expect(bio).toBeFocused()
  await bio.fill('Poco')
  await save.click()
  await expect(problem).toHaveText('Inserisci una data di nascita valida.')
  await expect(birthDate).toBeFocused()
  await expect(displayName).toHaveValue(name)
  await expect(phone).toHaveValue('333')
  await expect(bio).toHaveValue('Poco')

  await birthDate.fill('1990-02-28')
  await displayName.fill(` ${bruno.name.toUpperCase()} `)
  await save.click()
  await expect(problem).toHaveText('Questo nome visualizzato è già in uso. Scegline uno diverso.')
  await expect(displayName).toBeFocused()
  // The own name in another case is not taken.
  await displayName.fill(anna.name.toUpperCase())

  let held = Promise.withResolvers<void>()
  const answers = [
    { status: 503, json: { code: 'profiles.name_check_failed', requestId: 'x' } },
    { status: 429, json: { code: 'profiles.too_many_changes', params: { seconds: 9 }, requestId: 'x' } },
    { status: 500, json: { code: 'common.internal', requestId: 'x' } },
  ]
  await page.route('**/api/profiles/me', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await held.promise
    const next = answers.shift()
    return next ? route.fulfill(next) : route.abort()
  })
  for (const text of [
    'Errore verifica nome. Riprova.',
    'Hai salvato il profilo troppe volte. Riprova tra 9 secondi.',
    'Errore salvataggio. Riprova.',
    'Errore salvataggio. Riprova.',
  ]) {
    held = Promise.withResolvers()
    await save.click()
    await expect(save).toHaveAttribute('aria-busy', 'true')
    await expect(cancel).toBeDisabled()
    await expect(problem).toHaveCount(0)
    held.resolve()
    await expect(problem).toHaveText(text)
    await expect(phone).toHaveValue('333')
  }
  await page.unrouteAll()
  await save.press('Enter')
  await expect(detail(page, 'Data di nascita')).toHaveText('28 febbraio 1990')
  await expect(detail(page, 'Nome visualizzato')).toHaveText(anna.name.toUpperCase())

  await fields(page).edit.click()
  await phone.fill('334')
  await loseSession(anna)
  await save.click()
  await expect(page).toHaveURL('/Login')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Utente non autenticato. Impossibile salvare.' }),
  ).toBeVisible()
})

test('a tab that was opened before puts nothing back', long, async ({ anna }) => {
  const { page } = anna
  const other = await anna.context.newPage()
  await edit(anna)
  await edit({ ...anna, page: other })
  await fields(other).city.fill('Lecce')
  await fields(other).bio.fill('Smonto cose.')
  await fields(other).save.click()
  await expect(detail(other, 'Città')).toHaveText('Lecce')

  // The form stands as it was opened, and sends only the changed fields.
  await expect(fields(page).city).toHaveValue('')
  await fields(page).phone.fill('+39 080 1234567')
  const saving = page.waitForRequest((request) => request.method() === 'PATCH')
  await fields(page).save.click()
  expect((await saving).postDataJSON()).toEqual({ telefono: '+39 080 1234567' })
  for (const tab of [page, other]) {
    await expect(detail(tab, 'Telefono')).toHaveText('+39 080 1234567')
    await expect(detail(tab, 'Città')).toHaveText('Lecce')
    await expect(detail(tab, 'Bio')).toHaveText('Smonto cose.')
  }
})

test(
  'typed text is there again after another screen, until it is saved or given up',
  long,
  async ({ anna }) => {
    const { page } = anna
    await edit(anna)
    const { city, bio, save, cancel, edit: editButton } = fields(page)
    await city.fill('Trieste')
    await page.getByRole('link', { name: 'Eventi', exact: true }).click()
    await expect(page).toHaveURL('/app/eventi')
    await page.getByRole('link', { name: 'Profilo', exact: true }).click()
    await expect(detail(page, 'Città')).toHaveText('Non specificato')
    await editButton.click()
    await expect(city).toHaveValue('Trieste')
    await bio.fill('Smonto cose.')
    await page.reload()
    await editButton.click()
    await expect(bio).toHaveValue('Smonto cose.')
    await cancel.click()
    await editButton.click()
    await expect(city).toHaveValue('')
    await city.fill('Lecce')
    await save.click()
    await expect(detail(page, 'Città')).toHaveText('Lecce')
    await expect(detail(page, 'Bio')).toHaveText('Nessuna biografia inserita.')
  },
)
