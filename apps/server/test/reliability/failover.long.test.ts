import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { conclude, openChatClient } from '@covo/testing/chat-client'
import { figure, repetitions, seedsOf } from '@covo/testing/figure'
import { createHistory, faultless } from '@covo/testing/history'
import { befriend, createEvent, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { randomFrom } from '@covo/testing/random'
import { startServerProcess } from '@covo/testing/server-process'
import { type Member, registerNewcomer, visit } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { expect, it, onTestFinished } from 'vitest'
import {
  isInstalled,
  notInstalled,
  openReplicatedDatabase,
  type ReplicatedDatabase,
} from './replicated-database.ts'
import { openRooms, readersOf, readPrivately, recordUnread, startWriting, writtenFast } from './rooms.ts'

const promotions = repetitions('R-23', 3, 30)
const memberCount = repetitions('R-23', 20, 200)
/** Some more than the 500 that are to be acknowledged: who waits for an answer falls behind. */
const perSecond = repetitions('R-23', 100, 700)
/** Milliseconds for which all is well before a primary dies, at most. */
const longestPeace = repetitions('R-23', 1200, 10_000)
/** Milliseconds for which what the standby lacks is shown before. */
const awayFor = 300
/** Messages that are shown and lost, at least, unless the server notices before. */
const lost = 4

if (!isInstalled) figure('R-23', `skipped: ${notInstalled}`)

it('keeps what was acknowledged when the machine of the database dies (R-23)', {
  timeout: 240_000 + promotions * 60_000,
}, async ({ skip }) => {
  skip(!isInstalled, notInstalled)
  const [seed = 0] = seedsOf('R-23')
  const random = randomFrom(seed)
  const database = await openReplicatedDatabase()
  const redis = process.env.COVO_TEST_REDIS_URL
  const settings: Record<string, string> = redis ? { COVO_REDIS_URL: redis } : {}
  const origins = [await startServer(database, settings), await startServer(database, settings)]
  const [origin = ''] = origins
  const history = createHistory()
  const rooms = await openRooms(origin, memberCount)
  const { members: inPublic = [], reader } = rooms.at(-1) ?? {}
  const joining = await startJoining(inPublic, origins)
  // One at each server, who write when a primary has died.
  const returning = origins.map((server) =>
    openChatClient(history, {
      uid: reader?.uid ?? '',
      cookie: reader?.cookie() ?? '',
      conversationId: publicRoomId,
      origin: () => server,
    }),
  )
  await Promise.all(returning.map(({ ready }) => ready))
  const writing = await startWriting(history, rooms, {
    origin: (number) => origins[number % origins.length] ?? '',
    perSecond,
  })

  const returns: number[] = []
  /** What was acknowledged while all was well, and for how many milliseconds that was. */
  const peace = { acknowledged: 0, ms: 0 }
  for (let round = 1; round <= promotions; round += 1) {
    const known = history.countAcknowledged()
    await waitUntil(() => history.countAcknowledged() > known + memberCount)
    const [before, startedAt] = [history.countAcknowledged() + history.countChanges(), performance.now()]
    await delay(random() * longestPeace)
    peace.acknowledged += history.countAcknowledged() + history.countChanges() - before
    peace.ms += performance.now() - startedAt
    // Every other one dies with messages that were shown, and sent again, but are on this machine alone.
    if (round % 2 === 0) {
      await database.stopStandby()
      const replicated = await countPublic(database)
      await waitUntil(async () => {
        await database.endWaiting()
        const areShown = returning.every(
          ({ entries }) => (entries.at(-1)?.sequence ?? 0) >= replicated + lost,
        )
        // From then on nobody can write.
        return areShown || (await isStandbyAway(origin))
      })
      await delay(awayFor)
    }
    await database.killPrimary()
    const diedAt = performance.now()
    // Without a socket they miss the news of the messages that reuse the sequences of lost ones.
    for (const client of returning) client.cut()
    const back = Promise.all(returning.map((client) => client.say(`Di nuovo qui ${round}`)))
    await database.promote()
    await database.makeStandby()
    await back
    returns.push(performance.now() - diedAt)
  }

  await writing.stop()
  const joined = await joining.stop()
  await readPrivately(history, rooms, origin)
  await recordUnread(history, rooms, origin)
  const faults = await conclude(history, [...writing.clients, ...returning], readersOf(rooms, origin))
  const slowest = Math.max(...returns)
  figure(
    'R-23',
    `seed ${seed}: ${promotions} promotions while ${memberCount} members write and join${redis ? '' : ', without Redis'}: ` +
      `${history.countAcknowledged()} messages, ${history.countChanges()} changes and ${joined.changes} joins and leaves ` +
      `acknowledged, ${Math.round((peace.acknowledged * 1000) / peace.ms)} messages and changes a second while all was well, ${history.countResends()} resent; writes back after ${(slowest / 1000).toFixed(1)} s at the slowest; ` +
      JSON.stringify(faults),
  )
  expect(faults).toEqual(faultless)
  expect(await readJoined(database, joined.eventId)).toEqual(joined)
})

async function isStandbyAway(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/health/ready`)
  return ((await answer.json()) as { standby?: string }).standby === 'away'
}

/** The messages of the public room that are seen at the primary. */
async function countPublic({ query }: ReplicatedDatabase): Promise<number> {
  const [row] = await query<{ count: string }>('select count(*) from messages where conversation_id = $1', [
    publicRoomId,
  ])
  return Number(row?.count)
}

async function startServer(database: ReplicatedDatabase, settings: Record<string, string>): Promise<string> {
  const server = startServerProcess({
    ...writtenFast,
    COVO_LIMIT_PARTICIPATION_CHANGES: '1000000/1',
    PORT: '0',
    COVO_DATA_DIR: database.folder,
    COVO_DATABASE_URL: database.url,
    ...settings,
  })
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.ended()
  })
  return await server.ready()
}

/** An event, with how often somebody joined or left it and who takes part. */
type Joined = { eventId: string; changes: number; participants: string[] }

/** Lets five members join an event of the first of all and leave it again, each time until it is acknowledged. */
async function startJoining([organizer, ...others]: Member[], origins: string[]) {
  if (!organizer) throw new Error('nobody makes the event')
  const { id } = await createEvent(organizer)
  const path = `/api/events/${id}/participation`
  const participants = new Set<string>()
  let changes = 0
  let isOver = false

  async function joinAndLeave({ uid, cookie }: Member, number: number): Promise<void> {
    const visitor = visit(origins[number % origins.length] ?? '', { cookie: cookie() })
    while (!isOver) {
      const joins = !participants.has(uid)
      const { status } = await insist(() => (joins ? visitor.put(path) : visitor.delete(path)))
      expect(status).toBe(200)
      if (joins) participants.add(uid)
      else participants.delete(uid)
      changes += 1
    }
  }

  const hands = Promise.all(others.slice(0, 5).map(joinAndLeave))
  // One that is refused fails the test that waits for it, not the process.
  hands.catch(() => {})
  return {
    async stop(): Promise<Joined> {
      isOver = true
      await hands
      return { eventId: id, changes, participants: [...participants].toSorted() }
    },
  }
}

/** The same as it is stored: each change of the participants counts once, however often it was asked for. */
async function readJoined({ query }: ReplicatedDatabase, eventId: string): Promise<Joined> {
  const [row] = await query<Omit<Joined, 'eventId'>>(
    `select revision::integer as changes,
            array(select user_id::text from event_participants where event_id = id order by 1) as participants
     from events where id = $1`,
    [eventId],
  )
  return { eventId, changes: 0, participants: [], ...row }
}

/** The first answer that is none of an outage. */
async function insist(send: () => Promise<Response>): Promise<Response> {
  return await waitUntil(async () => {
    const answer = await send().catch(() => null)
    return answer !== null && answer.status < 500 && answer
  })
}

/** What a member sends, and how often a statement finds it stored. */
type Mutation = {
  name: string
  send: () => Promise<Response>
  stored: [statement: string, id: string]
  /** The status of its repeat, where that is refused since it is done. */
  repeated?: number
}

/** One of each kind, by members of whom two are friends. */
async function prepareMutations(origin: string): Promise<Mutation[]> {
  const [anna, bruno, carla] = [
    await registerNewcomer(origin),
    await registerNewcomer(origin),
    await registerNewcomer(origin),
  ]
  await befriend(anna, bruno)
  const privateId = await openPrivateChat(anna, bruno)
  for (let sequence = 1; sequence <= 3; sequence += 1) await sendMessage(anna, privateId, 'ciao')
  const [joined, messaged, edited] = [
    await createEvent(bruno),
    await createEvent(anna),
    await createEvent(anna),
  ]
  const path = `/api/chat/${privateId}/messages`

  function message(name: string, conversationId: string): Mutation {
    const clientId = randomUUID()
    return {
      name,
      send: () => anna.post(`/api/chat/${conversationId}/messages`, { clientId, text: 'ciao' }),
      stored: ['select count(*) as times from messages where client_id = $1', clientId],
    }
  }

  const clientId = randomUUID()
  return [
    message('a public message', publicRoomId),
    message('a private message', privateId),
    {
      name: 'an edit',
      send: () => anna.put(`${path}/1`, { text: 'ciao!', edits: 0 }),
      stored: ['select sum(edits) as times from messages where conversation_id = $1', privateId],
    },
    {
      name: 'a reaction',
      send: () => bruno.put(`${path}/2/reactions/heart`),
      stored: ['select count(*) as times from message_reactions where user_id = $1', bruno.uid],
    },
    {
      name: 'a deletion',
      send: () => anna.delete(`${path}/3`),
      stored: ['select count(removed_at) as times from messages where conversation_id = $1', privateId],
    },
    {
      name: 'a join',
      send: () => anna.put(`/api/events/${joined.id}/participation`),
      stored: ['select revision as times from events where id = $1', joined.id],
    },
    {
      name: 'a friend request',
      send: () => anna.post('/api/friends/requests', { uid: carla.uid }),
      stored: ['select count(*) as times from friend_requests where recipient_id = $1', carla.uid],
      repeated: 409,
    },
    {
      name: 'a message about an event',
      send: () => anna.post(`/api/events/${messaged.id}/updates`, { clientId, text: 'A dopo' }),
      stored: ['select count(*) as times from event_updates where event_id = $1', messaged.id],
    },
    {
      name: 'an edit of an event',
      send: () => anna.patch(`/api/events/${edited.id}`, { version: edited.version, title: 'Altra serata' }),
      stored: ['select count(*) as times from event_updates where event_id = $1', edited.id],
      repeated: 409,
    },
  ]
}

it('acknowledges a repeat only when what it repeats is replicated (R-23)', async ({ skip }) => {
  skip(!isInstalled, notInstalled)
  const database = await openReplicatedDatabase()
  const origin = await startServer(database, {})
  const mutations = await prepareMutations(origin)
  await countWithoutWaiting(database)

  async function ofEach<Value>(look: (mutation: Mutation) => Promise<Value> | Value) {
    const looked = mutations.map(async (mutation) => [mutation.name, await look(mutation)] as const)
    return Object.fromEntries(await Promise.all(looked))
  }
  const sendAll = () => ofEach(async ({ send }) => (await send()).status)
  const readStored = () =>
    ofEach(async ({ stored: [statement, id] }) => {
      const [row] = await database.query<{ times: string }>(statement, [id])
      return Number(row?.times)
    })
  const [unavailable, once] = [await ofEach(() => 503), await ofEach(() => 1)]

  await database.stopStandby()
  let areAnswered = false
  const sent = sendAll().finally(() => {
    areAnswered = true
  })
  await waitUntil(async () => {
    await database.endWaiting()
    return areAnswered
  })
  expect(await sent).toEqual(unavailable)
  // They are committed, and seen by everybody, on one machine alone; on a slow one the server refused the last as soon as it noticed.
  const stored: Record<string, number> = await readStored()
  expect(Object.values(stored)).toContain(1)

  expect(await sendAll()).toEqual(unavailable)

  await database.resumeStandby()
  const repeated = await ofEach(async ({ send }) => {
    const { ok, status } = await insist(send)
    return ok || status
  })
  expect(repeated).toEqual(
    await ofEach(({ name, repeated: refused = true }) => stored[name] === 0 || refused),
  )
  expect(await readStored()).toEqual(once)
})

it('names the history in which a change is acknowledged, though its request came before the promotion (R-23)', async ({
  skip,
}) => {
  skip(!isInstalled, notInstalled)
  const database = await openReplicatedDatabase()
  const origin = await startServer(database, {})
  const member = await registerNewcomer(origin)
  const epochOf = ({ headers }: Response) => headers.get('covo-epoch')
  const before = epochOf(await member.fetch('/api/chat/unread'))

  const path = `/api/chat/${publicRoomId}/messages`
  const message = () => ({ clientId: randomUUID(), text: 'ciao' })
  const body = JSON.stringify(message())
  const begun = request(`${origin}${path}`, {
    method: 'POST',
    headers: {
      ...member.credentials(),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  })
  const answered = once(begun, 'response')
  begun.flushHeaders()
  await once(begun, 'continue')
  // The session of the first request was read before that of the second.
  await member.fetch('/api/chat/unread')
  await database.killPrimary()
  await database.promote()
  await database.makeStandby()
  const other = message()
  const acknowledged = await insist(() => member.post(path, other))
  begun.end(body)
  const [{ statusCode, headers }] = (await answered) as [IncomingMessage]
  expect(statusCode).toBe(201)
  expect(headers['covo-epoch']).not.toBe(before)
  expect(headers['covo-epoch']).toBe(epochOf(acknowledged))
})

/** Lets the counters of limits, which a request changes first, wait for no standby: it is the mutation's commit that waits. */
async function countWithoutWaiting({ query }: ReplicatedDatabase): Promise<void> {
  await query(
    `create function wait_for_nobody() returns trigger language plpgsql as $$
     begin
       perform set_config('synchronous_commit', 'local', true);
       return null;
     end $$`,
  )
  await query(
    `create trigger wait_for_nobody before insert or update on rate_limits
     for each statement execute function wait_for_nobody()`,
  )
}
