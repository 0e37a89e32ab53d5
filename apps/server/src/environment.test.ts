import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { limitSetting, readEnvironment } from './environment.ts'
import { defaultLimits } from './platform/limits/limits.ts'

const root = resolve(import.meta.dirname, '../../..')

it('takes each limit from its setting, and leaves the others', () => {
  for (const name of Object.keys(defaultLimits)) {
    const { limitTable } = readEnvironment({ [limitSetting(name)]: '7/77' })
    expect(limitTable).toEqual({ ...defaultLimits, [name]: { points: 7, seconds: 77 } })
  }
})

it.each([
  ['COVO_LIMIT_MESSAGE_BURST', '30'],
  ['COVO_LIMIT_MESSAGE_BURST', '0/10'],
  ['COVO_LIMIT_MESSAGE_BURST', '30/0'],
  ['COVO_LIMIT_MESSAGE_BURST', '-30/10'],
  ['COVO_LIMIT_MESSAGE_BURST', '3.5/10'],
  ['COVO_LIMIT_MESSAGE_BURST', '30/10/1'],
  ['COVO_LIMIT_MESSAGE_BURST', '30/604801'],
  ['COVO_LIMIT_MESSAGE_BURST', '9999999999/10'],
  ['COVO_LIMIT_MESSAGES', '30/10'],
  ['COVO_LIMIT_', '30/10'],
  ['COVO_LIMIT_messageBurst', '30/10'],
  ['COVO_REDIS_URL', 'http://localhost'],
  ['COVO_REDIS_URL', 'redis://localhost/covo'],
  ['COVO_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['COVO_TRUSTED_PROXIES', '0.0.0.0/0'],
  ['COVO_TRUSTED_PROXIES', '10.0.0.0/'],
  ['COVO_TRUSTED_PROXIES', 'proxy.example'],
  ['COVO_TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
  ['COVO_TRUSTED_PROXIES', '::/129'],
])('refuses %s=%s', (name, value) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(`The setting ${name} is not valid: `)
})

it('takes proxies by address and by network', () => {
  const { trustedProxies } = readEnvironment({
    COVO_TRUSTED_PROXIES: ' 10.0.0.0/8, 192.0.2.1,2001:db8::/32 ,::1',
  })
  for (const address of ['10.255.0.1', '192.0.2.1']) expect(trustedProxies.check(address)).toBe(true)
  for (const address of ['11.0.0.1', '192.0.2.2']) expect(trustedProxies.check(address)).toBe(false)
  for (const address of ['2001:db8:ffff::1', '::1']) expect(trustedProxies.check(address, 'ipv6')).toBe(true)
  expect(readEnvironment({}).trustedProxies.check('127.0.0.1')).toBe(false)
})

it('finds each limit with its default in the page about them', async () => {
  const page = await readFile(join(root, 'docs/limits.md'), 'utf8')
  const told = [...page.matchAll(/^\| `(COVO_LIMIT_\w+)` \| `(\d+\/\d+)` \|/gm)].map(([, name, value]) => [
    name,
    value,
  ])
  const known = Object.entries(defaultLimits).map(([name, { points, seconds }]) => [
    limitSetting(name),
    `${points}/${seconds}`,
  ])
  expect(told).toEqual(known)
  expect(await readFile(join(root, 'README.md'), 'utf8')).toContain('[docs/limits.md](docs/limits.md)')
})
