import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { figure } from '@covo/testing/figure'
import { describe, expect, it } from 'vitest'

const web = resolve(import.meta.dirname, '../apps/web')
const read = (path: string) => readFileSync(resolve(web, path), 'utf8')
const sources = readdirSync(resolve(web, 'src'), { recursive: true, encoding: 'utf8' }).map(
  (path) => `src/${path}`,
)
const themePath = 'src/ui/theme.css'
const theme = withoutComments(read(themePath))

const colour = /#[\da-f]{3,8}\b|\brgba?\(/gi

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
}

/** The tokens that `:root` sets in a part of the theme, with their values. */
function tokensOf(part: string): Map<string, string> {
  const blocks = [...part.matchAll(/:root\s*{([^}]*)}/g)].map(([, block = '']) => block)
  const settings = blocks.flatMap((block) => [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)])
  return new Map(settings.map(([, name = '', value = '']) => [name, value]))
}

const [light, dark] = theme
  .split('@media (prefers-color-scheme: dark)')
  .map((part) => new Map([...tokensOf(part)].filter(([, value]) => value.search(colour) >= 0)))
if (!light || !dark) throw new Error(`${themePath} has no dark scheme`)
const schemes = { light, dark }

it('has no token that nothing uses, and no use of what is nowhere set', () => {
  const all = sources
    .filter((path) => /\.(?:css|tsx?)$/.test(path))
    .map((path) => withoutComments(read(path)))
    .join('\n')
  const namesIn = (pattern: RegExp) => new Set([...all.matchAll(pattern)].map(([, name = '']) => name))
  const set = namesIn(/--([\w-]+)(?:\s*:|')/g)
  const used = namesIn(/var\(--([\w-]+)/g)
  expect([...tokensOf(theme).keys()].filter((name) => !used.has(name))).toEqual([])
  expect([...used].filter((name) => !set.has(name))).toEqual([])
})

it('has every colour in both schemes', () => {
  expect([...dark.keys()].toSorted()).toEqual([...light.keys()].toSorted())
})

type Colour = [red: number, green: number, blue: number, alpha: number]

function parse(value: string): Colour {
  const hex = /^#(..)(..)(..)$/
    .exec(value)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16))
  const [red = 0, green = 0, blue = 0, alpha = 1] = hex ?? value.match(/[\d.]+/g)?.map(Number) ?? []
  return [red, green, blue, alpha]
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** A translucent colour over an opaque one. */
function over(above: Colour, below: Colour): Colour {
  const [red, green, blue] = [0, 1, 2].map(
    (part) => (above[part] ?? 0) * above[3] + (below[part] ?? 0) * (1 - above[3]),
  )
  return [red ?? 0, green ?? 0, blue ?? 0, 1]
}

/** The contrast of two tokens; a surface 'own + code-tile' is the second laid over the first. */
function contrast(scheme: Map<string, string>, ink: string, surface: string): number {
  const colourOf = (name: string) => {
    const value = scheme.get(name)
    if (!value) throw new Error(`there is no colour ${name}`)
    return parse(value)
  }
  const ground = surface
    .split(' + ')
    .map(colourOf)
    .reduce((below, above) => over(above, below))
  const [low = 0, high = 0] = [luminance(colourOf(ink)), luminance(ground)].toSorted(
    (one, other) => one - other,
  )
  return (high + 0.05) / (low + 0.05)
}

const surfaces = ['den', 'room', 'card', 'lift']
const categories = ['ctf', 'hackathon', 'contest', 'other']
const each = (inks: string[], grounds: string[]) =>
  inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const))
const textPairs = [
  ...each(['text', 'text2', 'text3', 'accent-text'], surfaces),
  ...each(['error', 'warn'], ['den', 'room', 'card']),
  ...each(['text', 'text3'], ['field']),
  ...each(['on-accent'], ['accent', 'accent-hover']),
  ...each(['accent-text', 'text'], ['accent-soft']),
  ...each(['own-text'], ['own', 'own + code-tile']),
  ...each(['text'], ['lift + code-tile']),
  ...each(['text3'], ['doorway-1', 'doorway-2', 'doorway-3']),
  ...[...categories, 'error', 'warn'].map((name) => [name, `${name}-fill`] as const),
  ...[0, 1, 2, 3, 4, 5].map((tone) => [`avatar-${tone}-letter`, `avatar-${tone}`] as const),
]
const markPairs = [
  ...each(['edge'], ['den', 'room', 'card', 'field']),
  ...each(['accent'], [...surfaces, 'field']),
  ...each(['error'], ['field']),
  ...each(['meter-1', 'meter-2', 'meter-3', 'meter-4'], ['den', 'room', 'card']),
]

describe.each(Object.entries(schemes))('A-01 in the %s scheme', (name, scheme) => {
  it.each([
    ['text', 4.5, textPairs],
    ['what is no text', 3, markPairs],
  ] as const)('%s has a contrast of at least %d', (kind, least, pairs) => {
    const found = pairs.map(([ink, ground]) => ({ ink, ground, ratio: contrast(scheme, ink, ground) }))
    expect(found.filter(({ ratio }) => ratio < least)).toEqual([])
    const lowest = found.reduce((one, other) => (other.ratio < one.ratio ? other : one))
    figure(
      'A-01',
      `contrast, ${name}: ${kind}, ${found.length} pairs, at least ${lowest.ratio.toFixed(2)} (${lowest.ink} on ${lowest.ground})`,
    )
  })
})
