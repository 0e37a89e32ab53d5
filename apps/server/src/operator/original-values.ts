import { createHash } from 'node:crypto'
import { cleanText } from '@covo/contract/text'

/** Where ids of the original's documents become uuids (RFC 9562, section 5.5); made up once for this purpose. */
const namespace = '5c2f1f0e-3c1b-4f0e-9d55-7d3a0c0f4b11'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The uuid of a document: the same at each import of the same document, whatever else is imported with it. An id that is
 * a uuid, as our own export has it, stays what it is.
 *
 * @param place the collection, or the path, within which the id is unique
 */
export function uuidOf(place: string, id: string): string {
  if (uuid.test(id)) return id.toLowerCase()
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(`${place}/${id}`)
    .digest()
    .subarray(0, 16)
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => hex.slice(from, to))
    .join('-')
}

/** A text as it is stored; empty where the field is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? cleanText(value) : ''
}

/** The texts of a list, each once. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? [...new Set(value.filter((item) => typeof item === 'string'))] : []
}

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
/** The years that ISO 8601 writes with four digits, and PostgreSQL has. */
const earliest = Date.parse('0001-01-02')
const latest = Date.parse('9999-12-30')

/** An instant as ISO text, to the microsecond: from such a text, or from seconds and nanoseconds; null when it is none. */
export function instantOf(value: unknown): string | null {
  if (typeof value === 'string')
    return isoInstant.test(value) && isInCalendar(Date.parse(value))
      ? value.replace(/(\d\d)(\d\d)$/, '$1:$2')
      : null
  if (typeof value !== 'object' || value === null) return null
  const parts = value as Record<string, unknown>
  const seconds = parts.seconds ?? parts._seconds
  const nanoseconds = parts.nanoseconds ?? parts._nanoseconds ?? 0
  if (!Number.isInteger(seconds) || !Number.isInteger(nanoseconds)) return null
  if (!isInCalendar(Number(seconds) * 1000) || Number(nanoseconds) < 0 || Number(nanoseconds) >= 1e9)
    return null
  const micros = String(Math.floor(Number(nanoseconds) / 1000)).padStart(6, '0')
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}.${micros}Z`
}

function isInCalendar(milliseconds: number): boolean {
  return milliseconds > earliest && milliseconds < latest
}
