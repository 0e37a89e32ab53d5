import { catalogue } from './catalogue.ts'
import { examine, expectNoWideContents, expectReflow, schemes, test, windows } from './open-state.ts'
import type { ScreenState } from './state.ts'

type Entry = { number: number; state: ScreenState }

/** The states of usual size, each with its number: by it, over eight states each window has its turn in each scheme. */
const entries = [...catalogue.entries()]
  .map(([number, state]): Entry => ({ number, state }))
  .filter(({ state }) => !state.isHuge)

/** The first state of each screen, and all others. */
export const { first = [], later = [] } = Object.groupBy(entries, ({ state }, place) =>
  entries.findIndex((entry) => entry.state.screen === state.screen) === place ? 'first' : 'later',
)

/** Draws a state in all windows, and examines it in one of them and one scheme. */
export function testState({ number, state }: Entry): void {
  test(`A-01 ${state.screen}: ${state.state}`, async ({ openState }) => {
    const colorScheme = schemes[Math.floor(number / windows.length) % schemes.length] ?? 'dark'
    const page = await openState(state)
    await page.emulateMedia({ colorScheme })
    for (const [place, window] of windows.entries()) {
      await page.setViewportSize(window)
      await expectNoWideContents(page, `${window.width} pixels`)
      if (number % windows.length === place)
        await examine(page, state, `${colorScheme}, ${window.width} pixels`)
    }
    await expectReflow(page)
  })
}
