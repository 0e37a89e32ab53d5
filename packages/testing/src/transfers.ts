import type { Page, Request, Response } from '@playwright/test'

/** Bytes of a visitor's first page, with all that it asks for (docs/decisions/0017-first-visit-transferred-bytes-and-compression.md). */
export const firstVisitBudget = 140_000

export type Transfer = {
  url: URL
  /** Of the body, as it comes over the wire. */
  bytes: number
  response: Response
}

/** Opens a page and answers what that transfers, in the order in which it ended, until nothing more is under way. */
export async function transfersOf(page: Page, address: string): Promise<Transfer[]> {
  const transfers: Promise<Transfer | null>[] = []
  const read = async (request: Request) => {
    const [{ responseBodySize: bytes }, response] = await Promise.all([request.sizes(), request.response()])
    return response && { url: new URL(request.url()), bytes, response }
  }
  const handle = (request: Request) => transfers.push(read(request))
  page.on('requestfinished', handle)
  await page.goto(address)
  // A busy machine may be quiet for a while before its screen is there.
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  page.off('requestfinished', handle)
  return (await Promise.all(transfers)).filter((transfer) => transfer !== null)
}
