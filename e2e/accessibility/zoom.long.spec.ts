import { figure } from '@covo/testing/figure'
import type { Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { sendSamples } from '../chat/files.ts'
import { ask, befriend, sendMessage } from '../chat/talk.ts'
import { nextYear, organise } from '../events/organise.ts'
import { keyboardOf } from './keyboard.ts'
import { losses, memberScreens, type Screen, visitorScreens } from './tour.ts'

/** 1280 x 1024 at 400 % (WCAG 1.4.10). */
const zoomed = { width: 320, height: 256 }
const phone = { width: 360, height: 640 }

test('A-02 a visitor at 400 %, with wide text, by finger and without motion loses nothing', async ({
  page,
  announced,
}) => {
  // The reset link that nobody has.
  announced.push(/status of 410/)
  await examine('visitor', page, visitorScreens)
})

test('A-02 a member at 400 %, with wide text, by finger and without motion loses nothing', async ({
  anna,
  bruno,
  carla,
  dario,
}) => {
  test.setTimeout(240_000)
  const chat = await befriend(anna, bruno)
  await sendMessage(bruno, chat, 'Ci vediamo in stazione? Poi si va insieme. '.repeat(12))
  await sendSamples(bruno, chat)
  // Before those of other tests, of which some have titles that are shortened: the home shows the next of all.
  const event = { dateTime: `${nextYear}-01-02T12:00:00.000Z`, description: 'Sfide di rete. '.repeat(20) }
  await Promise.all([ask(carla, anna), organise(bruno, event)])
  // A part of the name that fits into the search box with wide text too: a longer one would be scrolled in it.
  const part = dario.name.slice(-6)
  await examine('member', anna.page, memberScreens(chat, part))
})

/** Looks at each screen on a phone, by finger, at 400 %, with wide text and reduced motion. */
async function examine(viewer: string, page: Page, screens: Screen[]) {
  const devtools = await page.context().newCDPSession(page)
  let reached = 0
  await page.addInitScript(watchMotion)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { path, act } of screens) {
    await page.setViewportSize(phone)
    // The same address again, with another hash, would not reload the page.
    await page.goto('about:blank')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await act?.(page)
    await expect.poll(() => page.evaluate(losses, 'both'), `${path} on a phone`).toEqual([])
    expect(await page.evaluate(smallTargets, 24), `${path} on a phone`).toEqual([])
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    expect(await page.evaluate(smallTargets, 44), `${path} by finger`).toEqual([])
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await page.setViewportSize(zoomed)
    await expect.poll(() => page.evaluate(losses, 'both'), `${path} at 400 %`).toEqual([])
    reached += await reachAll(page, path)
    await page.setViewportSize(phone)
    await page.evaluate(widenText)
    // The words of the bar at the foot need no more room than a phone has; wider ones are scrolled to.
    await expect.poll(() => page.evaluate(losses, 'hidden'), `${path} with wide text`).toEqual([])
    expect(await page.evaluate(motions), `${path} without motion`).toEqual([])
  }
  const count = `${screens.length} of ${screens.length}`
  figure(
    'A-02',
    `${viewer}: screens without loss at 400 %, with wide text, by finger and without motion ${count}`,
  )
  figure('A-02', `${viewer}: controls reached by Tab at 400 % ${reached} of ${reached}`)
}

/** Tab leads to every control, and each is seen when it has the focus. Answers how many there are. */
async function reachAll(page: Page, path: string): Promise<number> {
  const { expectFocus } = keyboardOf(page)
  const count = await page.evaluate(gatherControls)
  let left = count
  // After the last control the focus returns to its first place.
  for (let step = 0; left > 0 && step < 2 * count + 10; step += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(passControl)
    left = stop.left
    if (!stop.isOutside) await expectFocus(`${path} at 400 %`)
  }
  expect(await page.evaluate(controlsLeft), `${path}: not reached at 400 %`).toEqual([])
  return count - left
}

// The functions below run in the page.

type Watch = { unreached?: Set<HTMLElement>; moved?: Set<string> }

function watchMotion() {
  const moved = new Set<string>()
  Object.assign(window, { moved })
  const look = () => {
    for (const animation of document.getAnimations()) {
      const { effect } = animation
      // One of a millisecond only appears.
      if (!(effect instanceof KeyframeEffect) || Number(effect.getComputedTiming().activeDuration) <= 10)
        continue
      moved.add(effect.target?.outerHTML.slice(0, 80) ?? '')
    }
    requestAnimationFrame(look)
  }
  look()
}

const motions = () => [...((window as Watch).moved ?? [])]

/** The user's own style sheet of WCAG 1.4.12. */
function widenText() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
     p { margin-bottom: 2em !important }`,
  )
  document.adoptedStyleSheets.push(sheet)
}

/**
 * The controls that are less wide or high than so many pixels; of 44 and more, only those that a finger meets on the main
 * paths: the menu, tabs, and buttons with a word. A link in a text is as high as its line (WCAG 2.5.8).
 */
function smallTargets(least: number): string[] {
  const asked =
    least < 44
      ? 'a[href], button, input, select, textarea, summary'
      : 'nav a, summary, [role="tab"], main button:not([aria-label]), [role="dialog"] button, dialog button'
  return [...document.querySelectorAll<HTMLElement>(asked)].flatMap((control) => {
    const isTarget = control.checkVisibility() && !control.closest('[aria-hidden="true"]')
    if (!isTarget || getComputedStyle(control).display === 'inline') return []
    const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
    const name = control.ariaLabel ?? control.textContent
    return Math.min(width, height) < least ? [`${name.trim()} ${width} x ${height}`] : []
  })
}

function gatherControls(): number {
  const place = document.querySelector('[role="dialog"], dialog[open]') ?? document
  const stops = place.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )
  const unreached = new Set(
    [...stops].filter((stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility()),
  )
  Object.assign(window, { unreached })
  return unreached.size
}

function passControl() {
  const { activeElement, body } = document
  const { unreached } = window as Watch
  for (const control of unreached ?? []) {
    // The one stop of Tab among the messages' bars is the newest: a message that arrives meanwhile takes it over.
    // Of radio buttons Tab stops at the chosen one alone; the arrow keys lead to the others.
    const isChoice = control.matches('input[type="radio"]:not(:checked)')
    const isStop = control.isConnected && control.tabIndex >= 0 && !isChoice
    if (control === activeElement || !isStop) unreached?.delete(control)
  }
  return { isOutside: activeElement === body, left: unreached?.size ?? 0 }
}

const controlsLeft = () =>
  [...((window as Watch).unreached ?? [])].map((control) => control.outerHTML.slice(0, 80))
