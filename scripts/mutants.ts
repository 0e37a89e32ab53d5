import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { findBrowser } from './browser.ts'
import { pinnedNode, root, run } from './child.mjs'
import { type Fault, faults } from './mutants/faults.ts'

// Plants each fault in a scratch copy and runs the test that has to notice it: a test that stays green proves nothing.

const scratch = `${root}/.cache/mutants`
const bin = `${scratch}/node_modules`
const [only = ''] = process.argv.slice(2)
const chosen = faults.filter(({ id }) => !only || id === only)

copyTree()
const env = {
  ...process.env,
  COVO_CHROMIUM: await findBrowser(),
  COVO_TEST_FIGURES: `${scratch}/figures.tsv`,
}

const baselines = new Map<string, string>()
let red = 0
for (const fault of chosen) {
  const key = `${fault.test} ${fault.id}`
  const baseline = baselines.get(key) ?? (await outcome(fault))
  baselines.set(key, baseline)
  const verdict = baseline === 'green' ? await plant(fault) : `not tried: ${baseline} without it`
  if (verdict === 'red') red += 1
  console.log(
    `${verdict === 'red' ? 'red  ' : 'GREEN'} ${fault.id}  ${fault.weakness}${verdict === 'red' ? '' : ` (${verdict})`}`,
  )
}
console.log(`\n${red} of ${chosen.length} faults turned their test red`)
process.exitCode = red === chosen.length && red > 0 ? 0 : 1

/** Copies files that are tracked or new, with every package linked but our own, which must be the copy's. */
function copyTree(): void {
  rmSync(scratch, { recursive: true, force: true })
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root }).toString()
  for (const file of files.split('\0').filter((name) => name && existsSync(`${root}/${name}`)))
    cpSync(`${root}/${file}`, `${scratch}/${file}`)
  cpSync(`${root}/apps/web/dist`, `${scratch}/apps/web/dist`, { recursive: true })
  for (const folder of ['', 'apps/server/', 'apps/web/', 'packages/contract/', 'packages/testing/']) {
    const modules = `${folder}node_modules`
    if (!existsSync(`${root}/${modules}`)) continue
    mkdirSync(`${scratch}/${modules}`, { recursive: true })
    for (const name of readdirSync(`${root}/${modules}`).filter((entry) => entry !== '@covo'))
      symlinkSync(`${root}/${modules}/${name}`, `${scratch}/${modules}/${name}`)
  }
  mkdirSync(`${bin}/@covo`)
  for (const [name, folder] of [
    ['contract', 'packages/contract'],
    ['testing', 'packages/testing'],
    ['server', 'apps/server'],
    ['web', 'apps/web'],
  ])
    symlinkSync(`${scratch}/${folder}`, `${bin}/@covo/${name}`)
}

async function plant(fault: Fault): Promise<string> {
  const path = `${scratch}/${fault.file}`
  const sound = readFileSync(path, 'utf8')
  if (sound.split(fault.find).length !== 2) return 'its place is not there exactly once'
  writeFileSync(
    path,
    sound.replace(fault.find, () => fault.replace),
  )
  try {
    return await outcome(fault)
  } finally {
    writeFileSync(path, sound)
    if (reachesBrowser(fault)) await buildSite()
  }
}

/** 'red' when a test with the fault's id failed, 'green' when all of them passed. */
async function outcome(fault: Fault): Promise<string> {
  if (reachesBrowser(fault) && !(await buildSite())) return 'the site could not be built'
  const report = `${scratch}/.cache/report.json`
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const title = `\\(${fault.id}\\)`
  const isBrowserTest = fault.test.endsWith('.spec.ts')
  const words = isBrowserTest
    ? [`${bin}/@playwright/test/cli.js`, 'test', '-c', 'e2e', '--reporter=json', '-g', title, fault.test]
    : [
        `${bin}/vitest/vitest.mjs`,
        'run',
        '--reporter=json',
        `--outputFile.json=${report}`,
        '-t',
        title,
        fault.test,
      ]
  const { output } = await run(pinnedNode, words, {
    cwd: scratch,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    timeLimit: 300_000,
  })
  if (!existsSync(report)) return `the test did not run: ${output.slice(-300)}`
  const result = JSON.parse(readFileSync(report, 'utf8'))
  const [failed, passed] = isBrowserTest
    ? [result.stats.unexpected, result.stats.expected + result.stats.flaky]
    : [result.numFailedTests, result.numPassedTests]
  if (failed > 0) return 'red'
  return passed > 0 ? 'green' : `no test with its id ran: ${output.slice(-300)}`
}

function reachesBrowser({ file, test }: Fault): boolean {
  return test.endsWith('.spec.ts') && /^(apps\/web|packages\/contract)\//.test(file)
}

async function buildSite(): Promise<boolean> {
  return (
    (await run(pinnedNode, [`${bin}/vite/bin/vite.js`, 'build', 'apps/web'], { cwd: scratch, env })).code ===
    0
  )
}
