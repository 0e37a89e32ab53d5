import type { Export } from '@covo/contract/exports/exports.routes'
import { sendMessage } from '@covo/testing/member-actions'
import { mailsTo, waitForMails } from '@covo/testing/outbox'
import { refusalOf } from '@covo/testing/refusal'
import type { Member, Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { readZip } from '../../test/read-zip.ts'
import { runTestApp } from '../../test/test-app.ts'
import {
  claimExport,
  deleteExpiredExports,
  findChunk,
  insertChunk,
  markReady,
  renewLease,
} from './exports.store.ts'

const app = runTestApp()

const newcomer = () => app.newcomer()

const ask = (member: Visitor) => member.post('/api/account/export')
const stateOf = (member: Visitor) => member.read<Export>('/api/account/export')
const download = (member: Visitor) => member.fetch('/api/account/export/file')

async function waitFor(member: Visitor, state: Export['state']): Promise<Export> {
  return await vi.waitUntil(
    async () => {
      const found = await stateOf(member)
      return found.state === state && found
    },
    { timeout: 60_000, interval: 25 },
  )
}

async function unpack(member: Visitor): Promise<Map<string, string>> {
  return await readZip(Buffer.from(await (await download(member)).arrayBuffer()))
}

const rowsOf = async (member: Member) => {
  const { rows } = await sql<{ exports: number; chunks: number }>`
    select (select count(*) from exports where user_id = ${member.uid})::int as exports,
      (select count(*) from export_chunks where user_id = ${member.uid})::int as chunks`.execute(app.database)
  return rows[0]
}

describe('an archive of one’s own data', () => {
  it('is made, published to the own tabs alone, mailed without a secret, and downloaded', async () => {
    const [anna, bruno] = [await newcomer(), await newcomer()]
    expect(await stateOf(anna)).toEqual({ state: 'none', requestedAt: null, expiresAt: null, bytes: null })
    expect(await refusalOf(await download(anna))).toEqual([404, 'account.export_not_ready'])
    const [own, other] = [app.live(anna), app.live(bruno)]
    await Promise.all([own, other].map((tab) => tab.receive('live.welcome')))
    expect((await ask(anna)).status).toBe(202)
    const { expiresAt, bytes } = await waitFor(anna, 'ready')
    const days = (Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(7.1)
    await vi.waitUntil(
      () => own.received.filter(({ type }) => type === 'account.export_changed').length === 2,
      { timeout: 20_000 },
    )
    const [mail = ''] = await waitForMails(app.outbox, anna.email)
    expect(mail).toMatch(/^Subject: I tuoi dati sono pronti$/m)
    expect(mail).toContain('http://localhost:0/app/impostazioni/privacy')
    expect(mail).not.toContain('token')

    const answer = await download(anna)
    const archive = Buffer.from(await answer.arrayBuffer())
    expect(archive.length).toBe(bytes)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(bytes),
      'content-disposition': `attachment; filename="covo-dati-${new Date().toISOString().slice(0, 10)}.zip"`,
      'cache-control': 'no-store',
    })
    expect(JSON.parse((await readZip(archive)).get('account.json') ?? '')).toMatchObject({
      email: anna.email,
    })

    expect(await stateOf(bruno)).toMatchObject({ state: 'none' })
    expect(await refusalOf(await download(bruno))).toEqual([404, 'account.export_not_ready'])
    expect((await download(app.visit())).status).toBe(401)
    expect(await other.watch('chat:generale')).toBe(0)
    expect(other.received.some(({ type }) => type === 'account.export_changed')).toBe(false)
    expect(await mailsTo(app.outbox, bruno.email)).toEqual([])
  })

  it('is asked for once a day, though many ask at the same instant, and takes the place of the one before', async () => {
    const anna = await newcomer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(anna)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array<number>(7).fill(429)])
    expect(await refusalOf(await ask(anna))).toEqual([429, 'account.export_too_soon'])
    await waitFor(anna, 'ready')
    await sendMessage(anna, 'generale', 'scritto dopo')
    await sql`delete from rate_limits where key like 'exports%'`.execute(app.database)
    expect((await ask(anna)).status).toBe(202)
    await waitFor(anna, 'ready')
    expect((await unpack(anna)).get('messages-public.json')).toContain('scritto dopo')
    expect(await rowsOf(anna)).toEqual({ exports: 1, chunks: 1 })
  })

  it('is asked for and downloaded only by a member who confirmed their identity a short time ago', async () => {
    const anna = await newcomer()
    const forget = () =>
      sql`update sessions set confirmed_at = now() - interval '1 day' where user_id = ${anna.uid}`.execute(
        app.database,
      )
    const confirm = () => anna.post('/api/account/confirmation', { password: 'Tana-rossa1' })
    await forget()
    expect(await refusalOf(await ask(anna))).toEqual([403, 'account.confirmation_needed'])
    expect(await stateOf(anna)).toMatchObject({ state: 'none' })
    await confirm()
    expect((await ask(anna)).status).toBe(202)
    await waitFor(anna, 'ready')
    await forget()
    expect(await refusalOf(await download(anna))).toEqual([403, 'account.confirmation_needed'])
    await confirm()
    expect((await download(anna)).status).toBe(200)
  })

  it('goes after seven days, with its content (P-04)', async () => {
    const anna = await newcomer()
    await ask(anna)
    await waitFor(anna, 'ready')
    await sql`update exports set expires_at = now() where user_id = ${anna.uid}`.execute(app.database)
    expect(await stateOf(anna)).toMatchObject({ state: 'none' })
    expect(await refusalOf(await download(anna))).toEqual([404, 'account.export_not_ready'])
    await deleteExpiredExports(app.database)
    expect(await rowsOf(anna)).toEqual({ exports: 0, chunks: 0 })
  })

  it('is cut off where it goes during a download, which does not look whole then', async () => {
    const anna = await newcomer()
    await sql`
      insert into exports (user_id, state, build, bytes)
      values (${anna.uid}, 'ready', gen_random_uuid(), 100 * 262144)`.execute(app.database)
    await sql`
      insert into export_chunks (user_id, build, number, bytes)
      select user_id, build, n, decode(repeat('00', 262144), 'hex') from exports, generate_series(0, 99) n
      where user_id = ${anna.uid}`.execute(app.database)
    const answer = await fetch(`${app.origin}/api/account/export/file`, {
      headers: { cookie: anna.cookie() },
    })
    expect(answer.headers.get('content-length')).toBe(String(100 * 262_144))
    const reader = answer.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await app.database.deleteFrom('exports').where('user_id', '=', anna.uid).execute()
    const readAll = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(readAll()).rejects.toThrow()
  })

  it('goes with the session that could download it, and the account', async () => {
    const anna = await newcomer()
    await ask(anna)
    await waitFor(anna, 'ready')
    const cookie = anna.cookie()
    await anna.post('/api/auth/logout')
    const former = await app.visit().fetch('/api/account/export/file', { headers: { cookie } })
    expect(former.status).toBe(401)
    await app.database.deleteFrom('exports').where('user_id', '=', anna.uid).execute()
    expect(await rowsOf(anna)).toEqual({ exports: 0, chunks: 0 })
  })
})

describe('an attempt to make it', () => {
  /** An archive that this test takes before any server can. */
  async function take(member: Member) {
    await app.database
      .insertInto('exports')
      .values({ user_id: member.uid, due_at: sql<Date>`now() - interval '1 year'` })
      .execute()
    const build = await claimExport(app.database)
    if (build?.uid !== member.uid) throw new Error('a server was faster')
    return build
  }

  const expireLease = (member: Member) =>
    sql`update exports set due_at = now() - interval '1 second' where user_id = ${member.uid}`.execute(
      app.database,
    )

  it('is taken over from a process that died, which can store nothing any more', async () => {
    const anna = await newcomer()
    const dead = await take(anna)
    expect(await claimExport(app.database)).toBeUndefined()
    expect(await insertChunk(app.database, dead, 0, Buffer.from('half'))).toBe(true)
    await expireLease(anna)
    // A server looks at its start.
    await app.startAnother()
    await waitFor(anna, 'ready')
    expect((await unpack(anna)).get('index.html')).toContain('</html>')
    expect(await renewLease(app.database, dead)).toBe(false)
    expect(await insertChunk(app.database, dead, 1, Buffer.from('late'))).toBe(false)
    expect(await app.database.transaction().execute((trx) => markReady(trx, dead, 4))).toBe(false)
    expect(await findChunk(app.database, anna.uid, dead.build, 0)).toBeUndefined()
  })

  it('fails where the data can’t be read, and the server goes on', async () => {
    const anna = await newcomer()
    await take(anna)
    await sql`update exports set tries = 2 where user_id = ${anna.uid}`.execute(app.database)
    await expireLease(anna)
    await sql`alter table blocks rename to blocks_away`.execute(app.database)
    await app.startAnother()
    await waitFor(anna, 'failed')
    await sql`alter table blocks_away rename to blocks`.execute(app.database)
    expect(await rowsOf(anna)).toEqual({ exports: 1, chunks: 0 })
    expect((await ask(anna)).status).toBe(202)
    await waitFor(anna, 'ready')
  })

  it('is repeated where a crash of the database took the content', async () => {
    const anna = await newcomer()
    await ask(anna)
    await waitFor(anna, 'ready')
    await waitForMails(app.outbox, anna.email)
    await sql`truncate export_chunks`.execute(app.database)
    expect(await refusalOf(await download(anna))).toEqual([404, 'account.export_not_ready'])
    await app.startAnother()
    await vi.waitUntil(async () => (await download(anna)).status === 200, { timeout: 60_000, interval: 50 })
  })

  it('leaves nothing of an account that goes meanwhile', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => newcomer()))
    await Promise.all(
      people.flatMap((member) => [
        ask(member),
        app.database.deleteFrom('exports').where('user_id', '=', member.uid).execute(),
        download(member),
      ]),
    )
    await Promise.all(
      people.map((member) => app.database.deleteFrom('exports').where('user_id', '=', member.uid).execute()),
    )
    await app.startAnother()
    for (const member of people) expect(await rowsOf(member)).toEqual({ exports: 0, chunks: 0 })
  })
})
