import { appendFileSync } from 'node:fs'

/** One line of the table: what was measured of Covo and, in the same run, of its reference, as people read it. */
export type Row = {
  what: string
  covo: string
  reference: string
  ratio: string
  budget: string
  isMet: boolean
}

/** Prints a row, and hands it to `npm run bench` where that runs the script. */
export function report(row: Row): void {
  process.stdout.write(`${lineOf(row)}\n`)
  const { COVO_BENCH_ROWS: file } = process.env
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`)
}

function lineOf({ what, covo, reference, ratio, budget, isMet }: Row): string {
  return `${what}: ${covo}; reference: ${reference}; ratio: ${ratio}; budget: ${budget}; ${isMet ? 'met' : 'NOT met'}`
}
