type Choice = {
  /** Parts of paths; without any all paths are meant. */
  words: string[]
  /** Whether the long tests are meant, or the others. */
  long: boolean
}

/**
 * Divides the files that are meant by their runners: Vitest runs `*.test.ts`, Playwright `*.spec.ts`. A file whose name ends in
 * `.long.test.ts` or `.long.spec.ts` takes minutes by its nature, and runs in `npm run test:long` alone.
 */
export function chooseTests(paths: string[], { words, long }: Choice): { unit: string[]; browser: string[] } {
  const chosen = paths.filter(
    (path) =>
      /\.long\.(test|spec)\./.test(path) === long &&
      (words.length === 0 || words.some((word) => path.includes(word))),
  )
  return {
    unit: chosen.filter((path) => /\.test\.tsx?$/.test(path)),
    browser: chosen.filter((path) => path.endsWith('.spec.ts')),
  }
}
