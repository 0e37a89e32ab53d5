/**
 * Makes one contact sheet a screen, `{screen}.png`, of the pictures that the tests drew: a row for each state and scheme, a
 * column for each width. Argument: the gallery's folder. Needs COVO_CHROMIUM.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from '@playwright/test'

const [folder = ''] = process.argv.slice(2)
const { COVO_CHROMIUM = '' } = process.env
/** Pixels of a column, by the width of the window that it shows; pictures that are taller than the last are cut. */
const columns = { 360: 200, 768: 320, 992: 360, 1440: 480 }
const tallest = 760

const style = `<style>
  body { margin: 24px; background: #777; font: 14px sans-serif }
  div { display: flex; align-items: start; gap: 16px }
  img { display: block; max-height: ${tallest}px; object-fit: cover; object-position: top }
</style>`

const browser = await chromium.launch({ executablePath: COVO_CHROMIUM, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: { width: 1520, height: 800 } })
  for (const screen of foldersIn(folder)) {
    await drawSheet(page, screen)
    process.stdout.write(`${join(folder, screen)}.png\n`)
  }
} finally {
  await browser.close()
}

async function drawSheet(page: Page, screen: string) {
  const rows = foldersIn(join(folder, screen)).flatMap((state) =>
    foldersIn(join(folder, screen, state)).map((scheme) => rowOf(screen, state, scheme)),
  )
  const html = join(folder, `${screen}.html`)
  writeFileSync(
    html,
    `<!doctype html><meta charset="utf-8"><title>${screen}</title>${style}${rows.join('\n')}`,
  )
  await page.goto(pathToFileURL(html).href)
  await page.screenshot({ path: join(folder, `${screen}.png`), fullPage: true })
}

function rowOf(screen: string, state: string, scheme: string): string {
  const pictures = Object.entries(columns).map(([width, column]) => {
    const file = encodeURI(`${screen}/${state}/${scheme}/${width}.png`)
    return `<a href="${file}"><img src="${file}" style="width:${column}px" alt=""></a>`
  })
  return `<h2>${screen}: ${state}, ${scheme}</h2><div>${pictures.join('')}</div>`
}

function foldersIn(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}
