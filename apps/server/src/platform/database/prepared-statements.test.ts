import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp } from '../../../test/test-app.ts'
import { prepareStatement } from './prepared-statements.ts'

const app = runTestApp()

it('prepares a marked statement once for a connection, and no other', async () => {
  await app.database.connection().execute(async (connection) => {
    for (const number of [1, 2, 3]) {
      const { rows } = await sql`/* prepared */ select ${number}::int as number`.execute(connection)
      expect(rows).toEqual([{ number }])
    }
    await sql`select ${4}::int as number`.execute(connection)
    const { rows } = await sql<{ statement: string; uses: number }>`
      select statement, generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%number'
    `.execute(connection)
    expect(rows).toEqual([{ statement: '/* prepared */ select $1::int as number', uses: 3 }])
  })
})

it('builds a prepared read once, and binds the parameters of each call where they stand', async () => {
  let built = 0
  const read = prepareStatement((database, first: string, second: string | null) => {
    built += 1
    return database
      .selectNoFrom([
        sql<string | null>`${second}::text`.as('second'),
        sql<string>`${first}::text`.as('first'),
        sql<string>`${first}::text || ${'!'}::text`.as('loud'),
      ])
      .where(sql<string>`${first}::text`, '<>', 'nobody')
  })
  await app.database.connection().execute(async (connection) => {
    for (const [first, second] of [
      ['anna', 'bruno'],
      ['carla', null],
    ] as const)
      expect(await read(connection, first, second)).toEqual([{ first, second, loud: `${first}!` }])
    expect(await read(connection, 'nobody', null)).toEqual([])
    const { rows } = await sql<{ uses: number }>`
      select generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%as "loud"%'
    `.execute(connection)
    expect(rows).toEqual([{ uses: 3 }])
  })
  expect(built).toBe(1)
})
