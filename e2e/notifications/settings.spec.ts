import { expect, expectToast, test } from '../actors.ts'
import { long } from '../long.ts'
import { linkFor } from '../outbox.ts'

const path = '/app/impostazioni/notifiche'
const reminders = "Promemoria un giorno e un'ora prima"
const mails = [
  'Mail quando un evento cambia o viene annullato',
  'Mail con i messaggi di chi organizza',
  'Mail con i promemoria',
]

test('reminders and mails are chosen once the address is confirmed', async ({ anna }) => {
  const { page, context, email } = anna
  await page.goto('/app/impostazioni')
  const sections = page.getByRole('navigation', { name: 'Sezioni delle impostazioni' })
  await sections.getByRole('link', { name: 'Notifiche' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifiche')
  await expect(sections.getByRole('link', { name: 'Notifiche' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Eventi',
    'Notifiche su questo dispositivo',
  ])
  const region = page.getByRole('region', { name: 'Eventi' }).getByRole('region', { name: 'Mail' })
  await expect(region.getByText('Per ricevere mail conferma il tuo indirizzo.')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  await expect(page.getByRole('checkbox', { name: reminders })).toBeChecked()

  await region.getByRole('button', { name: 'Conferma indirizzo' }).click()
  await expect(region.getByRole('status')).toHaveText('Email inviata.')
  const other = await context.newPage()
  await other.goto(await linkFor(email, '/conferma-email'))
  await other.getByRole('button', { name: "Conferma l'indirizzo" }).click()
  await expect(other.getByRole('status')).toBeVisible()

  // The page has learned of it.
  await expect(region.getByRole('checkbox')).toHaveCount(3)
  await expect(region.getByRole('button')).toHaveCount(0)
  for (const [index, name] of mails.entries())
    await expect(region.getByRole('checkbox', { name, exact: true })).toBeChecked({ checked: index === 0 })
  await other.goto(path)
  for (const name of [reminders, ...mails]) {
    const box = page.getByRole('checkbox', { name, exact: true })
    const wasChecked = await box.isChecked()
    await box.press('Space')
    await expectToast(page, 'Preferenze aggiornate.')
    await expect(other.getByRole('checkbox', { name, exact: true })).toBeChecked({ checked: !wasChecked })
  }
  await page.reload()
  await expect(page.getByRole('checkbox', { name: reminders })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: mails[2] ?? '' })).toBeChecked()
})

test(
  'quiet hours are saved as they are typed, for all devices, in a zone that stays until the reader takes that of the browser',
  long,
  async ({ carla: { page, context }, openBrowser }) => {
    await page.goto(path)
    const [box, from, to] = [
      page.getByRole('checkbox', { name: 'Non disturbare', exact: true }),
      page.getByLabel('Dalle', { exact: true }),
      page.getByLabel('Alle', { exact: true }),
    ]
    await expect(box).not.toBeChecked()
    await expect(from).toHaveValue('22:00')
    await expect(to).toHaveValue('08:00')
    const other = await context.newPage()
    await other.goto(path)
    await box.press('Space')
    await expectToast(page, 'Preferenze aggiornate.')
    await expect(other.getByRole('checkbox', { name: 'Non disturbare', exact: true })).toBeChecked()
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT')
        sent.push((request.postDataJSON() as { quietHours: unknown }).quietHours)
    })
    const begin = '01:00'
    await from.fill(begin)
    await from.blur()
    await to.fill('07:30')
    await expect(other.getByLabel('Alle', { exact: true })).toHaveValue('07:30')
    await expect(other.getByLabel('Dalle', { exact: true })).toHaveValue(begin)
    expect(sent).toEqual([
      { isOn: true, from: begin, to: '08:00' },
      { isOn: true, from: begin, to: '07:30' },
    ])
    await to.fill(begin)
    await expect(page.getByRole('alert').filter({ hasText: 'Scegli due orari diversi.' })).toBeVisible()
    await to.fill('')
    await to.blur()
    await expect(to).toHaveValue('07:30')
    await expect(page.getByText('Scegli due orari diversi.')).toHaveCount(0)
    await page.reload()
    await expect(from).toHaveValue(begin)
    await expect(to).toHaveValue('07:30')
    expect(sent).toHaveLength(2)

    const storageState = await context.storageState()
    const abroad = await (
      await openBrowser({ storageState, timezoneId: 'Asia/Tokyo', locale: 'it-IT' })
    ).newPage()
    await abroad.goto(path)
    await expect(abroad.getByText(/^Fuso: (?!Asia)/)).toBeVisible()
    await abroad.getByRole('button', { name: 'Usa Asia/Tokyo' }).click()
    await expect(abroad.getByRole('button', { name: /^Usa / })).toHaveCount(0)
    for (const reader of [abroad, page]) await expect(reader.getByText('Fuso: Asia/Tokyo')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Usa / })).toBeVisible()
  },
)
