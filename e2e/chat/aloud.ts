import type { Page } from '@playwright/test'

/** A text that a page gave its live regions, and how it is announced: in a pause, or at once. */
export type Announcement = { how: 'polite' | 'assertive'; text: string }

/** The announcements of a screen reader from the next visit on: text added to a live region that isn't off (ARIA 1.2). */
export async function listen(page: Page): Promise<() => Promise<Announcement[]>> {
  await page.addInitScript(() => {
    const announcements: { how: string; text: string }[] = []
    Object.assign(window, { announcements })
    const regions = '[aria-live], [role=alert], [role=status], [role=log]'
    const howOf = (region: Element) =>
      region.getAttribute('aria-live') ?? (region.getAttribute('role') === 'alert' ? 'assertive' : 'polite')
    new MutationObserver((records) => {
      for (const { target, addedNodes, type } of records)
        for (const node of type === 'childList' ? addedNodes : [target]) {
          const element = node instanceof Element ? node : node.parentElement
          const around = element?.closest(regions)
          for (const region of around ? [around] : (element?.querySelectorAll(regions) ?? [])) {
            const text = (region.contains(node) ? node : region).textContent
            if (text && howOf(region) !== 'off') announcements.push({ how: howOf(region), text })
          }
        }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { announcements: Announcement[] }).announcements)
}

export function textsOf(announcements: Announcement[]): string[] {
  return announcements.map(({ text }) => text)
}
