import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '../actors.ts'
import { long } from '../long.ts'
import { listen } from './aloud.ts'
import { befriend, box, list, scrollToStart, sendMessage, write } from './talk.ts'

const fence = '```'
const lines = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join('\n')

async function openChat(page: Page, id: string) {
  await page.goto(`/app/chat/${id}`)
  await expect(page.getByText('connesso')).toBeVisible()
}

test('marks are drawn, and text without a rule stays as typed', async ({ anna, bruno }) => {
  const { page } = anna
  await openChat(page, await befriend(anna, bruno))
  await write(anna, '**forte** *piano* ~~via~~ `git push` snake_case __init__ 2*3*4 # Titolo')
  const first = list(page).getByRole('paragraph').last()
  await expect(first).toHaveText('forte piano via git push snake_case __init__ 2*3*4 # Titolo')
  for (const [role, text] of [
    ['strong', 'forte'],
    ['emphasis', 'piano'],
    ['code', 'git push'],
  ] as const)
    await expect(first.getByRole(role)).toHaveText(text)
  await expect(first.locator('s')).toHaveText('via')

  await write(anna, '> chi porta il proiettore?\n12. arrivo\n13. cena\n- e poi\n- a casa')
  await expect(list(page).getByRole('blockquote')).toHaveText('chi porta il proiettore?')
  await expect(list(page).getByRole('listitem')).toHaveText(['12. arrivo', '13. cena', '• e poi', '• a casa'])

  await write(anna, '[la guida](https://esempio.org/a) e [https://banca.it](https://ladro.it)')
  const [guide, bank] = [list(page).getByText('la guida'), list(page).getByText('https://banca.it')]
  await expect(guide.locator('..')).toHaveText('la guida [esempio.org]')
  await expect(bank.locator('..')).toHaveText('https://banca.it [ladro.it]')
  await expect(guide).toHaveAttribute('href', 'https://esempio.org/a')

  await write(anna, 'una riga\n\n  rientrata')
  await expect(list(page).getByRole('paragraph').last()).toHaveJSProperty(
    'textContent',
    'una riga\n\n  rientrata',
  )
})

test('a spoiler is in no preview, is not announced, and opens where it is read', async ({ anna, bruno }) => {
  const { page } = anna
  const id = await befriend(anna, bruno)
  const announcements = await listen(page)
  await sendMessage(bruno, id, 'ciao')
  await openChat(page, id)
  await expect(list(page).getByText('ciao')).toBeVisible()
  const flag = 'covo{non_guardare}'
  await sendMessage(bruno, id, `La flag è ||${flag}||, davvero`)
  await sendMessage(bruno, id, 'Anche ||questa qui che è un bel po’ più lunga||')
  const closed = list(page).getByRole('button', { name: 'Mostra spoiler' })
  await expect(closed).toHaveCount(2)
  const widths = await closed.evaluateAll((buttons) => buttons.map(({ clientWidth }) => clientWidth))
  expect(widths[0]).toBe(widths[1])
  expect(await page.content()).not.toContain(flag)
  await expect
    .poll(async () => (await announcements()).map(({ text }) => text))
    .toContain(`${bruno.name}: La flag è [spoiler], davvero`)

  await closed.first().click()
  await expect(list(page).getByText(flag)).toBeVisible()
  const opened = list(page).getByRole('button', { name: 'Nascondi spoiler' })
  await expect(opened).toBeFocused()
  await expect(opened).toHaveAttribute('aria-expanded', 'true')
  // Scrolled away by new messages, and back.
  for (let number = 1; number <= 3; number += 1)
    await sendMessage(
      bruno,
      id,
      lines(19, (line) => `riga ${line}`),
    )
  await expect(opened).toHaveCount(0)
  await scrollToStart(page)
  await expect(opened).toBeVisible()
  await opened.click()
  await expect(list(page).getByText(flag)).toHaveCount(0)

  await sendMessage(bruno, id, `${'lungo '.repeat(60)}||${flag}|| ${'e altro '.repeat(60)}`)
  await page.goto('/app/amici')
  await expect(page.getByText('lungo lungo')).toBeVisible()
  await sendMessage(bruno, id, `Ancora ||${flag}||`)
  await expect(page.getByText('Ancora [spoiler]')).toBeVisible()
  await page.goto('/app/home')
  await expect(page.getByText('Ancora [spoiler]').first()).toBeVisible()
  expect(await page.content()).not.toContain(flag)
})

test('code is named after its language, coloured, copied and folded', async ({ anna, bruno }) => {
  const { page } = anna
  await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await befriend(anna, bruno)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const highlighting = () => scripts.filter((url) => /highlighter|python/.test(url))
  await openChat(page, id)
  await sendMessage(bruno, id, 'senza codice, `o quasi`')
  await expect(list(page).getByText('o quasi')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(highlighting()).toEqual([])

  const code = lines(
    30,
    (number) => `def somma_${number}(a, b):${number === 1 ? `  # ${'molto '.repeat(30)}` : ''}`,
  )
  await sendMessage(bruno, id, `Ecco:\n${fence}py\n${code}\n${fence}`)
  const block = list(page).getByRole('group', { name: 'Codice Python' })
  await expect(block.locator('span', { hasText: /^def$/ }).first()).toBeVisible()
  expect(highlighting().length).toBeGreaterThan(1)
  await expect(block.locator('pre')).toContainText('somma_20')
  await expect(block.locator('pre')).not.toContainText('somma_21')
  await expect(block.locator('pre')).toHaveAttribute('tabindex', '0')
  await block.getByRole('button', { name: 'Copia codice' }).click()
  await expectToast(page, 'Codice copiato.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await block.getByRole('button', { name: 'Mostra tutto (30 righe)' }).click()
  await expect(block.locator('pre')).toContainText('somma_30')
  await block.getByRole('button', { name: 'Mostra meno' }).click()
  await expect(block.locator('pre')).not.toContainText('somma_21')

  await sendMessage(bruno, id, `${fence}brainfuck\n++++\n${fence}`)
  await expect(list(page).getByRole('group', { name: 'Codice', exact: true }).locator('pre')).toHaveText(
    '++++',
  )
})

test('a long message folds, and its code does not count', long, async ({ anna, bruno }) => {
  const { page } = anna
  const id = await befriend(anna, bruno)
  await openChat(page, id)
  await sendMessage(
    bruno,
    id,
    `${lines(18, (number) => `riga ${number}`)}\n${fence}\na\nb\nc\n${fence}\nfine`,
  )
  await expect(list(page).getByText('fine')).toBeVisible()
  await expect(list(page).getByRole('button', { name: /Mostra tutto/ })).toHaveCount(0)
  await sendMessage(
    bruno,
    id,
    lines(25, (number) => `lunga ${number}`),
  )
  const message = list(page).getByRole('paragraph').last()
  await expect(message).toContainText('lunga 20')
  await expect(message).not.toContainText('lunga 21')
  await list(page).getByRole('button', { name: 'Mostra tutto (25 righe)' }).click()
  await expect(message).toContainText('lunga 25')
  await list(page).getByRole('button', { name: 'Mostra meno' }).click()
  await expect(message).not.toContainText('lunga 21')
  await expect(box(page)).toBeVisible()

  // A press counts while the list still scrolls, when the virtualizer takes none.
  await list(page).getByRole('button', { name: 'Mostra tutto (25 righe)' }).hover()
  await expect
    .poll(
      () =>
        list(page).evaluate(async (element) => {
          element.scrollBy(0, -1)
          for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
          return element.firstElementChild && getComputedStyle(element.firstElementChild).pointerEvents
        }),
      // It counts a scroll as ended after 150 ms.
      { intervals: [200] },
    )
    .toBe('none')
  await page.mouse.down()
  await page.mouse.up()
  await expect(message).toContainText('lunga 25')
})
