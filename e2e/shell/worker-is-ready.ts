import { expect, type Page } from '@playwright/test'

/** The worker has all that it keeps, and answers the next page that is opened. */
export async function workerIsReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
}
