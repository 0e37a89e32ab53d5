import { expect, test } from '../actors.ts'

test('a logout signs out every tab, and every other browser with the session', async ({
  anna,
  openBrowser,
}) => {
  const sameSession = await openBrowser({ storageState: await anna.context.storageState() })
  const otherTab = await anna.context.newPage()
  const otherBrowser = await sameSession.newPage()
  await anna.page.goto('/app/home')
  await otherTab.goto('/app/chat-generale')
  await otherBrowser.goto('/app/chat-generale')
  await expect(otherTab.getByText('in linea')).toBeVisible()
  await expect(otherBrowser.getByText('in linea')).toBeVisible()

  await anna.page.getByRole('button', { name: 'Logout' }).click()

  for (const page of [anna.page, otherTab, otherBrowser]) {
    await expect(page).toHaveURL('/Login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await anna.page.goto('/app/home')
  await expect(anna.page).toHaveURL('/Login')
})

test('a logout that fails is told and changes nothing', async ({ anna, announced }) => {
  announced.push(/ERR_FAILED/)
  await anna.page.goto('/app/home')
  await anna.page.route('**/api/auth/logout', (route) => route.abort())
  await anna.page.getByRole('button', { name: 'Logout' }).click()
  await expect(anna.page.getByRole('alert')).toContainText('Operazione fallita.')
  await expect(anna.page).toHaveURL('/app/home')
})

test('whoever signs in after a logout starts at the home', async ({ anna }) => {
  await anna.page.goto('/app/impostazioni')
  await anna.page.getByRole('button', { name: 'Logout' }).click()
  await anna.page.getByLabel('Email').fill(anna.email)
  await anna.page.getByLabel('Password', { exact: true }).fill(anna.password)
  await anna.page.getByRole('button', { name: 'Accedi' }).click()
  await expect(anna.page).toHaveURL('/app/home')
})
