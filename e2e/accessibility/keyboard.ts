import { figure } from '@covo/testing/figure'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../actors.ts'

/** More stops than any screen of these tests has. */
const mostStops = 80

/** A visitor or member without a mouse: every step is a key, and at every stop the focus is there, marked and in sight. */
export type Keyboard = {
  page: Page
  /** Goes to a control, by Tab or, when it lies before the focus, by Shift and Tab. */
  reach(target: Locator): Promise<void>
  /** Goes to a control and presses keys on it, one after the other. */
  press(target: Locator, ...keys: string[]): Promise<void>
  /** Goes to a field and writes in it, in the place of what stood there. */
  write(target: Locator, text: string): Promise<void>
  expectFocus(when: string): Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  async function expectFocus(when: string) {
    if (await page.evaluate(focusProblem))
      await expect.poll(() => page.evaluate(focusProblem), when).toBeNull()
  }

  async function reach(target: Locator) {
    await expect(target).toBeVisible()
    await expectFocus(`before ${target}`)
    const goal = await target.elementHandle()
    const key = (await page.evaluate(isBeforeFocus, goal)) ? 'Shift+Tab' : 'Tab'
    for (let step = 0; step < mostStops; step += 1) {
      if (await page.evaluate((node) => node === document.activeElement, goal)) return
      await page.keyboard.press(key)
      await expectFocus(`on the way to ${target}`)
    }
    throw new Error(`no ${key} leads to ${target}`)
  }

  async function press(target: Locator, ...keys: string[]) {
    await reach(target)
    for (const key of keys) await page.keyboard.press(key)
  }

  async function write(target: Locator, text: string) {
    await press(target, 'ControlOrMeta+A')
    await page.keyboard.type(text)
  }

  return { page, reach, press, write, expectFocus }
}

/** Does all actions in their order; after each of them the focus must still be somewhere. */
export async function perform(
  journey: string,
  { expectFocus }: Keyboard,
  actions: Record<string, () => Promise<void>>,
) {
  const names = Object.keys(actions)
  let done = 0
  for (const [name, action] of Object.entries(actions))
    await test.step(name, async () => {
      await action()
      await expectFocus(`after: ${name}`)
      done += 1
    })
  figure('A-02', `${journey}: actions by keyboard alone ${done} of ${names.length}`)
}

function isBeforeFocus(node: Node | null): boolean {
  const place = node && document.activeElement?.compareDocumentPosition(node)
  return Boolean(place && place & Node.DOCUMENT_POSITION_PRECEDING)
}

/**
 * The fault of the focus, or null. Runs in the page. A control needs an outline of at least 2 px in the accent (WCAG
 * 2.4.7); the focused element must not be covered at its own middle (2.4.11).
 */
function focusProblem(): string | null {
  const { activeElement: element } = document
  if (!(element instanceof HTMLElement)) return 'nothing has the focus'
  if (element === document.body) return 'the focus is lost'
  const name = `<${element.tagName.toLowerCase()}> ${element.ariaLabel ?? element.textContent.trim().slice(0, 40)}`
  const style = getComputedStyle(element)
  const accent = new Option().style
  accent.color = getComputedStyle(document.documentElement).getPropertyValue('--accent')
  const isMarked =
    style.outlineStyle === 'solid' &&
    Number.parseFloat(style.outlineWidth) >= 2 &&
    style.outlineColor === accent.color
  // A heading, or the place of a removed element, has the focus only to go on from there. The browser's own button in a field
  // of a date has it while the field itself does not match, and is out of a script's sight.
  if (element.tabIndex >= 0 && element.matches(':focus') && !isMarked)
    return `${name} has the focus and no mark of it`
  const [box] = element.getClientRects()
  if (!box) return `${name} has the focus and is not shown`
  const middle = (from: number, to: number, limit: number) => (Math.max(from, 0) + Math.min(to, limit)) / 2
  const seen = document.elementFromPoint(
    middle(box.left, box.right, innerWidth),
    middle(box.top, box.bottom, innerHeight),
  )
  if (seen && element.contains(seen)) return null
  return `${name} has the focus and is hidden by <${seen?.tagName.toLowerCase()} class='${seen?.className}'>`
}
