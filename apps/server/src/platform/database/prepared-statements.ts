import { hash } from 'node:crypto'
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'

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

/** Stands for the n-th parameter of a statement while it is built. */
class Slot {
  readonly place: number

  constructor(place: number) {
    this.place = place
  }
}

/** A statement of the query builder, or of its template `sql`. */
type Built<Row> = { compile(provider: QueryExecutorProvider): CompiledQuery<Row> }

/**
 * Makes a statement that is built at its first use, and prepared as the marked ones are: on an idle server building takes longer
 * than all else of a small read (docs/decisions/0049).
 *
 * @param build may bind the parameters, and decide nothing by them: it is called once, with others in their place
 */
export function prepareStatement<Parameters extends unknown[], Row>(
  build: (database: Database, ...parameters: Parameters) => Built<Row>,
): (database: Database, ...parameters: Parameters) => Promise<Row[]> {
  let built: CompiledQuery<Row> | null = null
  return async function run(database, ...parameters) {
    if (!built) {
      const slots = parameters.map((_, place) => new Slot(place)) as unknown[] as Parameters
      const compiled = build(database, ...slots).compile(database)
      built = { ...compiled, sql: `${mark} ${compiled.sql}` } as CompiledQuery<Row>
    }
    const values = built.parameters.map((bound) => (bound instanceof Slot ? parameters[bound.place] : bound))
    const { rows } = await database.executeQuery<Row>({ ...built, parameters: values })
    return rows
  }
}
