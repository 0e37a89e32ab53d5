import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figure } from '@covo/testing/figure'
import { tokenMailedTo } from '@covo/testing/outbox'
import { seedCommunity } from '@covo/testing/seed-community'
import type { Visitor } from '@covo/testing/visitor'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings, withEmptyDatabase } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-import-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const at = (hour: number) => ({ seconds: Date.UTC(2024, 0, 1, hour) / 1000, nanoseconds: 123_456_789 })
const requests = (incoming: string[] = [], outgoing: string[] = []) => ({ incoming, outgoing })

/** An export of the original's database, with everything that its clients could get wrong. */
const original = {
  users: {
    aldoUid0000000000000000000001: {
      uid: 'aldoUid0000000000000000000001',
      displayName: ' Aldo Neri ',
      email: 'Aldo@Esempio.it',
      bio: 'B'.repeat(1200),
      dataNascita: '1990-02-31',
      photoURL: 'javascript:alert(1)',
      interessi: ['ctf', 'OSINT', 'Web'],
      links: ['https://esempio.it/aldo', 'http://esempio.it'],
      friends: ['bea', 'ciro', 'nessuno', 'aldoUid0000000000000000000001'],
      friendRequests: requests(['dina', 'elio'], ['fosca']),
      createdAt: '2023-05-01T10:00:00.000Z',
    },
    bea: {
      displayName: 'Bea',
      email: 'bea@esempio.it',
      friends: ['aldoUid0000000000000000000001'],
      createdAt: { _seconds: 1_700_000_000, _nanoseconds: 0 },
    },
    ciro: { displayName: 'bea', email: 'ciro@esempio.it', friends: [] },
    dina: {
      displayName: '',
      nome: '',
      email: 'dina@esempio.it',
      friendRequests: requests([], ['aldoUid0000000000000000000001']),
    },
    elio: { email: 'non è una email', friendRequests: requests() },
    fosca: {
      displayName: 'Fosca',
      email: 'fosca@esempio.it',
      friendRequests: requests([], ['aldoUid0000000000000000000001']),
    },
    doppia: { displayName: 'Doppia', email: 'BEA@esempio.it' },
    rotta: null,
  },
  events: {
    gara: {
      title: 'Gara vecchia',
      description: 'Già passata',
      dateTime: at(1),
      // Longer than an event may be: the original knew no bound.
      deadline: at(24 * 90),
      link: 'https://esempio.it/gara',
      category: 'boh',
      duration: '4 ore',
      organizerId: 'bea',
      organizerName: 'Bea',
      participantUids: ['ciro', 'ciro', 'fantasma', 'bea'],
    },
    orfana: { title: 'Orfana', organizerId: 'fantasma' },
    rovescia: {
      title: 'Rovescia',
      description: 'Finisce prima',
      dateTime: at(5),
      deadline: at(1),
      link: 'https://esempio.it',
      category: 'ctf',
      duration: '1 ora',
      organizerId: 'bea',
    },
  },
  chats: {
    aldoUid0000000000000000000001_bea: {
      participants: ['aldoUid0000000000000000000001', 'bea'],
      createdAt: at(1),
      lastMessage: 'falso',
      unreadFor: ['bea', 'fantasma'],
      messages: {
        m2: { senderId: 'aldoUid0000000000000000000001', text: 'Secondo', timestamp: at(3) },
        m1: { senderId: 'bea', text: 'Primo "} con \\trappole\\', timestamp: at(2) },
        m3: { senderId: 'ciro', text: 'Da fuori', timestamp: at(4) },
        m4: { senderId: 'bea', text: 'Senza ora', timestamp: null },
      },
    },
    ciro_fantasma: { participants: ['ciro', 'fantasma'] },
  },
  messages: {
    p2: {
      text: '  Dopo ',
      userId: 'bea',
      userName: 'Bea',
      photoURL: null,
      timestamp: '2024-01-02T00:00:01Z',
    },
    p1: { text: 'Prima', userId: 'ciro', userName: 'Ciro', timestamp: '2024-01-02T00:00:00Z' },
    p3: { text: 'X'.repeat(3000), userId: 'ciro', timestamp: '2024-01-02T00:00:02Z' },
    p4: { text: '   ', userId: 'ciro', timestamp: '2024-01-02T00:00:03Z' },
    p5: { text: 'Di nessuno', userId: 'fantasma', timestamp: '2024-01-02T00:00:04Z' },
  },
  analytics: { uno: { a: 1 } },
}

async function signInByReset(email: string): Promise<Visitor> {
  const visitor = app.visit()

  expect((await visitor.post('/api/auth/reset-mail', { email })).status).toBe(204)
  const password = 'Una-nuova-tana7'
  const token = await tokenMailedTo(app.outbox, email)
  const reset = await visitor.post('/api/auth/reset-password', {
    token,
    password,
    passwordConfirmation: password,
  })
  expect(reset.status).toBe(204)
  expect((await visitor.post('/api/auth/login', { email, password })).status).toBe(200)
  return visitor
}

it('imports the original’s documents, corrects or refuses the rest with its reason, and is idempotent', async () => {
  const settings = await operatorSettings(app)
  const file = join(folder, 'original.json')
  await writeFile(file, JSON.stringify(original, null, 2))
  const { code, output } = await operate(settings, 'import', file)
  const lines = output.trim().split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'users: 6 imported, 0 already there',
      'friendships, from each side: 4 imported, 0 already there',
      'friend requests: 2 imported, 0 already there',
      'events: 1 imported, 0 already there',
      'chats: 1 imported, 0 already there',
      'messages: 5 imported, 0 already there',
      'put right, events: category is none: now other: 1 (gara)',
      expect.stringMatching(/^put right, friends: a friendship that only one side has is a request: 1 /),
      expect.stringMatching(/^put right, friends: requests that crossed are a friendship: 1 /),
      'put right, messages: the text was cut: 1 (p3)',
      'put right, users: bio was cut: 1 (aldoUid0000000000000000000001)',
      'put right, users: dataNascita is no date: left empty: 1 (aldoUid0000000000000000000001)',
      'put right, users: interessi outside of the list of skills: left out: 1 (aldoUid0000000000000000000001)',
      'put right, users: links that a profile may not show: left out: 1 (aldoUid0000000000000000000001)',
      'put right, users: photoURL is no web address: left empty: 1 (aldoUid0000000000000000000001)',
      'put right, users: the email is none: without one nobody can sign in: 1 (elio)',
      "put right, users: the name is another member's or looks like it: it got a number: 1 (ciro)",
      'refused, chats: not of two members: 1 (ciro_fantasma)',
      'refused, chats: unreadFor names somebody else: 1 (aldoUid0000000000000000000001_bea)',
      'refused, documents: of another collection: 1 (analytics/uno)',
      expect.stringMatching(/^refused, events: events\.end_before_start: 1 \(rovescia\)$/),
      'refused, events: the organizer is no member: 1 (orfana)',
      expect.stringMatching(/^refused, friends: a request that its sender does not have: 1 /),
      'refused, friends: oneself: 1 (aldoUid0000000000000000000001)',
      'refused, friends: somebody who is no member: 1 (aldoUid0000000000000000000001 nessuno)',
      'refused, messages: the author is no member: 1 (p5)',
      'refused, messages: the author is not of the chat: 1 (aldoUid0000000000000000000001_bea/m3)',
      'refused, messages: without a text: 1 (p4)',
      'refused, messages: without a timestamp: 1 (aldoUid0000000000000000000001_bea/m4)',
      'refused, participants: somebody who is no member: 1 (gara fantasma)',
      'refused, users: the email is that of another account: 1 (doppia)',
    ]),
  )
  expect(lines).toHaveLength(31)
  expect(code).toBe(0)
  const consistent = await operate(settings, 'check')
  expect(consistent.output).toContain('Everything is consistent.')

  const aldo = await signInByReset('aldo@esempio.it')
  expect(await aldo.read<Record<string, unknown>>('/api/profiles/me')).toMatchObject({
    displayName: 'Aldo Neri',
    email: 'aldo@esempio.it',
    bio: 'B'.repeat(1000),
    dataNascita: '',
    interessi: ['Web', 'OSINT'],
    links: ['https://esempio.it/aldo'],
    photoURL: '',
    createdAt: '2023-05-01T10:00:00.000Z',
    friendCount: 2,
  })
  const bea = await signInByReset('bea@esempio.it')
  const room = (await bea.read<Record<string, unknown>>('/api/chat/generale/messages')) as {
    messages: { text: string; timestamp: string }[]
  }
  expect(room.messages.map(({ text }) => text)).toEqual(['Prima', 'Dopo', 'X'.repeat(2000)])
  expect(room.messages[0]?.timestamp).toBe('2024-01-02T00:00:00.000Z')
  expect(await bea.read<Record<string, unknown>>('/api/chat/unread')).toMatchObject({
    chats: [{ lastMessage: 'Secondo' }],
    total: 1,
  })
  expect(await aldo.read<Record<string, unknown>>('/api/chat/unread')).toMatchObject({ chats: [], total: 0 })

  const exported = [join(folder, 'once.jsonl'), join(folder, 'twice.jsonl')]
  await operate(settings, 'export', exported[0] ?? '')
  const again = await operate(settings, 'import', file)
  expect(again.output).toContain('users: 0 imported, 6 already there')
  expect(again.output).toContain('messages: 0 imported, 5 already there')
  await operate(settings, 'export', exported[1] ?? '')
  const [once, twice] = await Promise.all(exported.map((path) => readFile(path, 'utf8')))
  expect(twice).toBe(once)
})

it('makes of an export the same community, whatever shape it comes in', async () => {
  await withEmptyDatabase(async (source) => {
    await operate(source, 'import', await jsonLines('nobody.jsonl', []))
    const client = new pg.Client(source.COVO_DATABASE_URL)
    await client.connect()
    await seedCommunity(client, Date.now())
    await client.query("update users set blocked_at = now() where email = 'dario@esempio.it'")
    await client.query(`
      insert into users (display_name, email, blocked_at, erased_at)
      select 'Utente eliminato', n || '@senza-email.invalid', now(), now() from generate_series(1, 2) n`)
    await client.query(`
      update messages set text = '', removed_at = now() where conversation_id = 'generale' and sequence = 3`)
    await client.end()
    expect((await operate(source, 'check')).output).toContain('Everything is consistent.')
    const exported = join(folder, 'community.jsonl')
    expect((await operate(source, 'export', exported)).code).toBe(0)
    const whole = await readFile(exported, 'utf8')
    const documents = whole
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { path: string; document: Record<string, unknown> })
    expect(documents.length).toBeGreaterThan(100)

    // As lines; and as exporters write them: one file with nested collections, or a file for each collection.
    const nested = join(folder, 'nested.json')
    await writeFile(nested, JSON.stringify({ __collections__: treeOf(documents, true) }, null, 1))
    const apart = Object.entries(treeOf(documents, false)).map(async ([name, collection]) => {
      const path = join(folder, `${name}.json`)
      const list = Object.entries(collection).map(([id, document]) => ({ id, ...document }))
      await writeFile(path, JSON.stringify(list))
      return path
    })
    for (const files of [[exported], [nested], await Promise.all(apart)]) {
      await withEmptyDatabase(async (target) => {
        const { output } = await operate(target, 'import', ...files)
        expect(output).not.toMatch(/refused|put right/)
        if (files[0] === exported)
          expect((await operate(target, 'check')).output).toContain('Everything is consistent.')
        const copy = join(folder, 'copy.jsonl')
        await operate(target, 'export', copy)
        expect(await readFile(copy, 'utf8')).toBe(whole)
      })
    }
    figure(
      'operator',
      `export and import of ${documents.length} documents, in 3 shapes: the same, byte by byte`,
    )
  })
})

it('imports nothing from a file that is not all there', async () => {
  const settings = await operatorSettings(app)
  const files = {
    'half.json': '{"users": {"nuovo": {"displayName": "Nuovo", "email": "nuovo@esempio.it"}}, "eve',
    'text.json': 'niente',
    'broken.jsonl': '{"path":"users/nuovo","document":{"email":"nuovo@esempio.it"}}\n{"path":',
    'wrong.json': '{"users": {"nuovo": {displayName: 1}}}',
    'latin.json': Buffer.from(
      '{"users": {"nuovo": {"displayName": "Nicolò", "email": "nuovo@esempio.it"}}}',
      'latin1',
    ),
  }
  const answers = Object.entries(files).map(async ([name, content]) => {
    const path = join(folder, name)
    await writeFile(path, content)
    return await operate(settings, 'import', path)
  })
  for (const { code, output } of await Promise.all(answers)) {
    expect(output).toMatch(
      /^The file .+(?: can't be read as JSON \(.+\)|latin\.json is not in UTF-8): nothing was imported\.\n$/,
    )
    expect(code).toBe(1)
  }
  const found = await app.database
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'nuovo@esempio.it')
    .execute()
  expect(found).toEqual([])
})

async function jsonLines(name: string, documents: object[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(
    path,
    `${[{ path: 'users/x', document: null }, ...documents].map((one) => JSON.stringify(one)).join('\n')}\n`,
  )
  return path
}

type Collection = Record<string, Record<string, unknown>>

/** The documents by collection and id, with the messages of a chat in the chat. */
function treeOf(documents: { path: string; document: Record<string, unknown> }[], isWrapped: boolean) {
  const tree: Record<string, Collection> = {}
  for (const { path, document } of documents) {
    const [collection = '', id = '', inner, innerId = ''] = path.split('/')
    const owners = childOf<Collection>(tree, collection)
    if (inner) {
      const owner = childOf(owners, id)
      const wrapper = isWrapped ? childOf(owner, '__collections__') : owner
      childOf<Collection>(wrapper, 'messages')[innerId] = document
    } else owners[id] = { ...document }
  }
  return tree
}

/** The value of an object's property, which is added where there is none. */
function childOf<Child = Record<string, unknown>>(parent: Record<string, unknown>, name: string): Child {
  parent[name] ??= {}
  return parent[name] as Child
}
