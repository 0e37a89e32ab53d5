import { expect, it } from 'vitest'
import { createTotpEncryption } from './totp-encryption.ts'

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
const seed = Buffer.from('12345678901234567890')

it('is decrypted by the secret that encrypted it, also when that is an old one, for the same member alone', () => {
  const made = createTotpEncryption(first, []).encrypt(seed, 'anna')
  expect(made.encrypted.includes(seed)).toBe(false)
  expect(createTotpEncryption(first, []).decrypt(made, 'anna')).toEqual(seed)
  expect(createTotpEncryption(second, [first]).decrypt(made, 'anna')).toEqual(seed)
  expect(() => createTotpEncryption(second, []).decrypt(made, 'anna')).toThrow('secret')
  expect(() => createTotpEncryption(first, []).decrypt(made, 'bruno')).toThrow()
})

it('rejects a changed byte', () => {
  const totpEncryption = createTotpEncryption(first, [])
  const { encrypted, keyId } = totpEncryption.encrypt(seed, 'anna')
  for (const index of encrypted.keys()) {
    const changed = Buffer.from(encrypted)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(() => totpEncryption.decrypt({ encrypted: changed, keyId }, 'anna')).toThrow()
  }
})
