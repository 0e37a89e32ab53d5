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
