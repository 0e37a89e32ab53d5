import { catalogue } from './catalogue.ts'
import { examine, expectNoWideContents, expectReflow, schemes, test, windows } from './open-state.ts'

const states = catalogue.filter(({ isHuge }) => !isHuge)

// Each in one window and one scheme, by turns; gallery.long.spec.ts draws each in all windows, and the huge ones.
for (const [number, state] of states.entries())
  test(`A-01 ${state.screen}: ${state.state}`, async ({ openState }) => {
    const window = windows[number % windows.length] ?? { width: 0, height: 0 }
    const colorScheme = schemes[Math.floor(number / windows.length) % schemes.length] ?? 'dark'
    const page = await openState(state)
    await page.setViewportSize(window)
    await page.emulateMedia({ colorScheme })
    await expectNoWideContents(page, `${window.width} pixels`)
    await examine(page, state, `${colorScheme}, ${window.width} pixels`)
    await expectReflow(page)
  })
