import type { Page } from '@playwright/test'
import { expect } from '../actors.ts'

/** An address, and the layer opened there; `act` ends when that is there. */
export type Screen = { path: string; act?: (page: Page) => Promise<void> }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Screens for visitors. */
export const visitorScreens: Screen[] = [
  { path: '/' },
  { path: '/eventi' },
  { path: '/Login' },
  { path: '/Register', act: (page) => button(page, 'Inizia Ora').click() },
  { path: '/reset-password' },
  { path: '/reset-password#token=nessuno' },
  { path: '/conferma-email#token=nessuno' },
  { path: '/reclamo#token=nessuno' },
  { path: '/privacy' },
  { path: '/cookie' },
  { path: '/regole' },
  { path: '/sviluppatori', act: (page) => page.locator('#sendMessage summary').click() },
]

/** Screens for members; `chat` is a private conversation with a long message, `stranger` a part of the name of somebody to find. */
export const memberScreens = (chat: string, stranger: string): Screen[] => [
  { path: '/app/home', act: (page) => button(page, 'Novità').click() },
  { path: '/app/profilo' },
  { path: '/app/profilo', act: (page) => button(page, 'Modifica Profilo').click() },
  { path: '/app/eventi', act: (page) => expect(page.getByRole('article').first()).toBeVisible() },
  {
    path: '/app/eventi',
    act: async (page) => {
      await button(page, 'Crea Evento').click()
      await expect(page.getByLabel('Titolo *')).toBeFocused()
      await button(page, 'Crea').click()
    },
  },
  { path: '/app/eventi/calendario', act: (page) => page.getByText('Opzioni', { exact: true }).click() },
  {
    path: '/app/squadre',
    act: async (page) => {
      await button(page, 'Crea squadra').click()
      await button(page, 'Crea').click()
    },
  },
  { path: '/app/chat-generale' },
  { path: '/app/stanze' },
  { path: `/app/chat/${chat}`, act: (page) => expect(page.getByRole('log')).toContainText('stazione') },
  { path: '/app/amici', act: (page) => expect(button(page, 'Messaggio')).toBeVisible() },
  {
    path: '/app/amici',
    act: async (page) => {
      await page.getByRole('tab', { name: /^Richieste/ }).click()
      await expect(button(page, 'Accetta')).toBeVisible()
    },
  },
  {
    path: '/app/amici',
    act: async (page) => {
      await page.getByRole('tab', { name: /^Cerca/ }).click()
      await page.getByPlaceholder('Cerca utenti per nome o email...').fill(stranger)
      await expect(button(page, 'Aggiungi Amico')).toBeVisible()
    },
  },
  { path: '/app/impostazioni', act: (page) => page.getByRole('switch').first().click() },
  { path: '/app/impostazioni/notifiche', act: (page) => page.getByRole('checkbox').first().click() },
  {
    path: '/app/impostazioni/sicurezza',
    act: (page) => page.getByRole('button', { name: 'Cambia password' }).click(),
  },
  {
    path: '/app/impostazioni/api',
    act: async (page) => {
      await page.getByRole('button', { name: 'Crea token' }).click()
      await expect(page.getByLabel('Nome *')).toBeVisible()
    },
  },
  { path: '/app/impostazioni/privacy', act: (page) => page.getByRole('checkbox').first().click() },
  {
    path: '/app/impostazioni',
    act: async (page) => {
      await button(page, 'Elimina Il Mio Account').click()
      await expect(button(page, 'Elimina')).toBeVisible()
    },
  },
]

/** Runs in the page: texts that are cut; with `both`, elements that scroll sideways too. */
export function losses(kinds: string): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll('body, body *')) {
    const style = getComputedStyle(element)
    const isForReadersOnly = style.clipPath !== 'none'
    // It is as long as somebody likes, and scrolled by the caret.
    const isTyped = element instanceof HTMLInputElement && element.type === 'text'
    if (isForReadersOnly || isTyped || element.closest('[aria-hidden="true"]') || !element.checkVisibility())
      continue
    // Shortened on purpose: a button shows the rest, or the link leads to it.
    const isShortened =
      (style.webkitLineClamp !== 'none' && element.nextElementSibling instanceof HTMLButtonElement) ||
      (style.textOverflow === 'ellipsis' && element.closest('a') !== null)
    const name = `<${element.tagName.toLowerCase()}> ${element.textContent.trim().slice(0, 40)}`
    const isWider = element.scrollWidth > element.clientWidth + 1
    const isHigher = element.scrollHeight > element.clientHeight + 1
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    if (!isShortened && ((isWider && hides(style.overflowX)) || (isHigher && hides(style.overflowY))))
      found.push(`${name} is cut`)
    if (kinds === 'both' && isWider && /auto|scroll/.test(style.overflowX))
      found.push(`${name} is scrolled sideways`)
  }
  if (kinds === 'both' && document.documentElement.scrollWidth > innerWidth)
    found.push('the page is scrolled sideways')
  return found
}
