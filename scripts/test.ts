import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { instancesOf } from '../e2e/instances.ts'
import { long } from '../e2e/long.ts'
import { checkAdvisories } from './advisories.ts'
import { findBrowser } from './browser.ts'
import { pinnedNode, root, run, SetupError } from './child.mjs'
import { chooseTests, type Kind } from './choose-tests.ts'

// `npm test` runs every check and the short tests, `npm run test:long` the long ones, `npm run soak` those that measure, and each with
// words only the tests whose paths contain one of them: `npm test -- chat`, also the types and the linter. What fails ends the run
// after its step; its last lines name the tests.
const bin = `${root}/node_modules`
const reports = `${root}/.cache/test`
const unitReport = `${reports}/vitest.json`
const browserReport = `${reports}/playwright.json`
const figures = `${reports}/figures.tsv`
/** Each has a program; bench's holds the server and the kit, that of the scripts e2e, whose options are the same. */
const typedFolders = ['packages/contract', 'apps/web', 'bench', 'scripts']

/** The failures' first line names file and test, the second one says why. */
type Result = { name: string; passed: number; failed: number; skipped: number; failures?: string[] }
type Step = { code: number; output: string }

const { values, positionals: words } = parseArgs({
  options: { kind: { type: 'string', default: 'short' } },
  allowPositionals: true,
})
const kind = values.kind as Kind

try {
  report(await runAll())
} catch (error) {
  console.error(error instanceof SetupError || error instanceof TypeError ? error.message : error)
  report([{ name: 'set-up', passed: 0, failed: 1, skipped: 0 }])
}

async function runAll(): Promise<Result[]> {
  const all = globSync(['{apps,packages,scripts,e2e}/**/*.{test,spec}.{ts,tsx}'], {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  })
  const { unit, browser, tagged } = chooseTests(all, { words, kind })
  if (unit.length + browser.length + tagged.length === 0)
    throw new SetupError(
      `No test's path contains ${words.join(' or ')}: name a slice, a file or a part of a path.`,
    )
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const env = { ...environmentForTests(), ...(await reachableServices()), COVO_TEST_FIGURES: figures }
  // The unit tests wait for a quarter of their time, which is enough for the checks.
  const checks = Promise.all(kind === 'short' ? staticChecks(env) : [])
  const results = unit.length > 0 ? [await unitTests(unit, env)] : []
  results.unshift(...(await checks))
  if (browser.length + tagged.length > 0 && results.every(({ failed }) => failed === 0))
    results.push(await browserTests([...browser, ...tagged], env))
  return results
}

function staticChecks(env: NodeJS.ProcessEnv): Promise<Result>[] {
  return [
    check('types', () => checkTypes(env)),
    check('lint', async () => {
      const paths = words.length > 0 ? await sourcesOf(words) : ['.']
      return await run(pinnedNode, [`${bin}/@biomejs/biome/bin/biome`, 'ci', '--colors=off', ...paths], {
        env,
      })
    }),
    ...(words.length > 0
      ? []
      : [
          check('knip', () => run(pinnedNode, [`${bin}/knip/bin/knip.js`], { env })),
          check('advisories', () => checkAdvisories(env)),
        ]),
  ]
}

/** The files that git knows or would add, and that stand at a path with one of the words. */
async function sourcesOf(parts: string[]): Promise<string[]> {
  const { output } = await run('git', ['ls-files', '-co', '--exclude-standard'])
  return output
    .split('\n')
    .filter((path) => /\.(tsx?|mjs|css|json)$/.test(path) && parts.some((part) => path.includes(part)))
    .filter((path) => existsSync(`${root}/${path}`))
}

function unitTests(files: string[], env: NodeJS.ProcessEnv): Promise<Result> {
  // To load the server again for each of its files would take a quarter of the whole run. Other tests measure, or restart processes:
  // they get a process for each file.
  const isolation = kind === 'short' ? ['--no-isolate'] : []
  // The short tests wait for a quarter of their time, the long ones, which start and end processes, for half of it.
  const workers = `--maxWorkers=${{ short: 3, long: 4, soak: 1 }[kind]}`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  return tests(
    'unit and route tests',
    [`${bin}/vitest/vitest.mjs`, 'run', workers, ...isolation, ...reporters, ...files],
    env,
    readUnitReport,
  )
}

async function browserTests(files: string[], env: NodeJS.ProcessEnv): Promise<Result> {
  const browser = await findBrowser(kind === 'soak' ? 'full' : 'headless')
  console.log(`Browser tests use ${browser}`)
  // The short tests wait for a fifth of their time. A pattern is looked for in the path of a test's file too.
  const options = {
    short: ['--grep-invert', long.tag, '--workers=3'],
    long: ['--grep', `${long.tag}|\\.long\\.spec`, '--workers=3'],
    soak: ['--workers=1'],
  }[kind]
  return await tests(
    'browser tests',
    [`${bin}/@playwright/test/cli.js`, 'test', '-c', 'e2e', ...options, '--pass-with-no-tests', ...files],
    {
      ...env,
      COVO_CHROMIUM: browser,
      // It alone installs the app, which one long test does.
      ...(kind === 'long' ? { COVO_CHROMIUM_FULL: await findBrowser('full') } : {}),
      COVO_E2E_REPORT: browserReport,
      COVO_E2E_INSTANCES: instancesOf(files).join(),
    },
    readBrowserReport,
  )
}

/** The settings of a server that is run by hand are not those of the tests. */
function environmentForTests(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(COVO_.*|PORT|NODE_ENV)$/.test(name)),
  )
}

/** The settings that name a PostgreSQL and a Redis of this machine, which some tests need, as far as they answer. */
async function reachableServices(): Promise<Record<string, string>> {
  const {
    COVO_TEST_DATABASE_URL: database = 'postgres://postgres@127.0.0.1:5432/postgres',
    COVO_TEST_REDIS_URL: redis = 'redis://127.0.0.1:6379',
  } = process.env
  const services = [
    {
      name: 'COVO_TEST_DATABASE_URL',
      what: 'PostgreSQL',
      url: database,
      answers: await postgresAnswers(database),
    },
    { name: 'COVO_TEST_REDIS_URL', what: 'Redis', url: redis, answers: await redisAnswers(redis) },
  ]
  for (const { what, name, url, answers } of services) {
    const { host } = new URL(url)
    console.log(
      answers
        ? `Tests that need ${what} run, with the one on ${host}`
        : `Tests that need ${what} are skipped: none answers on ${host} (set ${name} to one that may be filled and emptied)`,
    )
  }
  const reachable = services.filter(({ answers }) => answers).map(({ name, url }) => [name, url])
  return Object.fromEntries([...reachable, ...namedBucket()])
}

/** The setting of a bucket of one's own for the tests of the store of files, which have one of this machine in any case. */
function namedBucket(): [string, string][] {
  const { COVO_TEST_S3_URL: url } = process.env
  if (!url) return []
  console.log(`Tests of the store of files run with the bucket on ${new URL(url).host} too`)
  return [['COVO_TEST_S3_URL', url]]
}

async function postgresAnswers(connectionString: string): Promise<boolean> {
  const pg = createRequire(`${root}/apps/server/package.json`)('pg')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

function redisAnswers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 2_000 })
    const finish = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket.on('connect', () => socket.write('PING\r\n'))
    // '+PONG', or an error of its own if it wants a password first.
    socket.on('data', (chunk) => finish(/^[+-]/.test(chunk.toString())))
    socket.on('error', () => finish(false))
    socket.on('timeout', () => finish(false))
  })
}

async function checkTypes(env: NodeJS.ProcessEnv): Promise<Step> {
  const results = []
  for (const folder of typedFolders) {
    const state = `${root}/.cache/types/${folder.replace('/', '-')}`
    // Each further checker infers the types that files share again: two take a quarter more of the processor, four twice as much.
    const command = [
      `${bin}/typescript/bin/tsc`,
      '-p',
      folder,
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      state,
    ]
    results.push(await run(pinnedNode, command, { env }))
  }
  return {
    code: results.some(({ code }) => code !== 0) ? 1 : 0,
    output: results.map(({ output }) => output).join(''),
  }
}

async function check(name: string, step: () => Promise<Step>): Promise<Result> {
  const startedAt = performance.now()
  const { code, output } = await step()
  console.log(`\n=== ${name}: ${code === 0 ? 'passed' : 'failed'} in ${seconds(startedAt)}`)
  if (code !== 0) console.log(output.trim())
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function tests(
  name: string,
  command: string[],
  env: NodeJS.ProcessEnv,
  readReport: () => Omit<Result, 'name'>,
): Promise<Result> {
  console.log(`\n=== ${name}`)
  const startedAt = performance.now()
  const { code, output } = await run(pinnedNode, command, { env, show: true })
  const counts = readReport()
  // A failure outside of any test (a file that cannot be loaded, a rejection that nobody awaited) counts as well.
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  if (counts.failed > 0 && !counts.failures?.length) counts.failures = [`${name}\n${errorsIn(output)}`]
  console.log(`=== ${name}: ${counts.failed === 0 ? 'passed' : 'failed'} in ${seconds(startedAt)}`)
  return { name, ...counts }
}

/** The part of a test program's output that begins with errors outside of tests, or its end. */
function errorsIn(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split('\n')
  const start = lines.findIndex((line) => line.includes('Unhandled'))
  return (start < 0 ? lines.slice(-7) : lines.slice(start)).join('\n')
}

type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    /** Of an error outside of the file's tests, as in its set-up; else empty. */
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

function readUnitReport(): Omit<Result, 'name'> {
  if (!existsSync(unitReport)) return { passed: 0, failed: 1, skipped: 0 }
  const report: UnitReport = JSON.parse(readFileSync(unitReport, 'utf8'))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      return [
        ...(message && failed.length === 0 ? [`${file}\n${message}`] : []),
        ...failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages[0] ?? ''}`),
      ]
    }),
  }
}

type BrowserSuite = {
  specs?: {
    file: string
    title: string
    tests: { status: string; results: { errors: { message: string; location?: { line: number } }[] }[] }[]
  }[]
  suites?: BrowserSuite[]
}
type BrowserReport = {
  stats: { expected: number; unexpected: number; skipped: number }
  suites: BrowserSuite[]
}

function readBrowserReport(): Omit<Result, 'name'> {
  if (!existsSync(browserReport)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats, suites }: BrowserReport = JSON.parse(readFileSync(browserReport, 'utf8'))
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap(browserFailures),
  }
}

function browserFailures({ specs = [], suites = [] }: BrowserSuite): string[] {
  const failures = specs.flatMap(({ file, title, tests: runs }) =>
    runs
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => {
        const errors = results.flatMap((result) => result.errors)
        const lines = errors.map(({ message, location }) => `line ${location?.line ?? '?'}: ${message}`)
        return [`e2e/${file}: ${title}`, ...lines].join('\n')
      }),
  )
  return [...failures, ...suites.flatMap(browserFailures)]
}

/** Prints what the tests measured, by the ids of their plan. */
function showFigures(): void {
  if (!existsSync(figures)) return
  const lines = readFileSync(figures, 'utf8').trim().split('\n').sort()
  console.log(`\n=== figures\n${lines.map((line) => line.replace('\t', '  ')).join('\n')}`)
}

function report(results: Result[]): void {
  showFigures()
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    results.reduce((total, result) => total + result[key], 0)
  const broken = results.filter(({ failed }) => failed > 0).map(({ name }) => name)
  const failures = results.flatMap(({ failures = [] }) => failures)
  for (const failure of failures) console.log(`\n× ${failure.split('\n').slice(0, 8).join('\n  ')}`)
  // Last, since a log that is shown in part is shown from its end.
  console.log(broken.length === 0 ? '\nEverything passed.' : `\nFailed: ${broken.join(', ')}.`)
  for (const failure of failures.slice(0, 7)) console.log(`× ${headOf(failure)}`)
  if (broken.length > 0) process.exitCode = 1
  console.log(
    `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
  )
}

/** A failure's file, test and reason in one line of at most 300 characters. */
function headOf(failure: string): string {
  const [title = '', reason = ''] = stripVTControlCharacters(failure).split('\n')
  return `${title}: ${reason.trim()}`.slice(0, 300)
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
}
