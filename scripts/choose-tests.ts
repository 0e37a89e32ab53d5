/**
 * What can make a test red decides when it runs. `short` and `long` ones are red when the code is wrong, at any speed of the machine: `npm
 * test` runs the short ones, `npm run test:long` the long ones, and CI both. `soak` ones measure the machine too (memory, quantiles,
 * storms), and nothing waits for them: `npm run soak`.
 */
export type Kind = 'short' | 'long' | 'soak'

type Choice = {
  /** Parts of paths; without any all paths are meant. */
  words: string[]
  kind: Kind
}

type Chosen = {
  unit: string[]
  browser: string[]
  /** Browser tests of which those are meant alone that are tagged as long (e2e/long.ts). */
  tagged: string[]
}

/**
 * Divides the files that are meant by their runners: Vitest runs `*.test.ts`, Playwright `*.spec.ts`. The name of a file tells its
 * kind: `.long.test.ts`, `.soak.spec.ts`, short without either; a browser test of a short file is long where it has the tag.
 */
export function chooseTests(paths: string[], { words, kind }: Choice): Chosen {
  const meant = paths.filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  const isBrowserTest = (path: string) => path.endsWith('.spec.ts')
  const ofKind = meant.filter((path) => kindOf(path) === kind)
  return {
    unit: ofKind.filter((path) => !isBrowserTest(path)),
    browser: ofKind.filter(isBrowserTest),
    tagged: kind === 'long' ? meant.filter((path) => isBrowserTest(path) && kindOf(path) === 'short') : [],
  }
}

function kindOf(path: string): Kind {
  return (/\.(long|soak)\.(?:test|spec)\.tsx?$/.exec(path)?.[1] ?? 'short') as Kind
}
