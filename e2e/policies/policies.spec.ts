import { expect, test } from '../actors.ts'

const pages = [
  ['Privacy', '/privacy', 'Privacy'],
  ['Cookie', '/cookie', 'Cookie'],
  ['Regole', '/regole', 'Regole della community'],
] as const

test('the landing page and the registration lead to what holds for everybody', async ({ page }) => {
  for (const from of ['/', '/Register'])
    for (const [link, path, heading] of pages) {
      await page.goto(from)
      await page.getByRole('navigation', { name: 'Informazioni' }).getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeFocused()
    }
  await page.goto('/Register')
  await expect(
    page.getByText('Registrandoti dichiari di avere almeno 14 anni e accetti le Regole.'),
  ).toBeVisible()
})

test('members read the pages too, the rules in their order, and are led to the rights that they exercise alone', async ({
  anna,
}) => {
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
  const rights = page.getByRole('main').getByRole('list').getByRole('link')
  await expect(rights).toHaveCount(4)
  await rights.filter({ hasText: 'Scegliere chi vede che cosa' }).click()
  await expect(page).toHaveURL('/app/impostazioni/privacy')
})
