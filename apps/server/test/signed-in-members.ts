import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'

/** As `runTestApp` sets it. */
export const testSecret = 'a secret for the tests, 32 letters'

/** New members with their sessions' cookies, by SQL: to register hundreds takes a minute of hashing. */
export async function signedInMembers(
  database: Database,
  count: number,
): Promise<{ uid: string; cookie: string }[]> {
  const { rows } = await sql<{ uid: string; token: string }>`
    with people as (
      insert into users (id, display_name, display_name_chosen, email)
      select gen_random_uuid(), 'Socio ' || number, true, 'socio.' || number || '@esempio.it'
      from generate_series(1, ${count}::integer) as number
      returning id
    )
    insert into sessions (token, user_id, expires_at)
    select replace(gen_random_uuid()::text, '-', ''), id, now() + interval '1 day' from people
    returning user_id as uid, token
  `.execute(database)
  return rows.map(({ uid, token }) => ({ uid, cookie: cookieOf(token) }))
}

/** As the authentication library signs it. */
export function cookieOf(token: string): string {
  const signature = createHmac('sha256', testSecret).update(token).digest('base64')
  return `covo.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
