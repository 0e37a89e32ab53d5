import { createHmac } from 'node:crypto'
import type { CastMember } from '@covo/testing/cast'
import { sql } from 'kysely'
import { hashPassword } from '../src/auth/password-hashing.ts'
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

const password = 'Tana-rossa1'
let passwordHash: Promise<string> | null = null
let newcomers = 0

/** Somebody whom no test knows yet, signed in, by SQL: each hash of a password takes a tenth of a second. */
export async function signedInNewcomer(
  database: Database,
  firstName: string,
): Promise<CastMember & { uid: string; cookie: string }> {
  newcomers += 1
  passwordHash ??= hashPassword(password)
  const [name, email] = [`${firstName} ${newcomers}`, `${firstName.toLowerCase()}${newcomers}@esempio.it`]
  const { rows } = await sql<{ uid: string; token: string }>`
    with person as (
      insert into users (id, display_name, display_name_chosen, email)
      values (gen_random_uuid(), ${name}, true, ${email}) returning id
    ),
    account as (
      insert into accounts (user_id, account_id, provider_id, password)
      select id, id, 'credential', ${await passwordHash} from person
    )
    insert into sessions (token, user_id, expires_at, confirmed_at)
    select replace(gen_random_uuid()::text, '-', ''), id, now() + interval '30 days', now() from person
    returning user_id as uid, token
  `.execute(database)
  const { uid, token } = rows[0] ?? { uid: '', token: '' }
  return { name, email, password, uid, cookie: cookieOf(token) }
}

/** As the authentication library signs it. */
export function cookieOf(token: string): string {
  const signature = createHmac('sha256', testSecret).update(token).digest('base64')
  return `covo.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
