import { promises as fs } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { figure } from '@covo/testing/figure'
import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { withEmptyDatabase } from '../operator-settings.ts'
import { runTestApp, unlimited } from '../test-app.ts'

const app = runTestApp({ name: 'Tana Blu', limits: unlimited })

async function skeletonOf(name: string): Promise<string> {
  const { rows } = await sql<{ skeleton: string }>`select name_skeleton(${name}) as skeleton`.execute(
    app.database,
  )
  return rows[0]?.skeleton ?? ''
}

const alike: [name: string, other: string][] = [
  ['annarossi', 'AnnaRossi'],
  ['annarossi', 'ann\u0430rossi'],
  ['annarossi', '\u0391NN\u0410RO\u0405S\u0406'],
  ['Maria', '\u039cARIA'],
  ['Bruni', '\u0412RUN\u0406'],
  ['paolo', 'paoIo'],
  ['paolo', 'pao1o'],
  ['Covo', 'C0V0'],
  ['Marna', 'Mama'],
  ['Volpe Élite', 'Volpe E\u0301lite'],
  ['Volpe', 'Ｖｏｌｐｅ'],
  ['Volpe', '𝓥𝓸𝓵𝓹𝓮'],
  ['Anna Rossi', 'Anna  Rossi'],
  ['Anna Rossi', 'Anna\u00a0Rossi'],
  ['100%', '１００％'],
  ['Nina ❤️', 'Nina ❤'],
]
const unlike: [name: string, other: string][] = [
  ['Anna', 'Anne'],
  ['Niccolò', 'Niccolo'],
  ['Nina', 'Vina'],
  ['anna2', 'anna3'],
  ['Anna Rossi', 'AnnaRossi'],
  ['ليلى', 'سلمى'],
  ['山田', '山本'],
]

describe('the comparison of names (R-11)', () => {
  it.each(alike)('%s is as %s', async (name, other) => {
    expect(await skeletonOf(other)).toBe(await skeletonOf(name))
  })

  it.each(unlike)('%s is not as %s', async (name, other) => {
    expect(await skeletonOf(other)).not.toBe(await skeletonOf(name))
  })

  it('is the same for the letters of ASCII, whichever way it is found out', async () => {
    // A letter beyond ASCII leads to the other way; the order of both stays.
    const { rows } = await sql<{ short: string; long: string }>`
      select 'ж' || name_skeleton(chr(n) || 'x') as short, name_skeleton('ж' || chr(n) || 'x') as long
      from generate_series(33, 126) n
    `.execute(app.database)
    expect(rows).toHaveLength(94)
    for (const { short, long } of rows) expect(long).toBe(short)
  })

  it('fits into an index, whatever the name', async () => {
    for (const letter of ['\ufdfa', '\u{1f16d}', 'm', '\u0350'])
      expect(Buffer.byteLength(await skeletonOf(letter.repeat(750)))).toBeLessThan(2700)
  })
})

async function register(email: string, username: string): Promise<string> {
  const password = 'Tana-rossa1'
  const visitor = app.visit()
  const answer = await visitor.post('/api/auth/register', {
    email,
    username,
    password,
    passwordConfirmation: password,
  })
  if (answer.status !== 201) return ((await answer.json()) as { code: string }).code
  return ((await (await visitor.fetch('/api/profiles/me')).json()) as { displayName: string }).displayName
}

describe('a name that poses as another (R-11)', () => {
  it('is not given by an email', async () => {
    expect(await register('uno@esempio.it', 'annarossi')).toBe('annarossi')
    expect(await register('annarossi@male.example', '')).toBe('annarossi2')
    expect(await register('AnnaRossl@male.example', '')).toBe('annarossl3')
    expect(await register('ann\u0430rossi@male.example', '')).toBe('auth.email_invalid')
    expect(await register('quattro@esempio.it', 'annarossi5')).toBe('annarossi5')
    expect(await register('annarossi@altro.example', '')).toBe('annarossi4')
    expect(await register('annarossi@ancora.example', '')).toBe('annarossi6')
    expect(await register('cinque@esempio.it', 'annarossi2')).toBe('auth.username_taken')
    expect(await register('sei@esempio.it', 'annaros\u0455i')).toBe('auth.username_taken')
  })

  it('is not the instance’s, nor one of its own', async () => {
    for (const name of [
      'Tana Blu',
      'TANA BLU',
      'T\u0430na  Blu',
      'Tana BIu',
      'Utente Anonimo',
      'utente an0nimo',
    ])
      expect(await register('nessuna@esempio.it', name)).toBe('auth.username_taken')
    for (const name of ['Organizzatore Anonimo', 'Utente eliminato', 'Moderazione', 'm\u043ederazione'])
      expect(await register('nessuna@esempio.it', name)).toBe('auth.username_taken')
    expect(await register('moderazione@esempio.it', '')).toBe('moderazione2')
    // Another instance's.
    expect(await register('altra@esempio.it', 'Covo')).toBe('Covo')
  })

  it('is cut where an email’s is longer than a name may be, with its number too', async () => {
    const local = 'b'.repeat(60)
    expect(await register(`${local}@esempio.it`, '')).toBe('b'.repeat(50))
    expect(await register(`${local}@altro.example`, '')).toBe(`${'b'.repeat(44)}2`)
  })

  it('gets any number where a thousand have it already', async () => {
    await sql`
      insert into users (display_name, email, display_name_chosen)
      select 'info' || case n when 1 then '' else n::text end, 'info@' || n || '.it', true from generate_series(1, 1000) n
    `.execute(app.database)
    expect(await register('info@esempio.it', '')).toMatch(/^info\d{4,6}$/)
  })
})

describe('names from before (R-11)', () => {
  const members: [before: string, email: string, after: string][] = [
    ['annarossi', 'a', 'annarossi'],
    ['annarossi', 'b', 'annarossi2'],
    ['ann\u0430rossi', 'c', 'ann\u0430rossi4'],
    ['annarossi3', 'd', 'annarossi3'],
    ['Utente Anonimo', 'e', 'Utente Anonimo'],
    ['Utente Anonimo', 'f', 'Utente Anonimo'],
    ['utente anonimo', 'g', 'utente anonimo2'],
    ['Moderazione', 'h', 'Moderazione2'],
    ['', 'i', ''],
    ['', 'j', ''],
    ['Nina\nCovo: sistema', 'k', 'Nina Covo: sistema'],
    ['\u202eissoR annA', 'l', 'issoR annA'],
    ['\u2800\u2800\u2800', 'mara', 'mara'],
    ['\u2800\u2800\u2800', 'aa@senza-email.invalid', 'Utente Anonimo'],
    ['Casa 👨‍👩‍👧 ❤️', 'n', 'Casa 👨‍👩‍👧 ❤️'],
    ['Νίκη', 'o', 'Νίκη'],
    ['ΝΊΚΗ', 'p', 'ΝΊΚΗ2'],
    // Their skeletons are longer than an index holds.
    [`${'ﷺ'.repeat(36)}a`, 'q', `${'ﷺ'.repeat(36)}a`],
    [`${'ﷺ'.repeat(36)}b`, 'r', expect.stringMatching(/^ﷺ+2$/)],
  ]

  it('are cleaned and made distinct, the oldest keeping theirs', async () => {
    await withEmptyDatabase(async ({ COVO_DATABASE_URL: connectionString }) => {
      const { database, pool, close } = openDatabase({ connectionString, max: 1 }, createLog('silent'))
      const migrationFolder = path.resolve(import.meta.dirname, '../../migrations')
      const names = (await readdir(migrationFolder)).map((file) => path.basename(file, '.ts')).toSorted()
      const index = names.findIndex((name) => name.startsWith('0013-'))
      const migrator = new Migrator({
        db: database,
        provider: new FileMigrationProvider({ fs, path, migrationFolder }),
      })
      await migrator.migrateTo(names[index - 1] ?? '')
      for (const [number, [name, email]] of members.entries())
        await pool.query(
          "insert into users (display_name, email, created_at) values ($1, $2, now() + $3 * interval '1 minute')",
          [name, email.includes('@') ? email : `${email}@esempio.it`, number],
        )
      const { error } = await migrator.migrateTo(names[index] ?? '')
      const { rows } = await pool.query<{ display_name: string }>(
        'select display_name from users order by created_at',
      )
      await close()
      expect(error).toBeUndefined()
      expect(rows.map(({ display_name }) => display_name)).toEqual(members.map(([, , after]) => after))
      figure('R-11', `${members.length} names from before: each its own, or nobody's`)
    })
  })
})
