import pg from 'pg'

/** Whether a statement was refused by the constraint or unique index of this name. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint
}
