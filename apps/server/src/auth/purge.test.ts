import { figure } from '@covo/testing/figure'
import { register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

/** Rows of each table, by what they are called in the test. */
async function rowsOf(uid: string) {
  const { rows } = await sql<{ table: string; names: string[] }>`
    select 'sessions' as table, array_agg(distinct device order by device) as names
    from sessions where user_id = ${uid}::uuid
    union all select 'known_devices', array_agg(device order by device) from known_devices where user_id = ${uid}::uuid
    union all select 'verifications', array_agg(identifier order by identifier) from verifications
    union all select 'mail_links', array_agg(token_hash order by token_hash) from mail_links
    union all select 'sign_in_challenges', array_agg(token_hash order by token_hash) from sign_in_challenges
    union all
      select 'used_passkey_challenges', array_agg(challenge_hash order by challenge_hash) from used_passkey_challenges
  `.execute(app.database)
  return Object.fromEntries(rows.map(({ table, names }) => [table, names]))
}

it('deletes sessions, known browsers, links and challenges once they are too old, and nothing before (P-04)', async () => {
  const member = await register(app.origin, {
    name: 'Vecchia Conoscenza',
    email: 'vecchia@esempio.it',
    password: 'Tana-rossa1',
  })
  const { uid } = member
  const inserted = [
    sql`update sessions set device = 'nuova' where user_id = ${uid}::uuid`,
    sql`update known_devices set device = 'nuova' where user_id = ${uid}::uuid`,
    // More than one batch holds.
    sql`
      insert into sessions (token, user_id, device, expires_at)
      select 'scaduta ' || n, ${uid}::uuid, 'scaduta', now() - interval '1 minute' from generate_series(1, 2500) n`,
    sql`
      insert into sessions (token, user_id, device, created_at, expires_at) values
        ('usata', ${uid}::uuid, 'usata da 91 giorni', now() - interval '91 days', now() + interval '29 days'),
        ('quasi', ${uid}::uuid, 'usata da 89 giorni', now() - interval '89 days', now() + interval '1 minute')`,
    sql`
      insert into known_devices (user_id, device, last_used_on) values
        (${uid}::uuid, '181 giorni', (now() at time zone 'utc')::date - 181),
        (${uid}::uuid, '179 giorni', (now() at time zone 'utc')::date - 179)`,
    ...[-1, 10].flatMap((minutes) => {
      const name = minutes < 0 ? 'scaduto' : 'valido'
      const end = sql`now() + ${minutes} * interval '1 minute'`
      return [
        sql`insert into verifications (identifier, value, expires_at) values (${name}, ${uid}, ${end})`,
        sql`
          insert into mail_links (token_hash, kind, user_id, email, expires_at)
          values (${name}, 'verify', ${uid}::uuid, 'vecchia@esempio.it', ${end})`,
        sql`
          insert into sign_in_challenges (token_hash, user_id, method, expires_at)
          values (${name}, ${uid}::uuid, 'password', ${end})`,
        sql`insert into used_passkey_challenges (challenge_hash, expires_at) values (${name}, ${end})`,
      ]
    }),
  ]
  for (const statement of inserted) await statement.execute(app.database)
  const before = await rowsOf(uid)
  expect(Object.values(before).flat()).toContain('scaduto')

  await app.startAnother()

  await expect
    .poll(() => rowsOf(uid))
    .toEqual({
      sessions: ['nuova', 'usata da 89 giorni'],
      known_devices: ['179 giorni', 'nuova'],
      verifications: ['valido'],
      mail_links: ['valido'],
      sign_in_challenges: ['valido'],
      used_passkey_challenges: ['valido'],
    })
  expect((await member.fetch('/api/profiles/me')).status).toBe(200)
  figure('P-04', '2,506 sessions, known browsers, links and challenges that were too old: all deleted')
})
