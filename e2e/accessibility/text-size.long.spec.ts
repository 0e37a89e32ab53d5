import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { sendSamples } from '../chat/files.ts'
import { ask, befriend, sendMessage } from '../chat/talk.ts'
import { organise } from '../events/organise.ts'
import { losses, memberScreens, type Screen, visitorScreens } from './tour.ts'

/** A reader's own default, and how much larger every text is by it, but for roundings. */
const doubled = { standard: 32, least: 1.9 }
const usual = 16
const windows = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
]

test('A-02 a visitor whose browser shows text twice as large reads all of it so', async ({
  page,
  announced,
}) => {
  announced.push(/status of 410/)
  await examine(page, visitorScreens)
})

test('A-02 a member whose browser shows text twice as large reads all of it so', async ({
  anna,
  bruno,
  carla,
  dario,
}) => {
  const chat = await befriend(anna, bruno)
  await sendMessage(bruno, chat, 'Ci vediamo in stazione? Poi si va insieme. '.repeat(12))
  await sendSamples(bruno, chat)
  await Promise.all([ask(carla, anna), organise(bruno, { description: 'Sfide di rete. '.repeat(20) })])
  await examine(anna.page, memberScreens(chat, dario.name.slice(-6)))
})

/** Opens each screen with the usual size, makes it twice as large, and looks at it in each window. */
async function examine(page: Page, screens: Screen[]) {
  const devtools = await page.context().newCDPSession(page)
  for (const { path, act } of screens) {
    await setTextSize(devtools, usual)
    await page.setViewportSize({ width: 1440, height: 900 })
    // The same address again, with another hash, would not reload the page.
    await page.goto('about:blank')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await act?.(page)
    for (const window of windows) {
      const where = `${path}, ${window.width} pixels`
      await page.setViewportSize(window)
      await setTextSize(devtools, usual)
      await page.evaluate(keepSizes)
      await setTextSize(devtools, doubled.standard)
      await expect.poll(() => page.evaluate(smallTexts, doubled.least), where).toEqual([])
      await expect.poll(() => page.evaluate(losses, 'both'), where).toEqual([])
    }
  }
}

/** As the browser's settings would; page zoom, and a style sheet of ours, would enlarge lengths in pixels too. */
async function setTextSize(devtools: CDPSession, standard: number) {
  await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: (standard * 13) / 16 } })
}

// The functions below run in the page.

type Sizes = { sizes?: Map<Element, number> }

function keepSizes() {
  const texts = [...document.querySelectorAll('body, body *')]
  const sizes = new Map(
    texts.map((element) => [element, Number.parseFloat(getComputedStyle(element).fontSize)]),
  )
  Object.assign(window, { sizes })
}

/** The texts that are not so many times as large as they were. */
function smallTexts(least: number): string[] {
  const { sizes } = window as Sizes
  return [...document.querySelectorAll('body, body *')].flatMap((element) => {
    const isText = [...element.childNodes].some(
      (node) => node instanceof Text && node.textContent?.trim() !== '',
    )
    // Text in place of a picture: an avatar's letter, and the name that fills the landing page.
    const isPicture = element.closest('[aria-hidden="true"]') || element.matches('main > div > svg + h1')
    const before = sizes?.get(element)
    if (!before || !isText || isPicture || !element.checkVisibility()) return []
    const now = Number.parseFloat(getComputedStyle(element).fontSize)
    return now < least * before ? [`${element.textContent?.trim().slice(0, 40)}: ${before} to ${now}`] : []
  })
}
