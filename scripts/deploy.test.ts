import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const settingsOf = (text: string) => new Set(text.match(/\bCOVO_[A-Z0-9_]*[A-Z0-9]\b/g))

const known = new Set([
  ...settingsOf(read('apps/server/src/environment.ts')),
  ...settingsOf(read('docs/limits.md')),
])
const files = ['compose.yaml', '.env.example', 'Caddyfile', 'Dockerfile', 'covo.service'].map(
  (name) => `deploy/${name}`,
)

describe.each([...files, 'docs/operations.md'])('%s', (path) => {
  it('names only settings that there are, and that README tells of', () => {
    const readme = settingsOf(read('README.md'))
    for (const setting of settingsOf(read(path))) {
      expect(known, setting).toContain(setting)
      if (!setting.startsWith('COVO_LIMIT_')) expect(readme, setting).toContain(setting)
    }
  })
})

it('has no secret in the example', () => {
  const lines = read('deploy/.env.example').split('\n')
  const secret = lines.filter((line) => /^\w*(SECRET|PASSWORD|SMTP_URL)=/.test(line))
  expect(secret.length).toBeGreaterThan(3)
  for (const line of secret) expect(line).toMatch(/=$/)
})

it('gives every platform and the image the same Node', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>
  }
  const versions = Object.entries(optionalDependencies).flatMap(([name, version]) =>
    name.startsWith('node-') ? [version] : [],
  )
  expect(versions).toHaveLength(4)
  const [node] = versions
  expect(new Set(versions)).toEqual(new Set([node]))
  const images = read('deploy/Dockerfile').match(/^FROM \S+/gm)
  expect(images).toHaveLength(3)
  for (const image of images ?? []) expect(image).toBe(`FROM node:${node}-slim`)
})

it('trusts the address that the proxy has', () => {
  const compose = read('deploy/compose.yaml')
  const [, trusted] = /COVO_TRUSTED_PROXIES: (\S+)/.exec(compose) ?? []
  expect(trusted).toBe(/ipv4_address: (\S+)/.exec(compose)?.[1])
})
