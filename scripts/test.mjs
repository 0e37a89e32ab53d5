import './require-node.mjs'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { relative } from 'node:path'
import { findBrowser } from './browser.mjs'
import { pinnedNode, root, run, SetupError } from './child.mjs'
import { setUp } from './setup.mjs'

const bin = `${root}/node_modules`
const reports = `${root}/.cache/test`
const unitReport = `${reports}/vitest.json`
const browserReport = `${reports}/playwright.json`
const figures = `${reports}/figures.tsv`

/** @typedef {{ name: string, passed: number, failed: number, skipped: number, failures?: string[] }} Result */

try {
  await setUp({ tools: true })
  const browser = await findBrowser()
  console.log(`Browser tests use ${browser}`)
  const env = { ...environmentForTests(), ...(await reachableServices()), COVO_TEST_FIGURES: figures }
  const browserEnv = { ...env, COVO_CHROMIUM: browser, COVO_E2E_REPORT: browserReport }
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  report([
    ...(await Promise.all([
      check('types', () => checkTypes(env)),
      check('lint', () =>
        run(pinnedNode, [`${bin}/@biomejs/biome/bin/biome`, 'ci', '--colors=off', '.'], { env }),
      ),
      check('knip', () => run(pinnedNode, [`${bin}/knip/bin/knip.js`], { env })),
    ])),
    await tests(
      'unit and route tests',
      [`${bin}/vitest/vitest.mjs`, 'run', ...unitReporters()],
      env,
      readUnitReport,
    ),
    await tests(
      'browser tests',
      [`${bin}/@playwright/test/cli.js`, 'test', '-c', 'e2e'],
      browserEnv,
      readBrowserReport,
    ),
  ])
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  report([{ name: 'set-up', passed: 0, failed: 1, skipped: 0 }])
}

/** The settings of a server that is run by hand are not those of the tests. */
function environmentForTests() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(COVO_.*|PORT|NODE_ENV)$/.test(name)),
  )
}

/** Some tests want a PostgreSQL and a Redis of the machine; they are told of those that answer. */
async function reachableServices() {
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
  return Object.fromEntries(services.filter(({ answers }) => answers).map(({ name, url }) => [name, url]))
}

/** @param {string} connectionString */
async function postgresAnswers(connectionString) {
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

/** @param {string} url */
function redisAnswers(url) {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 2_000 })
    const finish = (/** @type {boolean} */ answers) => {
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

/** @param {NodeJS.ProcessEnv} env */
async function checkTypes(env) {
  const projects = ['packages/contract', 'packages/testing', 'apps/server', 'apps/web', 'e2e', 'bench']
  const results = []
  for (const project of projects.filter((folder) => existsSync(`${root}/${folder}/tsconfig.json`))) {
    results.push(await run(pinnedNode, [`${bin}/typescript/bin/tsc`, '-p', project], { env }))
  }
  return {
    code: results.some(({ code }) => code !== 0) ? 1 : 0,
    output: results.map(({ output }) => output).join(''),
  }
}

/**
 * @param {string} name
 * @param {() => Promise<{ code: number, output: string }>} step
 * @returns {Promise<Result>}
 */
async function check(name, step) {
  const startedAt = performance.now()
  const { code, output } = await step()
  console.log(`\n=== ${name}: ${code === 0 ? 'passed' : 'failed'} in ${seconds(startedAt)}`)
  if (code !== 0) console.log(output.trim())
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

/**
 * @param {string} name
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @param {() => Omit<Result, 'name'>} readReport
 * @returns {Promise<Result>}
 */
async function tests(name, words, env, readReport) {
  console.log(`\n=== ${name}`)
  const startedAt = performance.now()
  const { code } = await run(pinnedNode, words, { env, show: true })
  const counts = readReport()
  // What fails outside of any test (a file that cannot be loaded, a rejection that nobody awaited) counts as well.
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  console.log(`=== ${name}: ${counts.failed === 0 ? 'passed' : 'failed'} in ${seconds(startedAt)}`)
  return { name, ...counts }
}

function unitReporters() {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
}

function readUnitReport() {
  if (!existsSync(unitReport)) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(unitReport, 'utf8'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(
          ({ fullName, failureMessages }) =>
            `${relative(root, name)}: ${fullName}\n${failureMessages[0] ?? ''}`,
        ),
    ),
  }
}

function readBrowserReport() {
  if (!existsSync(browserReport)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats, suites } = JSON.parse(readFileSync(browserReport, 'utf8'))
  const { expected, flaky, unexpected, skipped } = stats
  if (flaky > 0)
    console.log(`${flaky} of the browser tests passed only at the second try: a defect, to be mended`)
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: suites.flatMap(browserFailures),
  }
}

/**
 * Also of those that passed at the second try.
 * @returns {string[]}
 */
function browserFailures({ specs = [], suites = [] }) {
  return [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(
          ({ status, results }) =>
            `e2e/${file}: ${title} (${status})\n${results.find(({ error }) => error)?.error.message ?? ''}`,
        ),
    ),
    ...suites.flatMap(browserFailures),
  ]
}

/** What the tests measured, by the ids of their plan. */
function showFigures() {
  if (!existsSync(figures)) return
  const lines = readFileSync(figures, 'utf8').trim().split('\n').sort()
  console.log(`\n=== figures\n${lines.map((line) => line.replace('\t', '  ')).join('\n')}`)
}

/** @param {Result[]} results */
function report(results) {
  showFigures()
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    results.reduce((total, result) => total + result[key], 0)
  const broken = results.filter(({ failed }) => failed > 0).map(({ name }) => name)
  // Last, since a log that is shown in part is shown from its end.
  for (const failure of results.flatMap(({ failures = [] }) => failures))
    console.log(`\n× ${failure.split('\n').slice(0, 8).join('\n  ')}`)
  console.log(broken.length === 0 ? '\nEverything passed.' : `\nFailed: ${broken.join(', ')}.`)
  if (broken.length > 0) process.exitCode = 1
  console.log(
    `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
  )
}

/** @param {number} startedAt */
function seconds(startedAt) {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
}
