/**
 * Lighthouse's scores of five pages that a phone on a slow network opens for the first time (its own preset: simulated
 * slow 4G, a processor four times slower than this one): medians of three runs, the server in production mode with the sample
 * community. Reference, in the same browser: a page of one sentence by bare `node:http`, for what the machine alone costs.
 * Budgets: performance ≥ 95 for `/`, the list of events and an event's public page and ≥ 96 for the public room, all else of `/`
 * 100, and the SEO of events. `COVO_BENCH_REPORTS=folder` keeps the last report of each page there. Needs COVO_CHROMIUM or an
 * installed Chromium; `npm run bench` sets it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { anna } from '@covo/testing/cast'
import { visit } from '@covo/testing/visitor'
import { chromium } from '@playwright/test'
import { median } from './support/figures.ts'
import { publicEventOf } from './support/public-event.ts'
import { report } from './support/report.ts'
import { withServer } from './support/server.ts'

type Result = {
  audits: Record<string, { numericValue?: number }>
  categories: Record<string, { score: number | null }>
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>

// `require` is untyped: the declarations of the DevTools protocol alone would be a tenth of what the type check reads.
const { default: lighthouse } = createRequire(import.meta.url)('lighthouse') as { default: Lighthouse }

const runs = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const { COVO_CHROMIUM = '/usr/bin/chromium', COVO_BENCH_REPORTS: reports } = process.env

type Scores = Record<(typeof categories)[number], number>
type Page = { path: string; who?: string; budget: Partial<Scores> }

const visitorPages: Page[] = [
  { path: '/', budget: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } },
  { path: '/eventi', budget: { performance: 95, seo: 100 } },
  { path: '/Login', budget: {} },
]
const eventPage: Page = { path: '/eventi/{id}', budget: { performance: 95, seo: 100 } }
const memberPages: Page[] = [{ path: '/app/chat-generale', who: ', signed in', budget: { performance: 96 } }]

await withServer({}, async ({ origin, connection }) => {
  const event = await publicEventOf(connection)
  const member = visit(origin)
  const { email, password } = anna
  await member.post('/api/auth/login', { email, password })

  await withBrowser(async (port) => {
    const reference = await withBarePage((bare) => measure(bare, port))
    for (const page of visitorPages) reportPage(page, await measure(`${origin}${page.path}`, port), reference)
    reportPage(eventPage, await measure(`${origin}${event}`, port), reference)
    await keepCookies(port, origin, member.cookie())
    for (const page of memberPages) reportPage(page, await measure(`${origin}${page.path}`, port), reference)
  })
})

/** `machine` is how fast Lighthouse found this one to be while it measured; a quiet one of today has well over 1000. */
type Measured = { scores: Scores; lcp: number; tbt: number; cls: number; machine: number }

/** Medians over the runs: the scores of 100, the first paint of what is largest and the blocked time in ms. */
async function measure(url: string, port: number): Promise<Measured> {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) results.push(await visitOnce(url, port))
  if (reports)
    await writeFile(
      join(reports, `${new URL(url).pathname.replaceAll('/', '_')}.json`),
      JSON.stringify(results.at(-1)),
    )
  const figure = (id: string) => median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
  const score = (id: string) => Math.round(median(results.map((one) => one.categories[id]?.score ?? 0)) * 100)
  return {
    scores: Object.fromEntries(categories.map((id) => [id, score(id)])) as Scores,
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    machine: median(results.map(({ environment }) => environment.benchmarkIndex)),
  }
}

/** On a busy machine the browser's trace may lack its beginning: Lighthouse itself asks to run again then. */
async function visitOnce(url: string, port: number, attempts = 3): Promise<Result> {
  const outcome = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] })
  if (outcome && !outcome.lhr.runtimeError) return outcome.lhr
  if (attempts > 1) return await visitOnce(url, port, attempts - 1)
  throw new Error(outcome?.lhr.runtimeError?.message ?? `Lighthouse has no result for ${url}`)
}

function reportPage(
  { path, who = '', budget }: Page,
  { scores, lcp, tbt, cls, machine }: Measured,
  reference: Measured,
) {
  const wanted = Object.entries(budget) as [keyof Scores, number][]
  report({
    what: `Lighthouse on a phone: ${path}${who}: performance, accessibility, best practices, SEO`,
    covo: `${Object.values(scores).join(', ')} (largest paint ${seconds(lcp)}, blocked ${Math.round(tbt)} ms, shift ${cls.toFixed(3)}; machine ${Math.round(machine)})`,
    reference: `${Object.values(reference.scores).join(', ')} (${seconds(reference.lcp)}, ${Math.round(reference.tbt)} ms) for one sentence by node:http`,
    ratio: '-',
    budget: wanted.map(([id, least]) => (least === 100 ? `${id} 100` : `${id} ≥ ${least}`)).join(', ') || '-',
    isMet: wanted.every(([id, least]) => scores[id] >= least),
  })
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/** A Chromium with a profile of its own that listens for Lighthouse on a port. */
async function withBrowser(use: (port: number) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'covo-bench-'))
  const child = spawn(
    COVO_CHROMIUM,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'exit')
  // It may wait for its pages when it is only asked to end.
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  try {
    const port = await debuggingPort(createInterface(child.stderr))
    // Its later output is not read.
    child.stderr.resume()
    await use(port)
  } finally {
    process.off('exit', kill)
    kill()
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function debuggingPort(lines: AsyncIterable<string>): Promise<number> {
  for await (const line of lines) {
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1]
    if (port) return Number(port)
  }
  throw new Error(`${COVO_CHROMIUM} did not start`)
}

/** Signs the browser in. Lighthouse leaves cookies alone. */
async function keepCookies(port: number, origin: string, header: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const cookies = header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    return { name, value, url: origin }
  })
  await browser.contexts()[0]?.addCookies(cookies)
  await browser.close()
}

async function withBarePage<Value>(use: (url: string) => Promise<Value>): Promise<Value> {
  const page =
    '<!doctype html><html lang="it"><meta name="viewport" content="width=device-width"><meta name="description" content="Una frase."><title>Ciao</title><main><h1>Ciao a tutti</h1></main></html>'
  const server = createServer((_request, answer) =>
    answer.setHeader('Content-Type', 'text/html; charset=utf-8').end(page),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await use(`http://localhost:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
