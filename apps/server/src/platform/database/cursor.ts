import { AppError } from '../http/app-error.ts'

/**
 * A cursor names the last row of a page by the columns that the list is ordered by, so that the next page starts after it
 * by index, whatever came or went meanwhile. Clients pass it back as it is.
 */
function encodeCursor(values: string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** The values of a cursor; one that was not made by `encodeCursor` is a bad request. */
export function decodeCursor(cursor: string, length: number): string[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (
      Array.isArray(values) &&
      values.length === length &&
      values.every((value) => typeof value === 'string')
    )
      return values
  } catch {
    // Not JSON: refused below.
  }
  throw new AppError('common.invalid_request')
}

/** The first `size` of the rows, which were asked for with one more, and the cursor of the page after them. */
export function pageOf<Row>(rows: Row[], size: number, keyOf: (row: Row) => string[]) {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > size && last ? encodeCursor(keyOf(last)) : null }
}
