import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from '@playwright/test'

const { COVO_CHROMIUM, COVO_E2E_PORT = '3210', COVO_E2E_REPORT, TEST_WORKER_INDEX } = process.env
/** The first of five ports in a row. */
const port = Number(COVO_E2E_PORT)
const origin = `http://localhost:${port}`
// The public room's tests write so much that whoever else reads there would lose sight of what they wait for.
const roomPort = port + 2
const roomOrigin = `http://localhost:${roomPort}`
const roomTests = '**/chat/chat-generale.spec.ts'
// Hostile texts fill rooms and lists, and the instance itself is called by some.
const hostilePort = port + 3
const hostileOrigin = `http://localhost:${hostilePort}`
const hostileTests = '**/security/text-is-text.spec.ts'
// Every screen in every state, with a sample community that nothing else changes.
const screensPort = port + 4
const screensOrigin = `http://localhost:${screensPort}`
const screensTests = '**/screens/*.spec.ts'
const providerPort = port + 1
const issuer = `http://127.0.0.1:${providerPort}`
const cwd = resolve(import.meta.dirname, '..')
// The workers read this file too, and inherit the environment.
process.env.COVO_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'covo-e2e-'))
const dataFolder = process.env.COVO_E2E_DATA

// The server has ended by then.
if (TEST_WORKER_INDEX === undefined)
  process.on('exit', () => rmSync(dataFolder, { recursive: true, force: true }))

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // On a shared machine; what passes only then is named at the end, to be mended.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ...(COVO_E2E_REPORT ? [['json', { outputFile: COVO_E2E_REPORT }] as const] : [])],
  expect: { timeout: 10_000 },
  use: {
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // Each context would fetch the whole program again; the tests of what it is for allow it.
    serviceWorkers: 'block',
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
  projects: [
    { name: 'room', testMatch: roomTests, use: { baseURL: roomOrigin } },
    { name: 'hostile', testMatch: hostileTests, use: { baseURL: hostileOrigin } },
    { name: 'screens', testMatch: screensTests, use: { baseURL: screensOrigin } },
    { name: 'covo', testIgnore: [roomTests, hostileTests, screensTests], use: { baseURL: origin } },
  ],
  webServer: [
    {
      command: `"${process.execPath}" e2e/openid-provider.ts ${origin} ${providerPort}`,
      cwd,
      url: `${issuer}/.well-known/openid-configuration`,
    },
    serverOn(port, {
      COVO_OIDC_ISSUER: issuer,
      COVO_OIDC_CLIENT_ID: 'covo',
      COVO_OIDC_CLIENT_SECRET: 'a secret between two programs on one machine',
      COVO_OIDC_LABEL: 'Esempio',
    }),
    serverOn(roomPort, {}),
    serverOn(screensPort, {
      COVO_OIDC_ISSUER: issuer,
      COVO_OIDC_CLIENT_ID: 'covo',
      COVO_OIDC_CLIENT_SECRET: 'a secret between two programs on one machine',
      COVO_OIDC_LABEL: 'Esempio',
    }),
    serverOn(hostilePort, {
      COVO_NAME: "<svg onload=alert(1)>$'",
      COVO_LIMIT_PROFILES_SAVED: '1000/3600',
      COVO_OIDC_ISSUER: issuer,
      COVO_OIDC_CLIENT_ID: 'covo',
      COVO_OIDC_CLIENT_SECRET: 'a secret between two programs on one machine',
      COVO_OIDC_LABEL: '"><img src=x onerror=alert(1)>$&',
    }),
  ],
})

function serverOn(ownPort: number, settings: Record<string, string>) {
  return {
    command: `"${process.execPath}" apps/server/src/main.ts`,
    cwd,
    env: { PORT: String(ownPort), COVO_DATA_DIR: join(dataFolder, String(ownPort)), ...settings },
    url: `http://localhost:${ownPort}/health/ready`,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  }
}
