import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { protocolVersion } from '@covo/contract/realtime'
import { cleanText } from '@covo/contract/text'
import { figure, repetitions } from '@covo/testing/figure'
import { openLive } from '@covo/testing/live'
import { befriend, createEvent, openPrivateChat } from '@covo/testing/member-actions'
import { pick, randomFrom } from '@covo/testing/random'
import { type Member, register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { runTestApp, unlimited } from '../test-app.ts'
import { fill, type Route, readRoutes, type Scene, type Slot, sampleOf } from './routes.ts'

const failures: string[] = []
const app = runTestApp({
  limits: unlimited,
  onLogLine: (line) => {
    if (/^(warn|error|fatal)$/.test((JSON.parse(line) as { level: string }).level)) failures.push(line)
  },
})

const seed = Number(process.env.COVO_INJECTION_SEED ?? 20_261_121)

/** Payloads that break out of a text, with a statement, and hide the rest: of SQL, LIKE, JSON, shells, templates, headers. */
const openings = [
  ...[
    '',
    "'",
    '"',
    '`',
    "')",
    '")',
    "'))",
    "';",
    '";',
    '\\',
    "\\'",
    '%',
    "%'",
    '_',
    '*/',
    ']]',
    '}}',
    '>',
    '\r\n',
  ],
  ...[
    '\u0000',
    '\uFF07',
    '\u02BC',
    '$$',
    "E'\\'",
    '../',
    '..\\',
    '%27',
    '%2527',
    '&',
    '|',
    ';',
    '$(',
    '{"a":',
    '"}',
  ],
]
const cores = [
  ...[' OR 1=1', " OR 'a'='a", ' AND 1=0 UNION SELECT email FROM users', ' UNION ALL SELECT NULL,NULL,NULL'],
  ...['; DROP TABLE users', "; UPDATE users SET display_name='x'", '; SELECT pg_sleep(10)', '||(SELECT 1/0)'],
  ...[
    '||CAST((SELECT email FROM users LIMIT 1) AS int)',
    ' ORDER BY 99',
    ' LIMIT 0 OFFSET 1',
    ' RETURNING *',
  ],
  ...[
    '; COPY users TO PROGRAM $$id$$',
    '::int',
    '::uuid',
    ' COLLATE "x"',
    ' ILIKE $$%$$',
    '%',
    '_%_',
    '\\%',
    '[a-z]%',
  ],
  ...[
    '{"$gt":""}',
    '{"$where":"1"}',
    '[$ne]=1',
    '","role":"admin',
    '{{7*7}}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is the attack
    '${7*7}',
    '<%= 7*7 %>',
    '#{7*7}',
  ],
  ...['`id`', '$(id)', '|id', '&& id', '\r\nSet-Cookie: a=b', '\r\n\r\nHTTP/1.1 200 OK', '../../etc/passwd'],
  ...[
    '%00',
    '%0d%0a',
    '<!ENTITY x SYSTEM "file:///etc/passwd">',
    '*)(uid=*',
    '@x.it',
    "' or count(/*)=1 or '",
  ],
]
const endings = ['', '--', '-- -', '#', '/*', ';--', "'", '"', ')', '\\', '\u0000']

/** A prime number of them: taken in turn with any number of slots, each payload meets each slot once. */
const payloadCount = 5003

function makePayloads(): string[] {
  const random = randomFrom(seed)
  const all = new Set<string>()
  while (all.size < payloadCount) {
    const marker = Math.floor(random() * 1e6).toString(36)
    all.add(
      `${pick(random, openings)}${pick(random, cores)}${pick(random, endings)}${random() < 0.3 ? marker : ''}`,
    )
  }
  return [...all]
}

type Target = { route: Route; slot: Slot; textOf: (payload: string) => string }

const instant = '2026-11-21T10:00:00.000Z'

/** Names of what a page is asked for by; elsewhere some of them are numbers. */
const cursors = new Set(['cursor', 'before', 'after'])

/** The slot as it is; and a cursor also from the inside, where the server decodes it. */
function targetsOf(route: Route): Target[] {
  return route.slots.flatMap((slot) => {
    const plain = { route, slot, textOf: (payload: string) => payload }
    if (!cursors.has(slot.name)) return [plain]
    const inside = [
      (payload: string) => [payload],
      (payload: string) => [payload, randomUUID()],
      (payload: string) => [instant, payload],
    ].map((make) => ({
      route,
      slot,
      textOf: (payload: string) => Buffer.from(JSON.stringify(make(payload))).toString('base64url'),
    }))
    return [plain, ...inside]
  })
}

let anna: Member
let bruno: Member
let scene: Scene
let routes: Route[]

beforeAll(async () => {
  ;[anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  routes = await readRoutes(anna)

  await befriend(anna, bruno)
  await openPrivateChat(anna, bruno)
  const { id: eventId } = await createEvent(bruno, { title: 'Serata aperta', description: 'Per tutti' })
  scene = {
    uid: bruno.uid,
    eventId,
    conversationId: [anna.uid, bruno.uid].toSorted().join('_'),
  }
})

/** Rows of lists that a search can find without any break-out, by the text that it is searched in. */
const listed = (body: unknown): Record<string, string>[] => {
  const page = body as { events?: Record<string, string>[]; people?: Record<string, string>[] }
  return page.events ?? page.people ?? []
}

function wronglyFound(slot: Slot, payload: string, rows: Record<string, string>[]): unknown[] {
  if (slot.name !== 'search' && slot.name !== 'query') return []
  const wanted = cleanText(payload).toLowerCase()
  const texts = ['title', 'description', 'link', 'displayName', 'email']
  return rows.filter(
    (row) => !texts.some((name) => row[name]?.toLowerCase().includes(wanted)) && !wanted.includes('@'),
  )
}

/** Everything but what the attacker themself wrote, and the counters of attempts. */
async function othersRows(): Promise<unknown> {
  const { rows } = await sql`
    select
      (select jsonb_agg(to_jsonb(u) order by id) from users u where id <> ${anna.uid} and bot_owner is null and email not like 'ospite%') as users,
      (select jsonb_agg(to_jsonb(a) - 'updated_at' order by id) from accounts a where user_id = ${bruno.uid}) as accounts,
      (select jsonb_agg(to_jsonb(m) order by id) from messages m where sender_id <> ${anna.uid}) as messages,
      (select jsonb_agg(to_jsonb(e) - 'participant_count' - 'revision' - 'updated_at' order by id)
        from events e where organizer_id <> ${anna.uid}) as events,
      (select count(*) from friendships) as friendships
  `.execute(app.database)
  return rows
}

it('takes every payload for a text, in every slot of every route (S-17)', async () => {
  const payloads = makePayloads()
  const targets = routes.filter(({ path }) => path !== '/api/auth/logout').flatMap(targetsOf)
  // A password costs what it is meant to cost.
  const hashing = targets.filter(({ route }) => hashingRoutes.has(route.name))
  const others = targets.filter(({ route }) => !hashingRoutes.has(route.name))
  const before = await othersRows()
  const wrong: unknown[] = []

  async function attack(queue: [string, Target][]): Promise<void> {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [payload, target] = next
      const { route, slot, textOf } = target
      const by = route.path.startsWith('/api/auth/') ? app.visit() : anna
      const { method, path, body } = fill(route, (each) =>
        each === slot ? textOf(payload) : sampleOf(each, scene),
      )
      const answer = await by.fetch(path, { method, ...(body ? { body } : {}) })
      const text = await answer.text()
      const isOk = answer.status < 400
      const rows = isOk && text.startsWith('{') ? wronglyFound(slot, payload, listed(JSON.parse(text))) : []
      if (
        answer.status >= 500 ||
        rows.length > 0 ||
        answer.headers.has('set-cookie') !== mayCookie(route, isOk)
      )
        wrong.push([route.name, slot.name, payload, answer.status, text.slice(0, 200)])
    }
  }
  const queue = [
    ...inTurn(payloads, others, repetitions('S-17', payloadCount, payloadCount * others.length)),
    ...inTurn(payloads, hashing, repetitions('S-17', 200, payloadCount * hashing.length)),
  ]
  const requests = queue.length
  await Promise.all(Array.from({ length: 8 }, () => attack(queue)))

  expect(wrong.slice(0, 5)).toEqual([])
  expect(failures.map((line) => line.slice(0, 300)).slice(0, 5)).toEqual([])
  expect(await othersRows()).toEqual(before)
  figure(
    'S-17',
    `${requests} requests, ${payloadCount} payloads in turn in ${targets.length} slots of ${routes.length} routes (seed ${seed}): database errors 0, extra rows 0`,
  )
}, 120_000)

const hashingRoutes = new Set(['register', 'login', 'reset-password'].map((name) => `POST /api/auth/${name}`))

function inTurn(payloads: string[], targets: Target[], count: number): [string, Target][] {
  return Array.from({ length: count }, (_, index) => {
    const [payload, target] = [payloads[index % payloads.length], targets[index % targets.length]]
    if (payload === undefined || !target) throw new Error('nothing to attack with')
    return [payload, target]
  })
}

function mayCookie(route: Route, isOk: boolean): boolean {
  return isOk && (route.path === '/api/auth/register' || route.path === '/api/auth/login')
}

it('stores a payload in every text as it was typed (S-17)', async () => {
  const payloads = makePayloads().slice(0, 60)
  for (const payload of payloads) {
    const text = cleanText(payload)
    if (!text) continue
    const profile = await anna.patch('/api/profiles/me', {
      displayName: 'Anna Bassi',
      bio: payload,
      citta: payload,
      professione: payload,
    })
    expect(await profile.json()).toMatchObject({ bio: text, citta: text, professione: text })
    const clientId = randomUUID()
    const sent = await anna.post('/api/chat/generale/messages', { clientId, text: payload })
    expect(await sent.json()).toMatchObject({ text, clientId })
  }
  expect(failures).toHaveLength(0)
})

it('finds by a LIKE wildcard only what has that very character (S-17)', async () => {
  for (const wildcard of ['%', '_', '\\', '%%', '__', '\\%', 'a%', '_nna', '%a%', 'Anna\\'])
    for (const path of ['/api/events?search=', '/api/friends?search=', '/api/friends/search?query=']) {
      const answer = await bruno.fetch(path + encodeURIComponent(wildcard))
      const rows = listed(await answer.json())
      const texts = rows.map((row) => Object.values(row).join(' ').toLowerCase())
      expect([path, wildcard, texts.filter((text) => !text.includes(wildcard.toLowerCase()))]).toEqual([
        path,
        wildcard,
        [],
      ])
    }
})

it('takes every payload for the name of no topic (S-17)', async () => {
  const payloads = makePayloads()
  const framesPerSocket = 190
  let refused = 0
  for (let start = 0; start < payloads.length; start += framesPerSocket) {
    // Each may send so many frames.
    const member = await register(anna.origin, {
      name: `Prova ${start}`,
      email: `prova${start}@esempio.it`,
      password: 'Tana-rossa1',
    })
    const tab = openLive(member, { version: protocolVersion })
    await tab.receive('live.welcome')
    const topics = payloads
      .slice(start, start + framesPerSocket)
      .map((payload, index) => `${['chat:', 'events:', 'member:', ''][index % 4]}${payload}`.slice(0, 120))
    for (const topic of topics) tab.socket.send(JSON.stringify({ type: 'watch', topic }))
    // The last subscription is answered last: by then all earlier ones are decided.
    await tab.watch('chat:generale')
    const answers = tab.received.filter(
      (news) => news.type === 'live.watching' || news.type === 'live.refused',
    )
    expect(answers.filter((news) => news.type === 'live.watching').map((news) => news.topic)).toEqual([
      'chat:generale',
    ])
    refused += answers.length - 1
    tab.close()
  }
  expect(failures).toHaveLength(0)
  expect(refused).toBe(payloads.length)
  figure('S-17', `${refused} payloads as live topics: 0 watched, 0 database errors`)
})

describe('the sources', () => {
  const folder = resolve(import.meta.dirname, '../../src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

  /** The places that make SQL without kysely's builder and its parameters, and the reason why each is safe. */
  const allowed: Record<string, string> = {
    'events/indexed-events.ts': 'its numbers are constants',
    'events/public-events.routes.ts': 'it reads the query of the address',
    'events/public-events.store.ts': 'its zone and numbers are constants',
    'events/removed-event.ts':
      'the tables are constants, the columns those of the database; both are quoted by the builder',
    'notifications/mail-queue.store.ts': 'the tables are constants, quoted by the builder',
    'operator/backup.ts': 'COPY takes no parameter; tables and columns are those of the database',
    'operator/check.ts': 'the rules are constants',
    'operator/counts.ts': 'the parts are constants',
    'operator/export.ts': 'the parts are constants',
    'operator/files.ts': 'the parts are constants',
    'operator/restore.ts':
      'COPY and TRUNCATE take no parameter; tables and columns are those of the database, quoted',
    'operator/rows.ts': 'COPY and DECLARE take no parameter; callers give constants',
    'operator/staging.ts': 'the parts are constants',
    'operator/stats.ts': 'the parts are constants',
    'platform/database/cluster/cluster.ts':
      'its statements are constants, on a connection before there is a pool',
    'platform/database/cluster/create-cluster.ts':
      'CREATE DATABASE takes no parameter; the name is a constant',
    'platform/database/cursor.ts': 'a limit is a whole number, which is checked',
    'platform/database/external-database.ts': 'its statements are constants, on connections of the pool',
    'platform/database/member-data.ts': 'tables and columns are constants, quoted by the builder',
    'platform/database/notifications.ts':
      'LISTEN takes no parameter; the name is one of our own, quoted by the driver',
    'platform/database/prepared-statements.ts':
      'the builder makes the SQL of constants and slots; each value goes as a parameter',
    'platform/database/primary-pool.ts': 'SET takes no parameter; the numbers are constants',
    'platform/database/replication.ts': 'its statements are constants, on connections of the pool',
  }

  it('give no SQL to the database that is made of texts (S-17)', () => {
    const rawSql = /\bsql\.(raw|lit|id|ref|table|join)\b|\bCompiledQuery\b|\.query\(|\bexecuteQuery\(/
    // A template that reads like SQL and isn't kysely's `sql`, and a string that does and is joined with something.
    const untagged =
      /(?<!\bsql(?:<[^`]*>)?)`\s*(?:select|insert into|update|delete from|with|set local|listen|copy|drop|alter|create)\b[^`]*\$\{/i
    const joined =
      /['"]\s*(?:select|insert into|update|delete from|drop|alter|where|order by)\b[^'"\n]*['"]\s*\+/i
    // The operator's commands speak to the driver itself, with statements of ours and parameters.
    const isRaw = (name: string, text: string) => !name.startsWith('operator/') && rawSql.test(text)
    const found = sources.filter(
      ([name, text]) => isRaw(name, text) || untagged.test(text) || joined.test(text),
    )
    expect(found.map(([name]) => name).toSorted()).toEqual(Object.keys(allowed))
    expect(sources.length).toBeGreaterThan(50)
    figure(
      'S-17',
      `${sources.length} source files: 0 with SQL made of texts, ${found.length} allowed with its reason`,
    )
  })
})
