import { readFile, stat } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { findBrowser } from './browser.ts'
import { root } from './child.mjs'

/**
 * Draws what browsers, home screens and link previews show of Covo. To be run again when the mark, the tagline or the dark
 * theme's colours change. Tiles hold the mark at 52 %: its corners stay inside the circle of 80 %
 * that every shape of a maskable icon leaves whole (W3C manifest, "icon masks and safe zone").
 */
const den = '#0f0e0d'
const accent = '#62d2bd'
const text = '#efebe4'
const secondText = '#bab3a8'
const doorways = ['#161412', '#1e1b18', '#272320']

const favicon = await readFile(`${root}/apps/web/public/favicon.svg`, 'utf8')
const paths = favicon.match(/<path[^>]*>/g)?.join('') ?? ''
const mark = (size: number) =>
  `<svg viewBox="0 0 32 32" width="${size}" height="${size}" fill="${accent}">${paths}</svg>`
const font = await readFile(`${root}/apps/web/src/ui/fonts/schibsted-grotesk-italian.woff2`, 'base64')

const tile = (size: number, radius: number) => ({
  width: size,
  height: size,
  html: `<div style="display:grid;place-items:center;width:${size}px;height:${size}px;border-radius:${radius}%;background:${den}">${mark(size * 0.52)}</div>`,
})

/** An arch within the next, as the landing page has it. */
const arches = doorways
  .map((colour, index) => {
    const width = 470 - index * 110
    return `<div style="position:absolute;bottom:0;right:${70 + index * 55}px;width:${width}px;height:${540 - index * 70}px;border-radius:${width / 2}px ${width / 2}px 0 0;background:${colour}"></div>`
  })
  .join('')

const card = {
  width: 1200,
  height: 630,
  html: `<div style="position:relative;width:1200px;height:630px;overflow:hidden;background:${den};color:${text}">
    ${arches}
    <div style="position:absolute;right:215px;bottom:110px">${mark(180)}</div>
    <div style="position:absolute;left:88px;top:206px;width:560px">
      <div style="margin-left:-6px;font-size:150px;font-weight:700;line-height:1;letter-spacing:-0.055em">Covo</div>
      <div style="margin-top:28px;width:530px;color:${secondText};font-size:30px;line-height:1.4">Unisciti alla rivoluzione digitale • Connetti • Crea • Innova</div>
    </div>
  </div>`,
}

/** What the card of an event is drawn on (events/event-card.child.ts): its day stands in the innermost arch. */
const eventCard = {
  width: 1200,
  height: 630,
  html: `<div style="position:relative;width:1200px;height:630px;overflow:hidden;background:${den}">
    ${doorways
      .map((colour, index) => {
        const width = 330 - index * 70
        return `<div style="position:absolute;bottom:0;right:${60 + index * 35}px;width:${width}px;height:${470 - index * 65}px;border-radius:${width / 2}px ${width / 2}px 0 0;background:${colour}"></div>`
      })
      .join('')}
    <div style="position:absolute;left:88px;bottom:64px">${mark(44)}</div>
  </div>`,
}

const pictures = {
  'apps/web/public/icon-192.png': tile(192, 22),
  'apps/web/public/icon-512.png': tile(512, 22),
  'apps/web/public/icon-maskable-512.png': tile(512, 0),
  'apps/web/public/apple-touch-icon.png': tile(180, 0),
  'apps/web/public/social-card.png': card,
  'apps/server/src/events/event-card.png': eventCard,
}

const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-lcd-text'],
})
const page = await browser.newPage()
for (const [path, { width, height, html }] of Object.entries(pictures)) {
  await page.setViewportSize({ width, height })
  await page.setContent(
    `<style>@font-face{font-family:Covo;font-weight:400 700;src:url(data:font/woff2;base64,${font})}body{margin:0;font-family:Covo}svg{display:block}</style>${html}`,
  )
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.screenshot({ path: `${root}/${path}`, omitBackground: !path.endsWith('card.png') })
  console.log(`${path}: ${(await stat(`${root}/${path}`)).size} bytes`)
}
await browser.close()
