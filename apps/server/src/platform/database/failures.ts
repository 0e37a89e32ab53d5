/** SQLSTATE class 53 but for connections: the disk, the memory or a configured bound is used up. */
const fullCodes = new Set(['53100', '53200', '53400'])

/** The connection's and the system's codes, and SQLSTATEs of a database that stops, starts, or has no connection left. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  // A standby, which may have been the primary a moment ago.
  '25006',
  // Given up because it took too long.
  '57014',
  '53300',
])

const awayWords =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/

/** Whether the database has no room to store more. */
export function isFull(error: unknown): boolean {
  return fullCodes.has(codeOf(error))
}

/** Whether the database could not do its work, and may do it later. */
export function isUnavailable(error: unknown): boolean {
  return (
    isFull(error) ||
    awayCodes.has(codeOf(error)) ||
    awayWords.test(error instanceof Error ? error.message : '')
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
