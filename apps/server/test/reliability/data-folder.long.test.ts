import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { anna, bruno } from '@covo/testing/cast'
import { conclude } from '@covo/testing/chat-client'
import { embeddedDatabase } from '@covo/testing/embedded-database'
import { figure, repetitions } from '@covo/testing/figure'
import { createHistory, faultless } from '@covo/testing/history'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { type ServerProcess, startServerProcess } from '@covo/testing/server-process'
import { register, visit } from '@covo/testing/visitor'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRooms, readersOf, startWriting, writtenFast } from './rooms.ts'

const intruders = repetitions('R-03', 3, 500)
/** How many of them try at the same time. */
const atOnce = 3
const successions = repetitions('R-03', 1, 50)

/** Milliseconds, a bound for what hangs: a dozen processes start here. */
const timeout = 900_000

let folder: string
let settings: { COVO_DATA_DIR: string }
let started: ServerProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-folder-'))
  settings = { COVO_DATA_DIR: join(folder, 'data') }
  started = []
})

afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()))
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

function start(): ServerProcess {
  const server = startServerProcess({ PORT: '0', ...settings, ...writtenFast })
  started.push(server)
  return server
}

it('refuses other servers on a folder in use, and lets the operator work there (R-03)', {
  timeout,
}, async () => {
  const owner = start()
  const origin = await owner.ready()
  const rooms = await openRooms(origin, 8)
  const history = createHistory()
  const writing = await startWriting(history, rooms, { origin: () => origin, perSecond: 40 })
  const [rows, postmaster] = [await fingerprint(), await postmasterFile()]

  const file = (name: string) => join(folder, name)
  const commands = Promise.all([
    runOperatorCommand(settings, 'backup', file('backup')),
    runOperatorCommand(settings, 'check'),
    runOperatorCommand(settings, 'export', file('export')),
  ])
  let tried = 0
  const answers: string[] = []
  async function intrude(): Promise<void> {
    while (tried < intruders) {
      tried += 1
      const other = start()
      const code = await other.ended()
      answers.push(`${code} ${other.errors()}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, intrude))
  const failed = (await commands).filter(({ code }) => code !== 0)
  const restore = await runOperatorCommand(settings, 'restore', file('backup'))

  const refusal = new RegExp(`^1 .* is in use by another Covo server \\(process ${owner.child.pid}\\).*\n$`)
  expect(answers).toHaveLength(intruders)
  expect(answers.filter((answer) => !refusal.test(answer))).toEqual([])
  expect(failed).toEqual([])
  expect([restore.code, restore.output]).toEqual([1, expect.stringMatching(/^There are members in this/)])
  expect(await fingerprint()).toEqual(rows)
  expect(await postmasterFile()).toBe(postmaster)
  await writing.stop()
  const faults = await conclude(history, writing.clients, readersOf(rooms, origin))
  expect(faults).toEqual(faultless)

  await operate(origin)
  figure(
    'R-03',
    `${answers.length} servers refused on a folder in use, 0 rows changed, 6 commands answered as they should beside it; ` +
      `${history.countSent()} messages meanwhile, ${history.countResends()} sent twice; ${JSON.stringify(faults)}`,
  )
})

it('hands the folder of a killed server to exactly one of those who ask for it (R-03)', {
  timeout,
}, async () => {
  let [owner, origin] = [start(), '']
  const member = await register(await owner.ready(), anna)
  let taken = 0
  for (let round = 1; round <= successions; round += 1) {
    owner.child.kill('SIGKILL')
    await owner.ended()
    const heirs = [start(), start()]
    const answers = await Promise.all(heirs.map((heir) => heir.ready().catch(() => null)))
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1)
    for (const [index, answer] of answers.entries()) {
      const heir = heirs[index] as ServerProcess
      if (answer) [owner, origin] = [heir, answer]
      else expect(heir.output()).toContain('is in use by another Covo server')
    }
    const profile = await visit(origin, { cookie: member.cookie() }).fetch('/api/profiles/me')
    if (profile.status === 200) taken += 1
  }
  expect(taken).toBe(successions)
  figure('R-03', `a killed server's folder taken over by one of two ${taken} of ${successions} times`)
})

/** The operator's changes, beside the server, which publishes them. */
async function operate(origin: string): Promise<void> {
  const member = await register(origin, bruno)
  const sent = await member.post(`/api/chat/${publicRoomId}/messages`, {
    clientId: crypto.randomUUID(),
    text: 'Da togliere.',
  })
  const { id, sequence } = (await sent.json()) as { id: string; sequence: number }
  const remove = await runOperatorCommand(settings, 'remove-message', id)
  expect(remove.code, remove.output).toBe(0)
  const page = await member.fetch(`/api/chat/${publicRoomId}/messages?after=${sequence - 1}`)
  expect(await page.json()).toMatchObject({ messages: [{ id, text: '', isRemoved: true }] })
  const block = await runOperatorCommand(settings, 'block', bruno.email)
  expect(block.code, block.output).toBe(0)
  expect((await member.fetch('/api/profiles/me')).status).toBe(401)
}

/** The rows of every table that messages and periodic jobs leave alone. */
async function fingerprint(): Promise<unknown> {
  const client = new pg.Client(embeddedDatabase(settings.COVO_DATA_DIR))
  await client.connect()
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in (
         'news', 'messages', 'conversations', 'conversation_members', 'conversation_authors', 'message_reactions',
         'searched_messages', 'searched_conversations',
         'message_mentions', 'presences', 'rate_limits', 'jobs'
       )`,
  )
  const { rows } = await client.query(
    tables.rows
      .map(({ name }) => `select '${name}', count(*), sum(hashtextextended(t::text, 0)) from ${name} t`)
      .join(' union all '),
  )
  await client.end()
  return rows
}

async function postmasterFile(): Promise<string> {
  return await readFile(join(settings.COVO_DATA_DIR, 'postgres/data/postmaster.pid'), 'utf8')
}
