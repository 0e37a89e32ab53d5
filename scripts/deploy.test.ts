import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { limitVariable, settingVariables } from '../apps/server/src/environment.ts'
import { defaultLimits } from '../apps/server/src/platform/limits/limits.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

it('names only settings that there are in the files of deploy and the page for operators', () => {
  const known = new Set([...settingVariables, ...Object.keys(defaultLimits).map(limitVariable)])
  const files = readdirSync(resolve(root, 'deploy')).map((name) => `deploy/${name}`)
  for (const path of [...files, 'docs/operations.md'])
    for (const setting of read(path).match(/\bCOVO_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [])
      expect(known, `${setting} in ${path}`).toContain(setting)
})

it('has no secret in the example', () => {
  const lines = read('deploy/.env.example').split('\n')
  const secret = lines.filter((line) => /^\w*(SECRET|PASSWORD|SMTP_URL|TOKEN)=/.test(line))
  expect(secret.length).toBeGreaterThan(4)
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

it('bounds the memory, the log and the rights of each container', () => {
  const [, services = ''] = /^services:\n([\s\S]*?)^\S/m.exec(read('deploy/compose.yaml')) ?? []
  const [, shared = ''] = /^x-covo: &covo\n([\s\S]*?)^\S/m.exec(read('deploy/compose.yaml')) ?? []
  const [, ...parts] = services.split(/^ {2}(?=\w)/m)
  expect(parts.length).toBeGreaterThan(5)
  for (const part of parts) {
    const service = part.replace('<<: *covo', shared)
    for (const line of ['mem_limit: ', 'logging: *logging', 'cap_drop: [ALL]', 'no-new-privileges:true'])
      expect(service, part).toContain(line)
  }
})

it('gives containers that may not change users their own from the start', () => {
  const compose = read('deploy/compose.yaml')
  for (const [image, user] of [
    ['postgres', 'postgres'],
    ['valkey/valkey', 'valkey'],
  ])
    expect(compose).toMatch(new RegExp(`image: ${image}:.*\\n.*\\n( *#.*\\n)* *user: ${user}\\n`))
})

it('acknowledges nothing that one machine alone has, with Patroni and with CloudNativePG', () => {
  const valuesOf = (path: string) =>
    Object.fromEntries(
      [...read(path).matchAll(/^ *(\w+): (\S.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    )
  const patroni = valuesOf('deploy/patroni.yml')
  expect(patroni).toMatchObject({
    synchronous_mode: 'true',
    synchronous_mode_strict: 'true',
    synchronous_node_count: '1',
    synchronous_commit: "'on'",
    mode: 'required',
  })
  expect(Number(patroni.ttl)).toBeGreaterThanOrEqual(
    Number(patroni.loop_wait) + 2 * Number(patroni.retry_timeout),
  )
  expect(valuesOf('deploy/cloudnativepg.yaml')).toMatchObject({
    instances: '3',
    method: 'any',
    number: '1',
    dataDurability: 'required',
    failoverQuorum: 'true',
    synchronous_commit: "'on'",
    podAntiAffinityType: 'required',
  })
})

it('runs commands and backups with the user, the settings and the data of the service', () => {
  const settings = (text: string) => ({
    user: /\bUser=(\S+)/.exec(text)?.[1],
    file: /EnvironmentFile=(\S+)/.exec(text)?.[1],
    data: /COVO_DATA_DIR=([\w/]+)/.exec(text)?.[1],
  })
  const service = settings(read('deploy/covo.service'))
  expect(service).toEqual({ user: 'covo', file: '-/etc/covo.env', data: '/var/lib/covo' })
  expect(settings(read('deploy/covo'))).toEqual(service)
  expect(settings(read('deploy/covo-backup.service'))).toEqual(service)
})

it('starts the service with a Node that the packages bring along', () => {
  const [, name] = /^ExecStart=\/opt\/covo\/node_modules\/([^/]+)/m.exec(read('deploy/covo.service')) ?? []
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: object }
  expect(Object.keys(optionalDependencies)).toContain(name)
})

it('starts the server with the same words of Node everywhere', () => {
  const wordsIn = (path: string) => read(path).match(/(?<=--)[a-z-]+(?:-size|-percent)[=\d]*/g)
  const words = new Set(wordsIn('scripts/start.sh'))
  expect(words.size).toBe(2)
  for (const path of ['deploy/Dockerfile', 'deploy/covo.service'])
    expect(new Set(wordsIn(path)), path).toEqual(words)
})

it('has one version in all packages and in the newest release', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  for (const folder of ['apps/server', 'apps/web', 'packages/contract', 'packages/testing'])
    expect(JSON.parse(read(`${folder}/package.json`)), folder).toMatchObject({ version })
  expect(/^## \[(\d.*)\]/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
})
