import { randomUUID } from 'node:crypto'
import type { Message } from '@covo/contract/chat/chat.routes'
import { anna } from '@covo/testing/cast'
import { figure } from '@covo/testing/figure'
import { befriend, createEvent, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { type Member, register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { runTestApp } from '../test-app.ts'
import { fill, type Route, readRoutes, type Scene, sampleOf, writes } from './routes.ts'

const many = { points: 1_000_000, seconds: 3600 }
const app = runTestApp({
  limits: {
    registrationsPerAddress: many,
    signInsPerAddress: many,
    friendRequests: many,
    eventsCreated: many,
  },
})

type Row = Record<string, unknown>
type Tables = Record<string, Row[]>

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

let routes: Route[]
let columns: string[]
let attacker: Member
let victim: Member
/** A member whom no request names in a field of its own. */
let bystander: Member
let scene: Scene

function newcomer(name: string): Promise<Member> {
  return register(app.origin, { name, email: `${name.toLowerCase()}@esempio.it`, password: 'Tana-rossa1' })
}

async function readTables(): Promise<Tables> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1
  `.execute(app.database)
  const entries = rows
    .filter(({ name }) => !bookkeeping.has(name))
    .map(async ({ name }) => {
      const all = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(
        app.database,
      )
      return [name, all.rows.map(({ row }) => row)] as const
    })
  return Object.fromEntries(await Promise.all(entries))
}

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
  routes = await readRoutes(app.visit())
  ;[attacker, victim, bystander] = await Promise.all([
    newcomer('Attaccante'),
    newcomer('Vittima'),
    newcomer('Passante'),
  ])
  await befriend(attacker, victim)
  scene = {
    uid: victim.uid,
    eventId: (await createEvent(victim)).id,
    conversationId: await openPrivateChat(attacker, victim),
  }
  await sendMessage(victim, scene.conversationId, 'leggi')
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

/** Writes that no sample can make succeed here. */
const expectedRefusals: Record<string, number> = {
  'POST /api/account/confirmation': 403,
  'POST /api/account/password': 422,
  'DELETE /api/account/sessions/{id}': 404,
  'PUT /api/account/second-factor': 401,
  'POST /api/account/recovery-codes': 409,
  'POST /api/auth/second-factor': 410,
  'POST /api/auth/passkey': 401,
  'POST /api/account/passkeys': 401,
  'POST /api/account/email/confirm': 410,
  'POST /api/account/email/revert': 410,
  'POST /api/appeals': 422,
  // Nobody here moderates.
  'POST /api/moderation/reports/{id}/decision': 404,
  'POST /api/moderation/decisions/{id}/revert': 404,
  'POST /api/moderation/appeals/{id}/answer': 404,
  'POST /disiscrizione/{token}': 415,
  'POST /api/bots/{uid}/token': 404,
  'POST /api/bots/{uid}/webhooks': 404,
  'POST /api/hooks/{token}': 401,
  'POST /api/auth/reset-link': 410,
  // It takes a picture alone.
  'PUT /api/profiles/me/photo': 422,
  'POST /api/push/test': 404,
  // The sample of a link is none of CTFtime.
  'POST /api/events/ctftime': 422,
  'POST /api/auth/reset-password': 410,
}

/** Prepares what the route's sample needs, so that its write goes through. */
async function sceneFor(route: Route, index: number): Promise<Scene & { sequence?: number }> {
  if (route.path.includes('/requests/{uid}/')) {
    const sender = await newcomer(`Mittente${index}`)
    await sender.post('/api/friends/requests', { uid: attacker.uid })
    return { ...scene, uid: sender.uid }
  }
  if (route.name === 'DELETE /api/friends/requests/{uid}') {
    const recipient = await newcomer(`Destinatario${index}`)
    await attacker.post('/api/friends/requests', { uid: recipient.uid })
    return { ...scene, uid: recipient.uid }
  }
  if (route.path.endsWith('/messages/{sequence}')) {
    const sent = await sendMessage(attacker, scene.conversationId, 'da cambiare')
    return { ...scene, sequence: ((await sent.json()) as Message).sequence }
  }
  if (/\/events\/\{eventId\}(\/(cancel|restore|updates|owner|organizers\/\{uid\}))?$/.test(route.path)) {
    const eventId = (await createEvent(attacker)).id
    if (route.path.endsWith('/owner')) await attacker.put(`/api/events/${eventId}/organizers/${scene.uid}`)
    return { ...scene, eventId }
  }
  // The friend of the scene is needed for its chat.
  if (route.name === 'DELETE /api/friends/{uid}') {
    const friend = await newcomer(`Amica${index}`)
    await befriend(attacker, friend)
    return { ...scene, uid: friend.uid }
  }
  if (route.name === 'POST /api/friends/requests' || route.path === '/api/blocks/{uid}')
    return { ...scene, uid: (await newcomer(`Ignota${index}`)).uid }
  return scene
}

it('writes nothing that a body names besides its route’s own fields, in any table (S-04)', async () => {
  await app.as('anna')
  let pairs = 0
  let accepted = 0
  for (const [index, route] of routes.filter(writes).entries()) {
    // Signing in and out concerns the visitor's own cookies; everything else is the attacker's.
    const by = route.path.startsWith('/api/auth/')
      ? app.visit()
      : route.name === 'POST /api/account/deletion'
        ? await newcomer('Partente')
        : attacker
    const extra = plants(new Set(route.slots.filter((slot) => slot.in === 'body').map(({ name }) => name)))
    pairs += Object.keys(extra).length
    const here = await sceneFor(route, index)
    const {
      method,
      path,
      body = '{}',
    } = fill(route, (slot) =>
      route.name === 'POST /api/auth/login' ? anna[slot.name as 'email'] : sampleOf(slot, here),
    )
    const before = await readTables()
    const answer = await by.fetch(path, { method, body: JSON.stringify({ ...extra, ...JSON.parse(body) }) })
    const after = await readTables()

    expect([route.name, answer.ok ? 'accepted' : answer.status]).toEqual([
      route.name,
      expectedRefusals[route.name] ?? 'accepted',
    ])
    if (answer.ok) accepted += 1
    expect([route.name, foreignPlaces(before, after)]).toEqual([route.name, []])
    expect([route.name, after.users?.filter((row) => row.email_verified)]).toEqual([route.name, []])
  }
  figure('S-04', `${accepted} kinds of write with ${pairs} foreign fields: 0 forbidden changes`)
})

it('names the session’s member as the sender, the organiser and the participant, whatever the body says (S-04)', async () => {
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
  expect(Math.abs(Date.parse(message.timestamp) - Date.now())).toBeLessThan(60_000)
  const event = await attacker.post('/api/events', {
    ...plants(
      new Set([
        ...['title', 'description', 'dateTime', 'deadline', 'link', 'category', 'duration'],
        ...['timeZone', 'isAllDay', 'venue', 'address', 'mapLink', 'capacity', 'joinDeadline', 'ctftimeId'],
      ]),
    ),
    title: 'Mia',
    description: 'mia',
    dateTime: new Date(Date.now() + 3_600_000).toISOString(),
    deadline: new Date(Date.now() + 7_200_000).toISOString(),
    link: 'https://esempio.it',
    category: 'other',
    duration: '1 ora',
  })
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
