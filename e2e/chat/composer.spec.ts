import { expect, expectToast, muteSocket, test } from '../actors.ts'
import { befriend, box, list, write } from './talk.ts'

const path = '/app/chat-generale'

test('buttons and keys put marks around the selection or before its lines, each taken back by one undo', async ({
  anna,
}) => {
  const { page } = anna
  await page.goto(path)
  const code = page.getByRole('button', { name: 'Codice', exact: true })
  const opener = page.getByRole('button', { name: 'Formattazione' })
  const bar = page.getByRole('toolbar', { name: 'Formattazione' })
  await expect(bar).toHaveCount(0)
  await opener.click()
  await expect(box(page)).toBeFocused()
  const named = (name: string) => () => bar.getByRole('button', { name, exact: true }).click()
  for (const [mark, marked] of [
    [() => code.click(), '```\nuno\ndue\n```'],
    [named('Grassetto'), '**uno\ndue**'],
    [named('Corsivo'), '*uno\ndue*'],
    [named('Barrato'), '~~uno\ndue~~'],
    [named('Codice in linea'), '`uno\ndue`'],
    [named('Elenco'), '- uno\n- due'],
    [named('Citazione'), '> uno\n> due'],
    [named('Spoiler'), '||\nuno\ndue\n||'],
    [() => box(page).press('ControlOrMeta+b'), '**uno\ndue**'],
    [() => box(page).press('ControlOrMeta+i'), '*uno\ndue*'],
    [() => box(page).press('ControlOrMeta+e'), '`uno\ndue`'],
  ] as const) {
    await box(page).fill('uno\ndue')
    await box(page).press('ControlOrMeta+a')
    await mark()
    await expect(box(page)).toHaveValue(marked)
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(box(page)).toHaveValue('uno\ndue')
  }
  await opener.click()
  await expect(bar).toHaveCount(0)
  // What is typed next stands between the marks.
  await box(page).fill('')
  await code.click()
  await page.keyboard.type('print()')
  await expect(box(page)).toHaveValue('```\nprint()\n```')
  const language = page.getByRole('combobox', { name: 'Linguaggio del codice' })
  await language.selectOption('Python')
  await expect(box(page)).toHaveValue('```python\nprint()\n```')
  await language.selectOption('C++')
  await language.selectOption('Senza linguaggio')
  await expect(box(page)).toHaveValue('```\nprint()\n```')
  await box(page).press('End')
  await page.keyboard.type(' # qui')
  await expect(box(page)).toHaveValue('```\nprint() # qui\n```')
  await box(page).fill('fuori')
  await expect(language).toHaveCount(0)
})

test('a finger begins a new line by a button, and the box grows with its text', async ({
  anna,
  openBrowser,
}) => {
  await anna.page.goto(path)
  await expect(anna.page.getByRole('button', { name: 'A capo' })).toHaveCount(0)
  const { cookies } = await anna.context.storageState()
  const phone = await openBrowser({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })
  await phone.addCookies(cookies)
  const page = await phone.newPage()
  await page.goto(path)
  await box(page).tap()
  await box(page).pressSequentially('uno')
  await page.getByRole('button', { name: 'A capo' }).tap()
  await page.keyboard.type('due')
  await expect(box(page)).toHaveValue('uno\ndue')
  // A row for all: the buttons that it has no room for are scrolled to.
  const send = page.getByRole('button', { name: 'Invia' })
  await box(page).fill('')
  expect((await send.boundingBox())?.y).toBe((await box(page).boundingBox())?.y)
  await page.getByRole('button', { name: 'Codice', exact: true }).tap()
  await expect(box(page)).toHaveValue('```\n\n```')
  const heightOf = async (lines: number) => {
    await box(page).fill('riga\n'.repeat(lines - 1))
    return (await box(page).boundingBox())?.height ?? 0
  }
  const [two, eight] = [await heightOf(2), await heightOf(8)]
  expect(eight).toBeGreaterThan(two + 5 * 20)
  expect(await heightOf(40)).toBeLessThanOrEqual(0.4 * 740)
})

test('a draft is found in another tab and a later one, and is gone with its message or a logout', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/status of 401/)
  const id = await befriend(anna, bruno)
  const { page, context } = anna
  await page.goto(`/app/chat/${id}`)
  await box(page).fill('scritto nella prima')
  const other = await context.newPage()
  await other.goto(`/app/chat/${id}`)
  await expect(box(other)).toHaveValue('scritto nella prima')
  await box(other).fill('scritto nella seconda')
  await page.reload()
  await expect(box(page)).toHaveValue('scritto nella prima')
  const third = await context.newPage()
  await third.goto(`/app/chat/${id}`)
  await expect(box(third)).toHaveValue('scritto nella seconda')
  await write({ page: third }, 'inviato')
  await expect(list(third).getByText('inviato')).toBeVisible()
  const fourth = await context.newPage()
  await fourth.goto(`/app/chat/${id}`)
  await expect(list(fourth).getByText('inviato')).toBeVisible()
  await expect(box(fourth)).toHaveValue('')

  await box(fourth).fill('da dimenticare')
  await fourth.getByRole('button', { name: 'Logout' }).click()
  await expect(fourth).toHaveURL('/Login')
  const drafts = await fourth.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('covo.draft')),
  )
  expect(drafts).toEqual([])
})

test('an instance without files answers pasted and dropped ones and never opens them, and a text beside one is pasted', async ({
  anna,
}) => {
  const { page } = anna
  await muteSocket(page)
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(name="covo-files" content=")on/, '$1off')
      await route.fulfill({ response, body })
    },
  )
  await page.goto(path)
  await expect(box(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allega' })).toHaveCount(0)
  /** Whether the browser would go on with it by itself. */
  const give = (kind: 'paste' | 'dragover' | 'drop', text = '') =>
    box(page).evaluate(
      (field, [type, pasted]) => {
        const data = new DataTransfer()
        data.items.add(new File(['%PDF'], 'appunti.pdf', { type: 'application/pdf' }))
        if (pasted) data.setData('text/plain', pasted)
        const init = { bubbles: true, cancelable: true }
        return field.dispatchEvent(
          type === 'paste'
            ? new ClipboardEvent(type, { ...init, clipboardData: data })
            : new DragEvent(type, { ...init, dataTransfer: data }),
        )
      },
      [kind, text] as const,
    )
  const toast = page.getByRole('alert').filter({ hasText: 'Per ora si può inviare solo testo.' })
  expect(await give('paste', 'celle copiate')).toBe(true)
  expect(await give('dragover')).toBe(false)
  await expect(toast).toHaveCount(0)
  expect(await give('paste')).toBe(false)
  await expectToast(page, 'Per ora si può inviare solo testo.')
  await toast.getByRole('button', { name: 'Chiudi' }).click()
  await expect(toast).toHaveCount(0)
  expect(await give('drop')).toBe(false)
  await expect(toast).toHaveCount(1)
})

test('an emoji is written by its name, or found among all of them by keyboard, and the last ones come first', async ({
  anna,
}) => {
  const { page } = anna
  await page.goto(path)
  const names = page.getByRole('listbox', { name: 'Emoji suggerite' })
  await box(page).pressSequentially('alle 10:30 std::vector')
  await expect(names).toHaveCount(0)
  await box(page).fill('')
  await page.keyboard.type('evviva :fuo')
  await expect(names.getByRole('option').first()).toHaveText('🔥fuoco:fire:')
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('evviva 🔥')
  await page.keyboard.type(' :tada:')
  await expect(names.getByRole('option')).toHaveText('🎉spara coriandoli:tada:')
  await page.keyboard.press('Escape')
  await expect(names).toHaveCount(0)
  await page.keyboard.type(' :+1')
  await page.keyboard.press('Tab')
  await expect(box(page)).toHaveValue('evviva 🔥 :tada: 👍️')

  const opener = page.getByRole('button', { name: 'Emoji', exact: true })
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  const search = picker.getByRole('searchbox', { name: "Cerca un'emoji" })
  await opener.click()
  await expect(search).toBeFocused()
  await search.fill('nessuna cosa')
  await expect(picker.getByText('Nessuna emoji trovata.')).toBeVisible()
  await search.fill('festa')
  await search.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(picker.getByRole('group', { name: 'Trovate' }).getByRole('button').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  const recent = picker.getByRole('group', { name: 'Usate di recente' }).getByRole('button')
  await expect(recent).toHaveText(['👍️', '🔥'])
  await search.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(picker.getByRole('button', { name: 'faccina con un gran sorriso', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(picker).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('evviva 🔥 :tada: 👍️😀')
})
