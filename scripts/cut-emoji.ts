import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { root } from './child.mjs'

/**
 * Cuts the data of `emojibase-data` (MIT; the names are Unicode's own, of CLDR) to what the chat needs: a line for each emoji with its group, the
 * sign, its Italian name, GitHub's names and the Italian words by which it is looked for. To be run again with a new version of the
 * package. Newer signs than those of `newestVersion` are left out: many devices would draw an empty box.
 */
const newestVersion = 15
/** Letters of the flags of regions, and colours of skin and hair: parts of other signs. */
const component = 2

type Emoji = {
  emoji: string
  hexcode: string
  label: string
  tags?: string[]
  group?: number
  order: number
  version: number
}

const resolve = createRequire(`${root}/package.json`).resolve
const readData = async <Data>(path: string) =>
  JSON.parse(await readFile(resolve(`emojibase-data/${path}`), 'utf8')) as Data
const all = await readData<Emoji[]>('it/data.json')
const shortcodes = await readData<Record<string, string | string[]>>('en/shortcodes/github.json')

const lines = all
  .filter(({ group, version }) => group !== undefined && group !== component && version <= newestVersion)
  .sort((one, other) => one.order - other.order)
  .map(({ emoji, hexcode, label, tags = [], group }) => {
    const words = tags.filter((tag) => !label.includes(tag))
    return [group, emoji, label, [shortcodes[hexcode] ?? []].flat().join(' '), words.join(',')].join('\t')
  })
await writeFile(`${root}/apps/web/src/chat/emoji/emoji.it.tsv`, `${lines.join('\n')}\n`)
console.log(`${lines.length} emoji`)
