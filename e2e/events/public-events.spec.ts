import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { card, nextYear, organise } from './organise.ts'

/** A month in which other tests have no events. */
const november = { dateTime: `${nextYear}-11-10T17:00:00.000Z`, category: 'hackathon' } as const
const monthName = `novembre ${nextYear}`

/** From the landing to an event of a category and month, by links alone. */
async function walk(page: Page, title: string) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Tutti gli eventi' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Eventi', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Hackathon', exact: true }).click()
  await page.getByRole('link', { name: monthName }).click()
  await expect(page).toHaveURL(`/eventi?categoria=hackathon&mese=${nextYear}-11`)
  await expect(page).toHaveTitle(`Eventi · Hackathon · ${monthName} · Covo`)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

test('a visitor finds an event from the landing, without asking the API', async ({ anna, page }) => {
  const title = `Da trovare ${randomUUID()}`
  await organise(anna, { title, ...november, venue: 'online' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await walk(page, title)
  await page.goBack()
  await expect(card(page, title)).toContainText('mer 10 nov')
  await expect(card(page, title)).toContainText('organizza Anna')
  await expect(page.getByRole('link', { name: 'Hackathon', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])

  await page.getByRole('link', { name: 'Covo' }).click()
  await expect(page.getByRole('heading', { name: 'Prossimi eventi' })).toBeVisible()
})

test('another spelling of the address leads to the list, and a member to theirs', async ({ anna, page }) => {
  for (const path of ['/Eventi?categoria=ctf', '/eventi/?categoria=ctf']) {
    await page.goto(path)
    await expect(page).toHaveURL('/eventi?categoria=ctf')
    await expect(page.getByRole('heading', { level: 1, name: 'Eventi · CTF' })).toBeVisible()
  }
  await anna.page.goto('/eventi')
  await expect(anna.page).toHaveURL('/app/eventi')
})

test('the feed and the sitemap are XML, whatever a title says', async ({ anna, page, baseURL }) => {
  const title = `</title>]]><b a='&quot;'>&\u0007 ${randomUUID()}`
  await organise(anna, { title, ...november, description: '\u0001\ufffe<![CDATA[' })
  await page.goto('about:blank')
  for (const path of ['/eventi.atom', '/sitemap.xml']) {
    const text = await (await page.request.get(`${baseURL}${path}`)).text()
    const names = await page.evaluate((xml) => {
      const { documentElement } = new DOMParser().parseFromString(xml, 'application/xml')
      return [...documentElement.querySelectorAll('parsererror, entry > title, loc')].map(
        ({ localName, textContent }) => `${localName} ${textContent}`,
      )
    }, text)
    expect(names.filter((name) => name.startsWith('parsererror'))).toEqual([])
    if (path === '/eventi.atom') expect(names.join()).toContain(title.slice(-36))
    else expect(names).toContain(`loc ${baseURL}/eventi`)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an event is found from the landing', async ({ anna, page }) => {
    const title = `Senza script ${randomUUID()}`
    await organise(anna, { title, ...november })
    await walk(page, title)
    await expect(page.getByText('Avvio ...')).toBeHidden()
  })
})
