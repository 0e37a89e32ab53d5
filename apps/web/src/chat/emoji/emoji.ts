import { withoutAccents } from '../mentions.ts'
import table from './emoji.it.tsv?raw'

/** `names`: the Italian one and GitHub's. */
export type Emoji = { sign: string; group: number; names: [italian: string, ...shortcodes: string[]] }

/** What is compared with a typed text: the closest first. */
type Searched = { emoji: Emoji; names: string[]; words: string[]; themes: string[] }

const searched: Searched[] = table
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [group = '', sign = '', italian = '', shortcodes = '', themes = ''] = line.split('\t')
    const names: Emoji['names'] = [italian, ...shortcodes.split(' ')]
    const folded = names.map(withoutAccents)
    return {
      emoji: { sign, group: Number(group), names },
      names: folded,
      words: folded.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)),
      themes: withoutAccents(themes).split(','),
    }
  })

/** All of them, in Unicode's order, which keeps a group together. */
export const allEmoji: readonly Emoji[] = searched.map(({ emoji }) => emoji)

/** Those whose name, word of a name or theme begins in this way, the closest first; with a ':' behind it, those of just this name. */
export function findEmoji(typed: string): Emoji[] {
  const begin = withoutAccents(typed)
  return searched
    .flatMap((one) => {
      const rank = begin.endsWith(':') ? rankOfName(one, begin.slice(0, -1)) : rankOf(one, begin)
      return rank === null ? [] : [{ emoji: one.emoji, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ emoji }) => emoji)
}

function rankOfName({ names }: Searched, name: string): number | null {
  return names.includes(name) ? 0 : null
}

function rankOf(one: Searched, begin: string): number | null {
  const { names, words, themes } = one
  const beginsOne = (texts: string[]) => texts.some((text) => text.startsWith(begin))
  if (beginsOne(names)) return rankOfName(one, begin) ?? 1
  if (beginsOne(words)) return 2
  return beginsOne(themes) ? 3 : null
}
