import type { Page } from '@playwright/test'

/** Does what a browser's translator does to a page: an element takes the place of each text, now and whenever another one comes. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const replaceTexts = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, style, textarea')) continue
        const font = document.createElement('font')
        font.append(text.data)
        text.replaceWith(font)
      }
    }
    replaceTexts(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node.isConnected) replaceTexts(node.parentNode ?? node)
    }).observe(document.body, { childList: true, subtree: true })
  })
}
