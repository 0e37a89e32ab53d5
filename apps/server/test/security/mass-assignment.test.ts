import { randomUUID } from 'node:crypto'
import type { Message } from '@covo/contract/chat/chat.routes'
import { eventForm } from '@covo/testing/event-form'
import { figure } from '@covo/testing/figure'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { byTokenInPath, callerOf, prepare, samples, sendRequest } from '../operations/operations.ts'
import { makeWorld, type Person, type World } from '../operations/world.ts'
import { runTestApp, unlimited } from '../test-app.ts'
import { type Row, readTables, type Tables } from './read-tables.ts'
import { type Route, readRoutes } from './routes.ts'

const app = runTestApp({ limits: unlimited })

/** Tables that no route writes a member's words into: their rows may not be touched by what a body says. */
const bookkeeping = new Set([
  'rate_limits',
  'kysely_migration',
  'kysely_migration_lock',
  // Filled in the background.
  'searched_messages',
  'searched_conversations',
])

/** Names under which other products let their clients write what is not theirs, besides our own columns. */
const tempting = [
  ...[
    'userId',
    'uid',
    'id',
    '_id',
    'senderId',
    'sender',
    'userName',
    'photoURL',
    'photo_url',
    'image',
    'name',
  ],
  ...[
    'organizerId',
    'organizerName',
    'participants',
    'participantsCount',
    'waitingCount',
    'participation',
    'revision',
    'searchable',
  ],
  ...[
    'createdAt',
    'updatedAt',
    'timestamp',
    'sentAt',
    'sequence',
    'head',
    'unreadFor',
    'isUnread',
    'lastRead',
  ],
  ...[
    'role',
    'roles',
    'admin',
    'isAdmin',
    'permissions',
    'banned',
    'email',
    'email_verified',
    'emailVerified',
  ],
  ...['displayName', 'displayNameChosen', 'friends', 'friendCount', 'members', 'conversationId', 'kind'],
  ...['session', 'sessionId', 'token', 'expiresAt', 'user', 'data', 'callbackURL', 'rememberMe'],
]

let world: World
let routes: Route[]
let columns: string[]
let pairs = 0
/** A member whom no request names in a field of its own. */
let bystander: Person

/** The rows that are in one and not in the other, compared by their whole content. */
function rowsApart(from: Tables, other: Tables): { table: string; row: Row }[] {
  return Object.entries(from).flatMap(([table, rows]) => {
    const known = new Set(other[table]?.map((row) => JSON.stringify(row)))
    return rows.filter((row) => !known.has(JSON.stringify(row))).map((row) => ({ table, row }))
  })
}

/** Every column of the changed rows that holds something which only the excess fields said. */
function foreignPlaces(before: Tables, after: Tables): string[] {
  const planted = [plantedText, String(plantedNumber), plantedDate.slice(0, 19), bystander.uid]
  return rowsApart(after, before).flatMap(({ table, row }) =>
    Object.entries(row)
      .filter(([, value]) => planted.some((plant) => JSON.stringify(value).includes(plant)))
      .map(([column]) => `${table}.${column}`),
  )
}

beforeAll(async () => {
  world = await makeWorld(app)
  bystander = await world.newcomer()
  routes = await readRoutes(app.visit())
  const { rows } = await sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns where table_schema = 'public'
  `.execute(app.database)
  columns = rows.map(({ name }) => name)
})

const plantedText = 'piantato-da-fuori'
const plantedNumber = 987_654
const plantedDate = '2001-02-03T04:05:06.000Z'

/** Foreign fields with values of the type that a column so named has; each is unmistakable in a row. */
function plants(own: ReadonlySet<string>): Record<string, unknown> {
  const names = [...new Set([...columns, ...tempting])].filter((name) => !own.has(name))
  return Object.fromEntries(names.map((name) => [name, plantOf(name)]))
}

function plantOf(name: string): unknown {
  if (/(^|_)(id|uid|user|sender|recipient|friend|partner|author)s?$|Id$/i.test(name)) return bystander.uid
  if (/_at$|At$|timestamp|expire/i.test(name)) return plantedDate
  if (/^is|verified|chosen|admin|banned/i.test(name)) return true
  if (/count|sequence|head|revision|read|points/i.test(name)) return plantedNumber
  if (/participants|friends|members|roles|unreadFor/.test(name)) return [bystander.uid]
  return plantedText
}

/** Who moderates, and whose address is taken for theirs: the fields that are true or false leave no other trace. */
const privileges = ({ users = [] }: Tables) =>
  users.filter((row) => row.is_moderator || row.email_verified).map(({ id }) => id)

/** Operations that show that an address is their caller's. */
const confirming = [
  'POST /api/account/email/confirm',
  'POST /api/account/email/revert',
  'POST /api/auth/reset-password',
]

/** The others take the words of another service, a picture, a part of a file. */
const takesNone = [
  ...byTokenInPath,
  'PUT /api/profiles/me/photo',
  'PUT /api/uploads/{uploadId}/parts/{number}',
]
const takesFields = (operation: string) => !operation.startsWith('GET ') && !takesNone.includes(operation)

it.each(Object.keys(samples).filter(takesFields))(
  '%s writes nothing that a body names besides its own fields, in any table (S-04)',
  async (operation) => {
    const prepared = await prepare(operation, world)
    const slots = routes.find(({ name }) => name === operation)?.slots ?? []
    const extra = plants(new Set(slots.filter((slot) => slot.in === 'body').map(({ name }) => name)))
    const body = JSON.stringify({ ...extra, ...prepared.call.body })
    const caller = await callerOf(prepared, world)
    const before = await readTables(app.database, bookkeeping)
    const answer = await sendRequest(caller, { ...prepared.request, type: 'application/json', body })
    const after = await readTables(app.database, bookkeeping)
    expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([expect.any(Number), ''])
    expect(foreignPlaces(before, after)).toEqual([])
    if (!confirming.includes(operation)) expect(privileges(after)).toEqual(privileges(before))
    pairs += Object.keys(extra).length
  },
)

it('names the session’s member as the sender, the organiser and the participant, whatever the body says (S-04)', async () => {
  figure(
    'S-04',
    `${Object.keys(samples).filter(takesFields).length} kinds of write with ${pairs} foreign fields: 0 forbidden changes`,
  )
  const { owner: attacker, friend: victim } = world.members
  const lies = plants(new Set(['text', 'clientId']))
  const tab = app.live(victim)
  await tab.watch('chat:generale')
  const clientId = randomUUID()
  const sent = await attacker.post('/api/chat/generale/messages', { ...lies, clientId, text: 'chi sono?' })
  const message = (await sent.json()) as Message
  const { message: published } = await tab.receive(
    'chat.message_sent',
    (news) => news.message.clientId === clientId,
  )
  const own = await attacker.read<{ displayName: string }>('/api/profiles/me')
  for (const seen of [message, published])
    expect(seen).toMatchObject({ userId: attacker.uid, userName: own.displayName, photoURL: null })
  expect(message.id).not.toBe(bystander.uid)
  expect(JSON.stringify([message, published])).not.toContain(plantedText)
  expect(Math.abs(Date.parse(message.timestamp) - Date.now())).toBeLessThan(60_000)
  const fields = routes.find(({ name }) => name === 'POST /api/events')?.slots.map(({ name }) => name)
  const event = await attacker.post('/api/events', { ...plants(new Set(fields)), ...eventForm() })
  expect(await event.json()).toMatchObject({
    organizerId: attacker.uid,
    organizerName: own.displayName,
    participantsCount: 0,
    waitingCount: 0,
    isParticipating: false,
    participation: 'none',
    revision: 0,
  })
})
