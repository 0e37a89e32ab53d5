import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { figure } from '@covo/testing/figure'
import type { Page } from '@playwright/test'
import { catalogue } from './catalogue.ts'
import { examine, expectNoWideContents, expectReflow, schemes, test, windows } from './open-state.ts'

/** Pixels of a picture's height; a longer one is cut there. */
const tallest = 2400
const { COVO_GALLERY: gallery } = process.env

let examined = 0

// A thousand rows take as long as the machine needs. Without a folder for the pictures the huge states alone: screens.spec.ts and states.long.spec.ts have the others.
for (const state of catalogue.filter(({ isHuge }) => gallery || isHuge))
  test(`A-01 ${state.screen}: ${state.state}`, async ({ openState }) => {
    test.setTimeout(300_000)
    const page = await openState(state)
    for (const window of windows) {
      await page.setViewportSize(window)
      await expectNoWideContents(page, `${window.width} pixels`)
      for (const colorScheme of gallery ? schemes : []) {
        await page.emulateMedia({ colorScheme })
        if (!state.isHuge || window === windows[0]) {
          await examine(page, state, `${colorScheme}, ${window.width} pixels`)
          examined += 1
        }
        await draw(page, window, `${gallery}/${state.screen}/${state.state}/${colorScheme}`)
      }
    }
    await expectReflow(page)
  })

test.afterAll(() => {
  if (examined > 0)
    figure('A-01', `${examined} examinations by axe in a worker, of ${catalogue.length} states`)
})

/** A picture of all that the screen holds: a room that scrolls gets as high a window as it needs. */
async function draw(page: Page, { width, height }: { width: number; height: number }, folder: string) {
  const hidden = await page.evaluate(() => {
    const room = document.querySelector('main')
    const isCovered = document.querySelector('[role=dialog], dialog[open]') !== null
    return room && !isCovered ? room.scrollHeight - room.clientHeight : 0
  })
  if (hidden > 0) await page.setViewportSize({ width, height: Math.min(height + hidden, tallest) })
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${width}.png`), fullPage: hidden <= 0 })
  await page.setViewportSize({ width, height })
}
