import { expect, it } from 'vitest'
import { createSeedSeal } from './seed-seal.ts'

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
const seed = Buffer.from('12345678901234567890')

it('is opened by the secret that sealed it, also when that is an old one, for the same member alone', () => {
  const sealed = createSeedSeal(first, []).seal(seed, 'anna')
  expect(sealed.sealed.includes(seed)).toBe(false)
  expect(createSeedSeal(first, []).open(sealed, 'anna')).toEqual(seed)
  expect(createSeedSeal(second, [first]).open(sealed, 'anna')).toEqual(seed)
  expect(() => createSeedSeal(second, []).open(sealed, 'anna')).toThrow('secret')
  expect(() => createSeedSeal(first, []).open(sealed, 'bruno')).toThrow()
})

it('notices a changed byte', () => {
  const seal = createSeedSeal(first, [])
  const { sealed, keyId } = seal.seal(seed, 'anna')
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(() => seal.open({ sealed: changed, keyId }, 'anna')).toThrow()
  }
})
