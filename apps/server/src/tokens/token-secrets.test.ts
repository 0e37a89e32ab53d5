import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSecret, isSecret } from './token-secrets.ts'

it('makes tokens that no two are alike of, each with its checksum', () => {
  const made = Array.from({ length: 1000 }, createSecret)
  expect(new Set(made).size).toBe(1000)
  for (const secret of made) {
    expect(secret).toMatch(/^covo_[\dA-Za-z]{36}$/)
    expect(isSecret(secret)).toBe(true)
  }
})

it('knows the CRC-32 of other programs, with its leading zeros', () => {
  // By zlib.crc32 of Python.
  expect(isSecret(`covo_${'0'.repeat(30)}2C8GjS`)).toBe(true)
  expect(isSecret(`covo_${'37127'.padStart(30, '0')}000YQf`)).toBe(true)
})

it('takes nothing else for a token', () => {
  const secret = createSecret()
  const changed = secret.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  for (const other of [
    changed,
    '',
    'covo_',
    secret.slice(0, -1),
    `${secret}0`,
    `ghp_${secret.slice(5)}`,
    `covo_${'0'.repeat(36)}`,
  ])
    expect(isSecret(other), other).toBe(false)
})

it('is found in a file by the rule that docs/api.md gives to secret scanners', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8')
  const rule = /`(covo_\[[^`]+)`/.exec(page)?.[1] ?? ''
  const secret = createSecret()
  const planted = `COVO_URL=https://covo.example\nCOVO_TOKEN="${secret}"\n# covo_${'x'.repeat(36)} is none\n`
  const found = planted.match(new RegExp(rule, 'g')) ?? []
  expect(found).toContain(secret)
  expect(found.filter(isSecret)).toEqual([secret])
})
