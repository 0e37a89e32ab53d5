import { spawn } from 'node:child_process'
import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { MadeBot } from '@covo/contract/tokens/bots.routes'
import { botScopes } from '@covo/contract/tokens/bots.rules'
import { anna, bruno, carla } from '@covo/testing/cast'
import { loadCrowd } from '@covo/testing/crowd'
import { embeddedDatabase } from '@covo/testing/embedded-database'
import { figure } from '@covo/testing/figure'
import { makeBot, makeWebhook, sendMessage, uploadFile } from '@covo/testing/member-actions'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { type ServerProcess, startServerProcess } from '@covo/testing/server-process'
import { type Member, register, type Visitor, visit } from '@covo/testing/visitor'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gifOf, greyPng } from '../../test/pictures.ts'
import { startS3Server } from '../../test/s3-server.ts'

const crowd = { users: 300, events: 300, messages: 3_000 }

let folder: string
let server: ServerProcess
let origin: string
let member: Member
let bot: Member & { secret: string }
let webhook: string
let settings: { COVO_DATA_DIR: string }
let file: string
/** Of messages. */
let files: { id: string; bytes: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-backup-'))
  settings = { COVO_DATA_DIR: join(folder, 'data') }
  file = join(folder, 'covo.backup')
  const limits = { COVO_LIMIT_MESSAGE_BURST: '100000/1', COVO_LIMIT_MESSAGES_SUSTAINED: '100000/1' }
  server = startServerProcess({ PORT: '0', ...settings, ...limits })
  origin = await server.ready()
  await withDatabase(settings, (client) => loadCrowd(client, crowd, Date.now()))
  member = await register(origin, anna)
  bot = await makeBot(member, 'Annunciatore')
  webhook = await makeWebhook(member, bot)
  await sendMessage(bot, 'generale', 'La sfida 12 è aperta.')
  await makeTeam()
  files = [
    await sendFile('grafico.png', greyPng(40, 30)),
    await sendFile('danza.gif', await gifOf(3)),
    await sendFile('note.txt', Buffer.from('flag')),
  ]
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

async function withDatabase<Result>(
  { COVO_DATA_DIR }: { COVO_DATA_DIR: string },
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(embeddedDatabase(COVO_DATA_DIR))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** With a captain, somebody who asks, and a code. */
async function makeTeam(): Promise<void> {
  const draft = {
    name: 'Volpi',
    presentation: '',
    maximum: 5,
    skills: ['Web'],
    isLooking: true,
    ctftimeId: '',
  }
  const { id } = (await (await member.post('/api/teams', draft)).json()) as { id: string }
  const asking = await register(origin, carla)
  expect((await asking.post(`/api/teams/${id}/requests`, { text: 'ciao' })).status).toBe(204)
  expect((await member.post(`/api/teams/${id}/invitation`)).status).toBe(200)
}

async function send(text: string): Promise<number> {
  const answer = await sendMessage(member, 'generale', text)
  return answer.status
}

/** Sends a file, of which a picture is other bytes. */
async function sendFile(name: string, bytes: Uint8Array): Promise<{ id: string; bytes: string }> {
  const { id } = await uploadFile(member, 'generale', { name, bytes })
  await member.post('/api/chat/generale/messages', { clientId: randomUUID(), text: '', files: [{ id }] })
  return { id, bytes: await bytesOf(member, id) }
}

/** The bytes of a file, and of the animation that it may have. */
async function bytesOf(reader: Visitor, id: string): Promise<string> {
  const [file, moving] = [
    await reader.fetch(`/api/files/${id}`),
    await reader.fetch(`/api/files/${id}/moving`),
  ]
  const parts = [await file.arrayBuffer(), ...(moving.ok ? [await moving.arrayBuffer()] : [])]
  return parts.map((part) => Buffer.from(part).toString('base64')).join(' ')
}

/** A fingerprint of everything that people wrote and are, but how long they are signed in. */
async function fingerprint(client: pg.Client): Promise<unknown> {
  const tables = [
    'users',
    'accounts',
    'events',
    'event_participants',
    'event_updates',
    'event_organizers',
    'conversations',
    'conversation_authors',
    'messages',
    'memberships',
    'teams',
    'team_candidates',
    'team_entries',
    'team_lineups',
    'event_seekers',
    'team_codes',
    'files',
  ]
  const counted = await client.query<{ count: number; hash: string }>(
    tables
      .map((name) => `select count(*), sum(hashtextextended(t::text, 0)) as hash from ${name} t`)
      .join(' union all '),
  )
  return counted.rows
}

it('backs up a server that is being written to, and an empty instance becomes the same', async () => {
  let isWriting = true
  const written = (async () => {
    const answers = []
    while (isWriting) answers.push(await send('Si scrive anche adesso.'))
    return answers
  })()
  const backup = await runOperatorCommand(settings, 'backup', file)
  isWriting = false
  expect(backup.output).toContain(`events: ${crowd.events}`)
  expect(backup.code).toBe(0)
  expect(new Set(await written)).toEqual(new Set([201]))
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).toSorted()).toEqual(['covo.backup', 'data'])

  const messages = Number(/messages: (\d+)/.exec(backup.output)?.[1])
  const other = { COVO_DATA_DIR: join(folder, 'restored') }
  const restored = await runOperatorCommand(other, 'restore', file)
  expect(restored.output).toContain(`messages: ${messages}`)
  expect(restored.code).toBe(0)
  expect((await runOperatorCommand(other, 'check')).output).toContain('Everything is consistent.')

  const second = startServerProcess({ PORT: '0', ...other })
  try {
    const stranger = visit(await second.ready())
    const { email, password } = anna
    expect((await stranger.post('/api/auth/login', { email, password })).status).toBe(200)
    const page = (await (await stranger.fetch('/api/chat/generale/messages')).json()) as { head: number }
    expect(page.head).toBe(messages)
    // Later rows are not in the backup: the rest is the same, row by row.
    await withDatabase(settings, (client) =>
      client.query('delete from messages where sequence > $1', [messages]),
    )
    await withDatabase(settings, (client) =>
      client.query(`update conversations set head = $1 where id = 'generale'`, [messages]),
    )
    expect(await withDatabase(other, fingerprint)).toEqual(await withDatabase(settings, fingerprint))
    await expectRestoredBot(stranger)
    for (const { id, bytes } of files) expect(await bytesOf(stranger, id)).toBe(bytes)
  } finally {
    await second.stop()
  }
  const { size } = await stat(file)
  figure(
    'operator',
    `backup of ${messages} messages beside a server that is written to: ${Math.round(size / 1024)} kB, restored alike`,
  )
})

/** The bot is its owner's as before, and writes by a token that the owner makes: neither its old one nor its webhook was kept. */
async function expectRestoredBot(owner: Visitor): Promise<void> {
  const shown = { uid: bot.uid, displayName: 'Annunciatore', token: null, webhooks: [] }
  expect(await owner.read('/api/bots')).toMatchObject({ bots: [shown] })
  expect(await owner.read(`/api/profiles/${bot.uid}`)).toMatchObject({ isBot: true })
  const post = { text: 'Di nuovo.' }
  const old = visit(owner.origin, { token: bot.secret })
  expect((await sendMessage(old, 'generale', post.text)).status).toBe(401)
  expect((await visit(owner.origin).post(webhook, post)).status).toBe(401)
  const answer = await owner.post(`/api/bots/${bot.uid}/token`, { scopes: botScopes, expiresInDays: null })
  const { secret } = (await answer.json()) as MadeBot
  const renewed = visit(owner.origin, { token: secret })
  expect(await (await sendMessage(renewed, 'generale', post.text)).json()).toMatchObject({ userId: bot.uid })
  expect((await visit(owner.origin).post(await makeWebhook(owner, bot), post)).status).toBe(201)
}

it('brings no session back that has ended since', async () => {
  await runOperatorCommand(settings, 'backup', file)
  const stolen = visit(origin, { cookie: member.cookie() })
  await member.post('/api/auth/logout')
  const refused = await runOperatorCommand(settings, 'restore', file)
  expect(refused.output).toBe(
    'There are members in this instance: restore into an empty one, or add --replace to delete everything that is there.\n',
  )
  expect(refused.code).toBe(1)
  const replaced = await runOperatorCommand(settings, 'restore', file, '--replace')
  expect(replaced.output).toContain('Restored:')
  expect((await stolen.fetch('/api/profiles/me')).status).toBe(401)
  const { email, password } = anna
  const again = visit(origin)
  expect((await again.post('/api/auth/login', { email, password })).status).toBe(200)
  // Its files are its own still, and it takes new ones.
  for (const { id, bytes } of files) expect(await bytesOf(again, id)).toBe(bytes)
  await uploadFile(again, 'generale', { name: 'nuovo.txt', bytes: Buffer.from('nuovo') })
})

it('says what a backup without the bytes of files lacks', async () => {
  const path = join(folder, 'rows.backup')
  const backup = await runOperatorCommand(settings, 'backup', path, '--without-files')
  expect(backup.output).toContain('Not in the backup: the bytes of 3 files\n')
  const other = { COVO_DATA_DIR: join(folder, 'without-files') }
  const restored = await runOperatorCommand(other, 'restore', path)
  expect(restored.output).toContain('Not in the backup: the bytes of 3 files\n')
  const off = await runOperatorCommand({ ...other, COVO_FILES_URL: 'off' }, 'restore', file, '--replace')
  expect(off.output).toMatch(/^The backup has files, and COVO_FILES_URL=off leaves no place for them/)
})

it('restores files into a bucket, and leaves their bytes out of its backups unless it is asked', async () => {
  const s3 = await startS3Server()
  const path = join(folder, 'bucket.backup')
  const other = { COVO_DATA_DIR: join(folder, 'with-bucket'), COVO_FILES_URL: s3.setting() }
  try {
    const restored = await runOperatorCommand(other, 'restore', file)
    expect(restored.output).toContain('objects of files: 6\n')
    expect((await runOperatorCommand(other, 'check')).output).toContain('Everything is consistent.\n')
    const rows = await runOperatorCommand(other, 'backup', path)
    expect(rows.output).toContain('Not in the backup: the bytes of 3 files\n')
    const whole = await runOperatorCommand(other, 'backup', path, '--with-files')
    expect([whole.code, whole.output]).toEqual([0, expect.not.stringContaining('Not in')])
    const folderAgain = { COVO_DATA_DIR: join(folder, 'without-bucket') }
    expect((await runOperatorCommand(folderAgain, 'restore', path)).output).toContain('objects of files: 6\n')
  } finally {
    await s3.close()
  }
  const away = await runOperatorCommand(other, 'check')
  expect([away.code, away.output]).toEqual([
    1,
    expect.stringMatching(
      /The files can't be used: http:.* is not reached \(.*ECONNREFUSED.*\)\. Check COVO_FILES_URL\.\n$/,
    ),
  ])
})

it('restores nothing from a file that is damaged, cut, foreign or of another release', async () => {
  const whole = await readFile(file)
  const text = gunzipSync(whole)
  const changed = Buffer.from(text)
  const place = changed.indexOf('Messaggio 7')
  changed.write('Massaggio 7', place)
  const [migration = ''] = /\d{4}-[\w-]+/.exec(text.toString('utf8', 0, 200)) ?? []
  const cases: [string, Buffer, RegExp][] = [
    [
      'older',
      ofMigration(text, migration, '0001-members'),
      /^The tables of the backup are not the ones of 0001-members\.\n$/,
    ],
    [
      'newer',
      ofMigration(text, migration, '9999-later'),
      /made at 9999-later and this .* that made it, or a later one\.\n$/,
    ],
    ['changed', gzipSync(changed), /checksum doesn't fit/],
    ['cut', whole.subarray(0, whole.length / 2), /not a whole backup of Covo \(unexpected end of file\)/],
    ['foreign', Buffer.from('qualcosa'), /not a whole backup of Covo \(incorrect header check\)/],
    [
      'flipped',
      Buffer.concat([whole.subarray(0, 5000), Buffer.from([0, 1, 2, 3]), whole.subarray(5004)]),
      /not a whole backup/,
    ],
  ]
  const answers = cases.map(async ([name, content]) => {
    const path = join(folder, `${name}.backup`)
    await writeFile(path, content)
    return await runOperatorCommand(settings, 'restore', path, '--replace')
  })
  for (const [index, { code, output }] of (await Promise.all(answers)).entries()) {
    expect(output).toMatch(cases[index]?.[2] ?? /never/)
    expect(code).toBe(1)
  }
  const left = await withDatabase(settings, (client) => client.query('select count(*) from users'))
  expect(left.rows).toEqual([{ count: String(crowd.users + 3) }])
  const raised = "insert into kysely_migration (name, timestamp) values ('9999-later', '')"
  await withDatabase(settings, (client) => client.query(raised))
  const later = await runOperatorCommand(settings, 'backup', join(folder, 'later.backup'))
  expect(later.output).toMatch(
    /^The database is at 9999-later and this release at \S+: use the release that the server runs\.\n$/,
  )
  await withDatabase(settings, (client) =>
    client.query("delete from kysely_migration where name = '9999-later'"),
  )
  await expect(stat(join(folder, 'later.backup'))).rejects.toThrow()
})

it('explains a wrong call in one sentence', async () => {
  const calls: [string[], RegExp][] = [
    [['cancella'], /^There is no command "cancella"\. See npm run covo -- --help\.\n$/],
    [
      ['backup'],
      /^It is called like this: npm run covo -- backup FILE \[--without-files \| --with-files\]\n$/,
    ],
    [['check', '--fretta'], /^It is called like this: npm run covo -- check \[--repair\] \[--bytes\]\n$/],
    [['restore', join(folder, 'nessuno')], /^The file .*nessuno can't be used \(ENOENT.*\)\.\n$/],
    [['backup', join(folder, 'nessuno', 'file')], /^The file .*file can't be used \(ENOENT.*\)\.\n$/],
  ]
  const answers = await Promise.all(calls.map(([words]) => runOperatorCommand(settings, ...words)))
  for (const [index, { code, output }] of answers.entries()) {
    const expected = calls[index]?.[1] ?? /never/
    expect(output).toMatch(expected)
    expect(code).toBe(1)
  }
  const nowhere = { COVO_DATA_DIR: join(folder, 'nowhere') }
  expect((await runOperatorCommand(nowhere, 'check')).output).toMatch(
    /^There is no database in .*nowhere: start Covo once/,
  )
  const unreachable = { COVO_DATABASE_URL: 'postgres://127.0.0.1:1/covo' }
  expect((await runOperatorCommand(unreachable, 'check')).output).toMatch(/^The database can't be reached/)
  const help = await runOperatorCommand(settings, '--help')
  expect(help.code).toBe(0)
  const names = `backup restore check find block unblock reset-link remove-message remove-event remove-member stats test-mail
    export import version`
  for (const name of names.split(/\s+/)) expect(help.output).toContain(`npm run covo -- ${name}`)
  expect(await register(origin, bruno)).toBeDefined()
})

it('names the file that does not fit on a full disk and the folder that does not exist, and leaves no draft', async () => {
  const path = join(folder, 'full.export')
  const covo = join(import.meta.dirname, '../covo.ts')
  // A file may have 512 bytes, or 1024, by the shell.
  const child = spawn('sh', ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, covo, 'export', path], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect([code, complaint]).toEqual([1, `The file ${path} can't be used (EFBIG: file too large, write).\n`])
  expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([])
  const { output } = await runOperatorCommand(settings, 'restore', folder, '--replace')
  expect(output).toMatch(/^The file .* can't be used \(EISDIR: .*\)\.\n$/)
})

/** A backup that says that it was made at another migration, with the checksum that fits. */
function ofMigration(text: Buffer, present: string, other: string): Buffer {
  const [header = ''] = text.toString().split('\n', 1)
  const rest = text.subarray(Buffer.byteLength(header), text.lastIndexOf('sha256 '))
  const content = Buffer.concat([Buffer.from(header.replace(present, other)), rest])
  return gzipSync(Buffer.concat([content, Buffer.from(`sha256 ${hash('sha256', content)}\n`)]))
}
