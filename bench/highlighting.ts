/**
 * How long the slowest grammar takes for hostile code of 2,000 characters, the longest that is highlighted. Reference: the
 * same length of ordinary code. The fastest of some runs counts: the others have waited for the machine.
 */
import { readFileSync } from 'node:fs'
import { report } from './support/report.ts'

const length = 2000
const rounds = 3
/** Milliseconds. */
const budget = 100

// The browser's own; not imported in the way of a module, since this project doesn't hold it.
const path = `${import.meta.dirname}/../apps/web/src/chat/formatting/highlighter.ts`
const { highlight } = (await import(path)) as {
  highlight(grammar: string, code: string): Promise<unknown>
}
const grammars = Array.from(
  readFileSync(path, 'utf8').matchAll(/highlight\.js\/lib\/languages\/(\w+)/g),
  ([, name = '']) => name,
)

const units = [
  '(',
  '{',
  '[',
  '<',
  '"',
  "'",
  '`',
  '\\\\',
  '/*',
  '//',
  '--',
  '#',
  '$',
  '$(',
  '${',
  '<<',
  '<!--',
  '@',
  '::',
  '->',
  '=>',
  'a',
  'a ',
  'a.',
  'a::',
  'a<',
  'a(',
  'a\n',
  'a = ',
  'a: ',
  '1',
  '1_',
  '0x',
  '.1e',
  ' ',
  '\t',
  '\n',
  ' \n',
  'function a(',
  'class a ',
  'def a(',
  'fn a<',
  'if (',
  'begin ',
  'select ',
  'let a = (',
  'R"(',
  '<a b=',
  '- a: ',
  '&a *a ',
]

const ordinary = 'export function somma(a: number, b: number) {\n  return a + b // la somma\n}\n'
const repeat = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

async function timeOf(grammar: string, code: string): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await highlight(grammar, code)
    fastest = Math.min(fastest, performance.now() - start)
  }
  return fastest
}

let slowest = { time: 0, grammar: '', unit: '' }
let usual = 0
for (const grammar of grammars) {
  usual = Math.max(usual, await timeOf(grammar, repeat(ordinary)))
  for (const unit of units) {
    const time = await timeOf(grammar, repeat(unit))
    if (time > slowest.time) slowest = { time, grammar, unit }
  }
}

report({
  what: `hostile code of ${length} characters, highlighted: the slowest of ${grammars.length} grammars`,
  covo: `${slowest.time.toFixed(1)} ms (${slowest.grammar}, ${JSON.stringify(slowest.unit)})`,
  reference: `${usual.toFixed(1)} ms for ordinary code by the slowest`,
  ratio: (slowest.time / usual).toFixed(1),
  budget: `≤ ${budget} ms`,
  isMet: slowest.time <= budget,
})
