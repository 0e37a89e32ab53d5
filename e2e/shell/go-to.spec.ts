import { expect, test } from '../actors.ts'
import { befriend, box, sendMessage } from '../chat/talk.ts'
import { organise } from '../events/organise.ts'
import { long } from '../long.ts'

test('Ctrl K leads to conversations, friends, screens and events by a few letters, without a pointer', async ({
  anna,
  bruno,
  carla,
}) => {
  const { page } = anna
  const dialog = page.getByRole('dialog', { name: 'Vai a…' })
  const field = dialog.getByRole('combobox')
  const options = dialog.getByRole('option')
  const [withBruno, withCarla] = [await befriend(anna, bruno), await befriend(anna, carla)]
  const { title } = await organise(bruno, { title: `Notte ${anna.name}` })
  await sendMessage(bruno, withBruno, 'Ci vediamo?')
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/app/profilo', { waitUntil: 'networkidle' })
  expect(scripts.filter((url) => url.includes('go-to'))).toEqual([])

  const start = page.getByRole('button', { name: 'Modifica Profilo' })
  await start.focus()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expect(options).toHaveText([
    bruno.name,
    'Home',
    'Profilo',
    'Eventi',
    'Chat Generale',
    'Amici',
    'Impostazioni',
  ])
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(start).toBeFocused()

  // At the side, and in the header of a phone.
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await page.getByRole('button', { name: 'Vai a…' }).click()
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }

  // As Safari sends the keys that end a composition.
  const endComposition = (key: string) =>
    field.evaluate((element, pressed) => {
      element.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, keyCode: 229, bubbles: true }))
    }, key)
  const choose = async (text: string, option: string) => {
    await page.keyboard.press('Control+k')
    await field.fill(text)
    await expect(options.first()).toHaveText(option)
    for (const key of ['ArrowDown', 'Enter', 'Escape']) await endComposition(key)
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  }
  await choose('nerale', 'Chat Generale')
  await expect(page).toHaveURL('/app/chat-generale')
  await choose(bruno.name.toLowerCase(), bruno.name)
  await expect(page).toHaveURL(`/app/chat/${withBruno}`)
  await expect(box(page)).toBeFocused()
  await choose(carla.name, carla.name)
  await expect(page).toHaveURL(`/app/chat/${withCarla}`)
  await choose(title, title)
  await expect(page).toHaveURL('/app/eventi')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article', { name: title })).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.fill('nessuno di questi')
  await expect(dialog.getByText('Niente con questo nome.')).toBeVisible()
})

test(
  'a screen that loads slowly leaves the focus in a dialog that was opened meanwhile',
  long,
  async ({ anna }) => {
    const { page } = anna
    const dialog = page.getByRole('dialog', { name: 'Vai a…' })
    const field = dialog.getByRole('combobox')
    const held = Promise.withResolvers<void>()
    await page.route('**/friends.screen-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/app/profilo')
    await page.getByRole('button', { name: 'Vai a…' }).click()
    await field.fill('amici')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/app/amici')
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    held.resolve()
    await expect(page.getByText('Non hai ancora amici')).toBeVisible()
    await expect(field).toBeFocused()
  },
)
