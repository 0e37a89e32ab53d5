import { hash } from 'node:crypto'
import pg from 'pg'

/**
 * The mark of statements that each connection prepares at their first use: PostgreSQL parses and plans them once, which takes
 * longer than running a read by an index. Only for statements whose text is one of few, since a connection keeps them all, and
 * whose plan doesn't depend on the parameters.
 */
const mark = '/* prepared */'

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? hash('sha256', text, 'base64url')
  names.set(text, name)
  return name
}

type Query = (...words: unknown[]) => unknown

/** A connection that prepares the marked statements. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver's method have no other type in common
  override query(...[text, values, ...others]: unknown[]): any {
    const query = super.query.bind(this) as Query
    if (typeof text !== 'string' || !text.includes(mark)) return query(text, values, ...others)
    return query({ name: nameOf(text), text, values }, ...others)
  }
}
