import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 30 digits are 178 bits; a CRC-32 takes six. */
const pattern = /^covo_([\dA-Za-z]{30})([\dA-Za-z]{6})$/

/** Makes a token: secret scanners find it by its prefix, and rule out chance matches by its checksum, as they do GitHub's. */
export function createSecret(): string {
  const random = Array.from({ length: 30 }, () => digits[randomInt(digits.length)]).join('')
  return `covo_${random}${checksumOf(random)}`
}

/** Whether it can be a token of some instance of Covo: anything else needs no look-up. */
export function isSecret(text: string): boolean {
  const [, random = '', checksum] = pattern.exec(text) ?? []
  return checksum === checksumOf(random)
}

/** The CRC-32 (as of zlib) of the digits' ASCII, in base 62 with leading zeros. */
function checksumOf(random: string): string {
  let rest = crc32(random)
  let checksum = ''
  while (checksum.length < 6) {
    checksum = digits[rest % 62] + checksum
    rest = Math.floor(rest / 62)
  }
  return checksum
}
