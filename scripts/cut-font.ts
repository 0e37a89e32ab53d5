import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import { root } from './child.mjs'

/**
 * Cuts the text font to what Italian and English are written with, in the weights that the theme uses: every first visit
 * waits for it. To be run again, with the `unicode-range` of the theme, when either changes. OFL 1.1 allows it: the font
 * has no reserved name.
 */
const letters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'\u00a0ÀÁÈÉÌÍÎÒÓÙÚàáèéìíîòóùú«»°·×©–—‘’“”•…€',
].join('')

const file = createRequire(`${root}/apps/web/package.json`).resolve(
  '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2',
)
const cut = await subsetFont(await readFile(file), letters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
})
await writeFile(`${root}/apps/web/src/ui/fonts/schibsted-grotesk-italian.woff2`, cut)
console.log(`${cut.length} bytes for ${[...letters].length} letters`)
