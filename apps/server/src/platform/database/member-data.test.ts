import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { openDatabase } from './database.ts'
import { memberData } from './member-data.ts'

it('has every column of the database that refers to a member, and no other (P-01) (P-02)', async () => {
  const { database, close } = openDatabase(
    { ...inject('cluster'), database: 'fresh_covo' },
    createLog('silent'),
  )
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (
      a.attname ~ '(user|uid|member|person|people|viewer|sender|recipient|author|organizer|friend|partner|blocked|moderator|reporter|owner)(_id)?$'
        and a.atttypid = 'uuid'::regtype
      or exists (
        select from pg_constraint where conrelid = c.oid and contype = 'f' and confrelid = 'users'::regclass
          and a.attnum = any(conkey)
      ))`.execute(database)
  await close()
  expect(Object.keys(memberData).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
