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
