import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../app-error.ts'

/** Texts and instants as PostgreSQL takes them: without NUL; within its calendar, which has no year 0. */
export const cursorText = z.string().refine((text) => !text.includes('\0'))
export const cursorInstant = z.iso.datetime().refine((instant) => instant >= '0001')

/** Bytes of JSON after which a page ends early, so that no answer is larger than 256 KiB. */
const maximumPageBytes = 200_000

/**
 * A cursor names the last row of a page by the columns that the list is ordered by, so that the next page starts after it
 * by index, whatever came or went meanwhile. Clients pass it back as it is.
 */
export function encodeCursor(values: string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** The values of a cursor; one that `encodeCursor` can't have made of such values is a bad request. */
export function decodeCursor<Values>(cursor: string, values: z.ZodType<Values>): Values {
  try {
    return values.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new AppError('common.invalid_request')
  }
}

/** The first `size` of the rows, which were asked for with one more, and the cursor of the page after them. */
export function pageOf<Row>(rows: Row[], size: number, keyOf: (row: Row) => string[]) {
  const page = fittingRows(rows.slice(0, size))
  const last = page.at(-1)
  return { page, nextCursor: rows.length > page.length && last ? encodeCursor(keyOf(last)) : null }
}

/** As many of the first rows as one answer may hold, and at least one. */
export function fittingRows<Row>(rows: Row[]): Row[] {
  let bytes = 0
  const end = rows.findIndex((row, index) => {
    bytes += Buffer.byteLength(JSON.stringify(row))
    return index > 0 && bytes > maximumPageBytes
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/**
 * The number of a page's rows as part of a statement's text, for PostgreSQL to plan by; a limit that is a parameter is taken for a
 * tenth of the table (docs/decisions/0029).
 */
export function literalLimit(rows: number): RawBuilder<number> {
  if (!Number.isSafeInteger(rows)) throw new TypeError(`${rows} is no number of rows`)
  return sql.lit(rows)
}
