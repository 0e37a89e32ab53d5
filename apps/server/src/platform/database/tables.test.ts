import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { openDatabase } from './database.ts'

it('declares the columns of its tables as the migrations leave them, and which may be null', async () => {
  const declared = declaredColumns()
  expect(Object.keys(declared).length).toBeGreaterThan(40)
  const { database, close } = openDatabase(
    { ...inject('cluster'), database: 'fresh_covo' },
    createLog('silent'),
  )
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname as table, array_agg(attname || case when attnotnull then '' else ' | null' end) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relname = any(${Object.keys(declared)}) and relnamespace = 'public'::regnamespace and relkind = 'r'
    group by relname`.execute(database)
  await close()
  expect(declared).toEqual(Object.fromEntries(rows.map(({ table, columns }) => [table, columns.toSorted()])))
})

/** Of each table the columns that tables.ts declares, marked where they may be null. Its text is formatted: a column is a line. */
function declaredColumns(): Record<string, string[]> {
  const text = readFileSync(new URL('tables.ts', import.meta.url), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '')
  const types = text
    .split('\n\n')
    .map((part) => part.match(/type (\w+) = \{(.*)\}/s))
    .filter((match) => match !== null)
  const bodies = new Map(types.map(([, name, body = '']) => [name, body]))
  const tables = bodies.get('Tables')?.matchAll(/^ {2}(\w+): (?:\{(.*?)\}|(\w+))$/gms) ?? []
  return Object.fromEntries(
    Array.from(tables, ([, name = '', body, type]) => [name, columnsOf(body ?? bodies.get(type) ?? '')]),
  )
}

function columnsOf(body: string): string[] {
  return body
    .split(/[\n;]/)
    .map((line) => line.match(/^\s*(\w+): (.*)$/))
    .filter((match) => match !== null)
    .map(([, name = '', type = '']) => (type.includes('| null') ? `${name} | null` : name))
    .toSorted()
}
