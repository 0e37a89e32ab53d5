import { matchesGlob } from 'node:path'

/** The first of seven ports in a row: that of most tests' server; the second is the provider's, the last CTFtime's. */
const port = Number(process.env.COVO_E2E_PORT || 3210)

export const mainOrigin = `http://localhost:${port}`
export const providerPort = port + 1
export const ctftimePort = port + 6

type Instance = {
  name: string
  port: number
  /** The tests that run on it, as a glob. */
  tests: string
  settings: Record<string, string>
}

/** The servers of the tests, each with a database of its own. A test runs on the first that matches it. */
export const instances: Instance[] = [
  {
    // The public room's tests write so much that other tests would not find their messages there.
    name: 'room',
    port: port + 2,
    tests: '**/chat/chat-generale.spec.ts',
    settings: {},
  },
  {
    // Hostile texts fill rooms and lists, and the instance itself is called by some.
    name: 'hostile',
    port: port + 3,
    tests: '**/security/text-is-text.long.spec.ts',
    settings: {
      COVO_NAME: "<svg onload=alert(1)>$'",
      COVO_LIMIT_PROFILES_SAVED: '1000/3600',
      ...provider('"><img src=x onerror=alert(1)>$&'),
    },
  },
  {
    // Every screen in every state, with a sample community that nothing else changes.
    name: 'screens',
    port: port + 4,
    tests: '**/screens/*.spec.ts',
    settings: provider('Esempio'),
  },
  {
    // Features behind the specification's placeholders, which the other instances show, and features that are off by default. Rooms by
    // subject, too: where there is one, every member's screens have a second list of links, some with the titles of events.
    name: 'extensions',
    port: port + 5,
    tests: '**/{photo,change-email,deletion,density,preferences,ctftime,rooms,muting}.spec.ts',
    settings: {
      COVO_EXTENSIONS: 'on',
      COVO_EMAIL_VERIFICATION: 'limited',
      COVO_CTFTIME_URL: `http://127.0.0.1:${ctftimePort}/api/v1`,
    },
  },
  {
    name: 'covo',
    port,
    tests: '**/*.spec.ts',
    settings: { ...provider('Esempio'), COVO_PUSH_HOSTS: '127.0.0.1' },
  },
]

/** The names of the instances that the tests of some files run on. */
export function instancesOf(files: string[]): string[] {
  const names = files.map((file) => instances.find(({ tests }) => matchesGlob(file, tests))?.name ?? '')
  return [...new Set(names)]
}

function provider(label: string): Record<string, string> {
  return {
    COVO_OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
    COVO_OIDC_CLIENT_ID: 'covo',
    COVO_OIDC_CLIENT_SECRET: 'a secret between two programs on one machine',
    COVO_OIDC_LABEL: label,
  }
}
