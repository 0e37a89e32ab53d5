import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { instances } from './instances.ts'

const { COVO_CHROMIUM, COVO_E2E_REPORT, TEST_WORKER_INDEX } = process.env
// The workers read this file too, and inherit the environment.
process.env.COVO_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'covo-e2e-'))
const dataFolder = process.env.COVO_E2E_DATA

// The servers have ended by then.
if (TEST_WORKER_INDEX === undefined)
  process.on('exit', () => rmSync(dataFolder, { recursive: true, force: true }))

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './start-instances.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only at the second try is a defect.
  retries: 0,
  reporter: [['list'], ...(COVO_E2E_REPORT ? [['json', { outputFile: COVO_E2E_REPORT }] as const] : [])],
  // Bounds for what hangs, and no others: a busy machine may take several times as long as a quiet one.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // Each context's service worker would fetch the whole program again; the tests of the worker allow it.
    serviceWorkers: 'block',
    // Nobody waits for a transition; focus-return.long.spec.ts has both.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(COVO_CHROMIUM ? { executablePath: COVO_CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: instances.map(({ name, port, tests }, index) => ({
    name,
    testMatch: tests,
    testIgnore: instances.slice(0, index).map((earlier) => earlier.tests),
    use: { baseURL: `http://localhost:${port}` },
  })),
})
