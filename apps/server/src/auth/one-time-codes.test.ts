import { expect, it } from 'vitest'
import {
  base32Of,
  codeOfStep,
  createRecoveryCodes,
  hashRecoveryCode,
  otpAddress,
  stepOfCode,
} from './one-time-codes.ts'

const seed = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, the last six digits.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d seconds the code is %s', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  expect(codeOfStep(seed, step)).toBe(code)
  expect(stepOfCode(seed, code, seconds * 1000, 0)).toBe(step)
})

it.each([
  ['of the step before', -1, 0, true],
  ['of the step after', 1, 0, true],
  ['of two steps before', -2, 0, false],
  ['of two steps after', 2, 0, false],
  ['that was accepted', 0, 1000, false],
  ['from before one that was accepted', -1, 1000, false],
  ['after one that was accepted', 1, 1000, true],
])('a code %s: %d', (_, distance, lastStep, isRight) => {
  const code = codeOfStep(seed, 1000 + distance)
  expect(stepOfCode(seed, code, 1000 * 30_000, lastStep) !== null).toBe(isRight)
})

it.each(['', '12345', '1234567', 'abcdef'])('«%s» is no code', (code) => {
  expect(stepOfCode(seed, code, 59_000, 0)).toBeNull()
})

it('writes a seed and its address as apps read them', () => {
  expect(base32Of(seed)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(otpAddress('Il Covo', 'anna@esempio.it', 'ABC')).toBe(
    'otpauth://totp/Il%20Covo:anna%40esempio.it?secret=ABC&issuer=Il+Covo',
  )
})

it('makes recovery codes that are read aloud and typed in any way', () => {
  const codes = createRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^([A-HJKMNP-Z2-9]{6}-){3}[A-HJKMNP-Z2-9]{6}$/)
    expect(hashRecoveryCode(code.replaceAll('-', '\u00a0– '))).toBe(hashRecoveryCode(code))
    expect(hashRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(hashRecoveryCode(code))
  }
})
