import { expect, expectToast, menuPaths, test } from '../actors.ts'
import { befriend, list, sendMessage, write } from '../chat/talk.ts'
import { openEvents, organise } from '../events/organise.ts'
import { translate } from './translate.ts'

const broken = 'Operazione fallita.'

test('in a page that the browser has translated one signs in, and controls do their work', async ({
  page,
  anna,
  bruno,
  announced,
}) => {
  announced.push(/40[19]/)
  await page.goto('/Register')
  await translate(page)
  await page.getByLabel('Email').fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill(anna.password)
  await page.getByLabel('Conferma password', { exact: true }).fill(anna.password)
  await page.getByRole('button', { name: 'Inizia Ora' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.goto('/Login')
  await translate(page)
  await page.getByLabel('Email').fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill('sbagliata')
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Email o password non validi.')
  await page.getByLabel('Password', { exact: true }).fill(anna.password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL('/app/home')
  await page.getByRole('link', { name: 'Completa il profilo' }).click()
  await page.getByLabel('Città').fill('Pisa')
  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await expectToast(page, 'Profilo salvato!')

  const id = await befriend(anna, bruno)
  await page.goto(`/app/chat/${id}`)
  await sendMessage(bruno, id, 'prima **uno** e https://esempio.it/pagina')
  await expect(list(page).getByText('prima')).toBeVisible()
  await translate(page)
  await write({ page }, 'mio **testo** intero')
  const own = list(page).getByRole('article').filter({ hasText: 'mio' })
  await expect(own.getByText('intero')).toBeVisible()
  const choose = async (action: string) => {
    await own.hover()
    await own.getByRole('button', { name: 'Altre azioni' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Modifica')
  await page.getByRole('textbox', { name: 'Modifica messaggio' }).fill('mio _altro_ più corto')
  await page.keyboard.press('Enter')
  await expect(own.getByText('più corto')).toBeVisible()
  await expect(own.getByText('intero')).toHaveCount(0)
  await choose('Elimina')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
  await expect(own).toHaveCount(0)
  for (const path of menuPaths) {
    await page.getByRole('navigation', { name: 'Menu principale' }).locator(`a[href="${path}"]`).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Errore')
  }
  await expect(page.getByText(broken)).toHaveCount(0)
})

test('an event of a zone that the browser does not know has its times in the reader’s, and the zone’s name', async ({
  anna,
  bruno,
}) => {
  const { page } = anna
  await page.addInitScript(() => {
    class Older extends Intl.DateTimeFormat {
      constructor(locales?: string, options?: Intl.DateTimeFormatOptions) {
        if (options?.timeZone === 'America/Coyhaique') throw new RangeError('Invalid time zone')
        super(locales, options)
      }
    }
    Object.assign(Intl, { DateTimeFormat: Older })
  })
  const zoned = { timeZone: 'America/Coyhaique', isAllDay: true }
  const { id, title } = await organise(bruno, { title: `Lontano ${anna.name}`, ...zoned })
  const { id: timed } = await organise(bruno, { title: `Ora ${anna.name}`, ...zoned, isAllDay: false })
  await openEvents(anna, anna.name)
  await expect(page.getByRole('article', { name: title })).toContainText('(fuso: America/Coyhaique)')
  for (const view of ['Agenda', 'Mese']) {
    await page.getByRole('radio', { name: view }).check()
    await expect(page.getByRole('radio', { name: view })).toBeChecked()
  }
  await expect(page.getByRole('grid')).toBeVisible()
  for (const path of [`/app/eventi/${id}`, `/app/eventi/${timed}`, `/eventi/${id}`]) {
    await page.goto(path)
    await expect(page.getByText('fuso: America/Coyhaique').first()).toBeVisible()
  }
  await expect(page.getByText(broken)).toHaveCount(0)
})

test('a browser that keeps nothing, or something odd, shows every screen', async ({ anna, bruno }) => {
  const id = await befriend(anna, bruno)
  for (const how of ['refused', 'odd']) {
    const page = await anna.context.newPage()
    await page.addInitScript((isRefused) => {
      const refuse = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      const odd = (key: string) => ['{', 'null', '5', '[{}]', '{"text":1}'][key.length % 5] ?? ''
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          configurable: true,
          get: () => {
            if (isRefused) refuse()
            return { length: 0, getItem: odd, setItem: () => {}, removeItem: () => {} }
          },
        })
      if (!isRefused) return
      Object.assign(window, { BroadcastChannel: refuse })
      Object.defineProperty(Notification, 'permission', { get: refuse })
      Object.defineProperty(navigator, 'serviceWorker', { value: undefined })
    }, how === 'refused')
    for (const path of [...menuPaths, `/app/chat/${id}`]) {
      await page.goto(path)
      await expect(page.getByText('connesso')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Errore')
    }
    await write({ page }, `scritto ${how}`)
    await expect(list(page).getByText(`scritto ${how}`)).toBeVisible()
    await expect(page.getByText(broken)).toHaveCount(0)
    await page.close()
  }
})

test('a row that can’t be drawn says so, and the others are there', async ({ anna, bruno, announced }) => {
  announced.push(/rotto/)
  const { page } = anna
  await page.addInitScript(() => {
    class Failing extends URL {
      constructor(url: string | URL, base?: string | URL) {
        super(url, base)
        if (this.host === 'rotto.esempio.it') throw new TypeError('rotto')
      }
    }
    Object.assign(window, { URL: Failing })
  })
  const missing = page.getByText('Questo elemento non può essere mostrato.')
  const id = await befriend(anna, bruno)
  for (const text of ['prima', 'https://rotto.esempio.it/', 'dopo']) await sendMessage(bruno, id, text)
  await page.goto(`/app/chat/${id}`)
  await expect(missing).toHaveCount(1)
  for (const text of ['prima', 'dopo']) await expect(list(page).getByText(text)).toBeVisible()
  const good = await organise(bruno, { title: `Buono ${anna.name}` })
  await organise(bruno, { title: `Rotto ${anna.name}`, link: 'https://rotto.esempio.it/' })
  await openEvents(anna, anna.name)
  await expect(missing).toHaveCount(1)
  await expect(page.getByRole('article', { name: good.title })).toBeVisible()
})

for (const [lacking, remove] of [
  ['what the program calls', () => Object.assign(Promise, { withResolvers: undefined })],
  ['modules', () => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule')],
] as const)
  test(`a browser that is too old for the program, without ${lacking}, says so`, async ({
    page,
    announced,
  }) => {
    announced.push(/withResolvers|ERR_FAILED/)
    // Where there are no modules, nobody asks for them.
    if (lacking === 'modules') await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort())
    await page.addInitScript(remove)
    await page.goto('/Login')
    await expect(page.getByRole('status')).toHaveText(
      'Questo browser è troppo vecchio per Covo. Aggiornalo, o prova con un altro.',
    )
  })

test('without fonts of its own, a browser opens the forms', async ({ anna }) => {
  const { page } = anna
  await page.addInitScript(() =>
    Object.defineProperty(document, 'fonts', { value: undefined, configurable: true }),
  )
  await page.goto('/app/eventi')
  await page.getByRole('button', { name: 'Crea Evento' }).first().click()
  await expect(page.getByRole('dialog').getByLabel('Descrizione')).toBeVisible()
})

test('with a clock in the year 10000, every screen is shown', async ({ anna }) => {
  const { page } = anna
  await page.clock.setFixedTime(new Date('+010000-01-15T12:00:00Z'))
  for (const path of [...menuPaths, '/app/eventi?vista=mese', '/app/eventi?vista=agenda']) {
    await page.goto(path)
    await expect(page.getByText('connesso')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Errore')
  }
  await expect(page.getByText(broken)).toHaveCount(0)
  await page.goto('/app/eventi?vista=mese')
  await expect(page.getByRole('grid', { name: 'novembre 2999' })).toBeVisible()
})
