import { catalogue } from './catalogue.ts'
import { examine, expectNoWideContents, expectReflow, schemes, test, windows } from './open-state.ts'

// Each in all windows, and examined in one of them and one scheme: over eight states each window has its turn in each scheme.
// `npm run gallery` examines each in all eight; gallery.long.spec.ts has the huge ones.
for (const [number, state] of catalogue.entries()) {
  if (state.isHuge) continue
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
