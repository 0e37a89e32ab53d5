import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { plainCode } from '@covo/contract/auth/codes.rules'

/** RFC 6238: 160 bits, and the values that every app knows. */
const seedBytes = 20
const stepSeconds = 30
const digits = 6
/** Steps before and after the present one whose code is right too: the clocks of telephones. */
const tolerance = 1

export function createSeed(): Buffer {
  return randomBytes(seedBytes)
}

/** The code of a step (RFC 4226, section 5.3). */
export function codeOfStep(seed: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', seed).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 15
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/** The step whose code it is, at an instant in ms; null where it is none, or of a step that isn't after the last one. */
export function stepOfCode(seed: Uint8Array, code: string, at: number, lastStep: number): number | null {
  const present = Math.floor(at / 1000 / stepSeconds)
  let found: number | null = null
  for (let step = present - tolerance; step <= present + tolerance; step += 1)
    if (step > lastStep && areEqual(codeOfStep(seed, step), code)) found ??= step
  return found
}

function areEqual(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** RFC 4648, as apps take a seed that is typed. */
export function base32Of(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)])
    .join('')
}

/** The address that an app reads from the QR code. */
export function otpAddress(instance: string, account: string, secret: string): string {
  const label = [instance, account].map(encodeURIComponent).join(':')
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer: instance })}`
}

/** Without what looks alike: 0 O 1 I L. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const recoveryCodes = 10

/** Ten codes. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, createCode)
}

/** A code of four groups of six, some 119 bits. */
export function createCode(): string {
  const group = () => Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}

/** The form in which a recovery code or an invite's is stored, however it is typed. */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', plainCode(code), 'base64url')
}
