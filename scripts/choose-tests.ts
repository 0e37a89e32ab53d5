type Choice = {
  /** Parts of paths; without any all paths are meant. */
  words: string[]
  /** Whether the long tests are meant, or the others. */
  long: boolean
}

type Chosen = {
  unit: string[]
  browser: string[]
  /** Browser tests of which those are meant alone that are tagged as long (e2e/long.ts). */
  tagged: string[]
}

/**
 * Divides the files that are meant by their runners: Vitest runs `*.test.ts`, Playwright `*.spec.ts`. A file whose name ends in
 * `.long.test.ts` or `.long.spec.ts` takes minutes by its nature, and runs in `npm run test:long` alone; so do the browser
 * tests of other files that are tagged as long.
 */
export function chooseTests(paths: string[], { words, long }: Choice): Chosen {
  const meant = paths.filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  const isBrowserTest = (path: string) => path.endsWith('.spec.ts')
  const { whole = [], others = [] } = Object.groupBy(meant, (path) =>
    /\.long\.(test|spec)\./.test(path) === long ? 'whole' : 'others',
  )
  return {
    unit: whole.filter((path) => /\.test\.tsx?$/.test(path)),
    browser: whole.filter(isBrowserTest),
    tagged: long ? others.filter(isBrowserTest) : [],
  }
}
