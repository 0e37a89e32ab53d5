import { expect, test } from '../actors.ts'
import { long } from '../long.ts'

const pages = [
  ['Privacy', '/privacy', 'Privacy'],
  ['Cookie', '/cookie', 'Cookie'],
  ['Regole', '/regole', 'Regole della community'],
] as const

for (const from of ['/', '/Register'])
  test(`${from} leads to what holds for everybody`, async ({ page }) => {
    for (const [link, path, heading] of pages) {
      await page.goto(from)
      await page.getByRole('navigation', { name: 'Informazioni' }).getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeFocused()
    }
  })

test('a registration names the terms that it accepts', long, async ({ page }) => {
  await page.goto('/Register')
  await expect(
    page.getByText('Registrandoti dichiari di avere almeno 14 anni e accetti le Regole.'),
  ).toBeVisible()
})

test('members read the pages too, and the rules in their order', async ({ anna }) => {
  const { page } = anna
  await page.goto('/regole')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    'Rispetta gli altri utenti',
    'Non condividere informazioni personali',
    'Evita spam e contenuti offensivi',
    'Niente contenuti illegali',
    'Niente software dannoso senza avviso e contesto',
    'Attacca solo ciò che ti è permesso attaccare',
  ])
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'Chi risponde dei dati' })).toBeVisible()
})

test('rights that a member exercises alone lead to where they do', long, async ({ anna }) => {
  const { page } = anna
  await page.goto('/privacy')
  const rights = page.getByRole('main').getByRole('list').getByRole('link')
  await expect(rights).toHaveCount(4)
  await rights.filter({ hasText: 'Scegliere chi vede che cosa' }).click()
  await expect(page).toHaveURL('/app/impostazioni/privacy')
})
