import { figure } from '@covo/testing/figure'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { long } from '../long.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const secret = 'Tana-incollata#2031'

/** The forms in which somebody says who they are: their fields with the `autocomplete` that password managers read. */
const forms = [
  { path: '/Login', submit: 'Accedi', fields: { Email: 'email', Password: 'current-password' } },
  {
    path: '/Register',
    submit: 'Inizia Ora',
    fields: {
      Email: 'email',
      Username: 'nickname',
      Password: 'new-password',
      'Conferma password': 'new-password',
    },
  },
  { path: '/reset-password', submit: 'Invia link', fields: { Email: 'email' } },
  {
    path: '/reset-password#token=nessuno',
    submit: 'Imposta password',
    fields: { 'Nuova password': 'new-password', 'Conferma nuova password': 'new-password' },
  },
]

async function open(page: Page, path: string) {
  // Otherwise a link that nobody was sent is refused before its form is seen.
  await page.route('**/api/auth/reset-link', (route) => route.fulfill({ status: 204 }))
  // The same page with another hash would not be reloaded.
  await page.goto('about:blank')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Fills in a field as a program does, such as a password manager. */
const fillByProgram = (input: Locator, text: string) =>
  input.evaluate((node: HTMLInputElement, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(node, value)
    node.dispatchEvent(new Event('input', { bubbles: true }))
    node.dispatchEvent(new Event('change', { bubbles: true }))
  }, text)

test('A-04 passwords are pasted, filled in and sent by managers, shown and hidden; nothing is a puzzle', async ({
  page,
  context,
  anna,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  let pasted = 0
  for (const { path, fields } of forms) {
    await open(page, path)
    for (const [label, purpose] of Object.entries(fields))
      await expect(field(page, label), path).toHaveAttribute('autocomplete', purpose)
    for (const label of Object.keys(fields).filter((name) => /password/i.test(name))) {
      const input = field(page, label)
      await page.evaluate((text) => navigator.clipboard.writeText(text), secret)
      await input.focus()
      await page.keyboard.press('ControlOrMeta+V')
      await expect(input, `${path}: ${label} is pasted`).toHaveValue(secret)
      pasted += 1

      await fillByProgram(input, '')
      const toggle = page.getByRole('button', {
        name: label.startsWith('Conferma') ? /Mostra conferma/ : 'Mostra password',
      })
      await toggle.click()
      await expect(input).toHaveAttribute('type', 'text')
      // A manager still knows the field by then.
      await expect(input).toHaveAttribute('autocomplete', /password/)
      await page.getByRole('button', { name: /^Nascondi/ }).click()
      await expect(input).toHaveAttribute('type', 'password')
    }
    await expect(page.locator('iframe, canvas, [class*="captcha" i]')).toHaveCount(0)
  }
  await open(page, '/Login')
  await fillByProgram(field(page, 'Email'), anna.email)
  await fillByProgram(field(page, 'Password'), anna.password)
  await button(page, 'Accedi').click()
  await expect(page).toHaveURL('/app/home')
  figure('A-04', `password fields that take paste, managers and their toggle ${pasted} of 5`)
})

test('A-04 errors are at their fields, the first wrong one has the focus, nothing typed is lost', async ({
  page,
}) => {
  for (const { path, submit, fields } of forms) {
    await open(page, path)
    for (const label of Object.keys(fields)) {
      if (label === 'Username') continue
      await button(page, submit).click()
      const input = field(page, label)
      await expect(input, path).toBeFocused()
      await expect(input).toHaveAttribute('aria-invalid', 'true')
      await expect(input).toHaveAccessibleDescription(/obbligatori|valido/)
      await expect(page.getByRole('alert')).toHaveCount(1)
      await input.fill(label === 'Email' ? 'nora@esempio.it' : `${secret}${label}`)
    }
    // The last one is another confirmation, or was right.
    if (!('Conferma password' in fields) && !('Conferma nuova password' in fields)) continue
    await button(page, submit).click()
    await expect(field(page, Object.keys(fields).at(-1) ?? '')).toHaveAccessibleDescription(
      'Le password non coincidono.',
    )
    for (const label of Object.keys(fields))
      if (label !== 'Username')
        await expect(field(page, label)).toHaveValue(
          label === 'Email' ? 'nora@esempio.it' : `${secret}${label}`,
        )
  }
})

test(
  'A-04 the strength of a password is a text, in a polite region and described by its field',
  long,
  async ({ page }) => {
    for (const [path, label] of [
      ['/Register', 'Password'],
      ['/reset-password#token=nessuno', 'Nuova password'],
    ] as const) {
      await open(page, path)
      for (const [password, text] of [
        ['tana', 'Almeno 6 caratteri Molto debole'],
        ['abcdef', 'Sicurezza della password Molto debole'],
        ['abcdefgh', 'Sicurezza della password Debole'],
        ['Abcdefgh', 'Sicurezza della password Media'],
        ['Abcdefg1', 'Sicurezza della password Forte'],
        ['Tana-verde9', 'Sicurezza della password Molto forte'],
      ] as const) {
        await field(page, label).fill(password)
        await expect(page.getByRole('status')).toHaveText(text)
        await expect(field(page, label)).toHaveAccessibleDescription(text)
      }
    }
  },
)
