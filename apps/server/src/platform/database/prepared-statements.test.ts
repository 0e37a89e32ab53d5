import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp } from '../../../test/test-app.ts'

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
