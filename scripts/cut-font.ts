import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import { root } from './child.mjs'

/**
 * Cuts the text font to what Italian and English are written with, in the weights that the theme uses: every first visit
 * waits for it. To be run again, with the `unicode-range` of the theme, when either changes. And to all Latin letters for the
 * cards of events, as TrueType: the library that draws them reads no WOFF2. OFL 1.1 allows it: the font has no reserved name.
 */
const letters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'\u00a0ÀÁÈÉÌÍÎÒÓÙÚàáèéìíîòóùú«»°·×©–—‘’“”•…€',
].join('')

const file = createRequire(`${root}/apps/web/package.json`).resolve(
  '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2',
)
const latin = Array.from({ length: 0x180 - 0xa0 }, (_, index) => String.fromCodePoint(0xa0 + index)).join('')
const font = await readFile(file)
const cuts = [
  ['apps/web/src/ui/fonts/schibsted-grotesk-italian.woff2', 'woff2', letters],
  ['apps/server/src/events/event-card.ttf', 'truetype', `${letters}${latin}`],
] as const
for (const [path, targetFormat, kept] of cuts) {
  const cut = await subsetFont(font, kept, { targetFormat, variationAxes: { wght: { min: 400, max: 700 } } })
  await writeFile(`${root}/${path}`, cut)
  console.log(`${path}: ${cut.length} bytes for ${new Set(kept).size} letters`)
}
