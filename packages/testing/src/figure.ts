import { appendFileSync } from 'node:fs'

/**
 * Records what a test measured, under the id that its title carries: 'S-19', '500 parallel logins: 10 tried'.
 * `npm test` shows all figures at its end; a test that is run by hand prints them at once.
 */
export function figure(id: string, text: string): void {
  const { COVO_TEST_FIGURES: file } = process.env
  if (file) appendFileSync(file, `${id}\t${text}\n`)
  else process.stdout.write(`${id}: ${text}\n`)
}

/** How often a test repeats what it does: `usual` times, or `long` times when `npm run soak` names its id. */
export function repetitions(id: string, usual: number, long: number): number {
  return process.env.COVO_SOAK === id ? long : usual
}

/**
 * The seeds of a random test: those of `failed` runs first, which stay red until their fault is mended, then one that is always the
 * same, so that a run is red by its change alone. `npm run soak` of the id draws a new one in its place; COVO_SEED names it.
 */
export function seedsOf(id: string, failed: readonly number[] = []): number[] {
  const { COVO_SEED: named, COVO_SOAK: soaked } = process.env
  return [...failed, Number(named ?? (soaked === id ? Date.now() % 1_000_000 : 1))]
}
