/**
 * Rooms by subject. References in the same run: the unread chats for the list of own rooms (2 times its time; 4 for who hides somebody);
 * the public room for a message to one of 100,000 members (1.1); a room of ten for entering it (1.5), and messages while nobody enters
 * (p99 1.25); one room for deliveries to a thousand sockets that watch the same twenty (0.9); five rooms for what is read where there
 * are five hundred (1.5).
 */
import { conversationTopic } from '@covo/contract/chat/chat.news'
import { roomId } from '@covo/contract/chat/chat.rules'
import { crowdUid } from '@covo/testing/crowd'
import pg from 'pg'
import { median, quantile } from './support/figures.ts'
import { load } from './support/load.ts'
import { openChat, signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { roomPath, roomTopic, sendTargets } from './support/room.ts'
import { makeRooms, slugOf } from './support/rooms.ts'
import { type MeasuredServer, withServer } from './support/server.ts'
import { withReaders } from './support/sockets.ts'

const [rooms, ownRooms, crowd, readers, sharedRooms] = [500, 200, 100_000, 1000, 20]
const [rounds, senders] = [3, 40]
/** Messages a second of all senders together. */
const pace = 100
const pathOf = (number: number) => `/api/chat/${roomId(slugOf(number))}/messages`

await withServer(
  { COVO_LIMIT_ROOM_MEMBERSHIPS: '1000000/1', COVO_LIMIT_MESSAGE_SEARCHES: '1000000/1' },
  async (server) => {
    const cookies = await signedInMembers(server.connection, readers, 1000, crowd)
    const client = new pg.Client(server.connection)
    await client.connect()
    await client.query('set statement_timeout = 0')
    try {
      await makeRooms(client, 0, 5)
      await enter(client, 0, readers)
      await load(sendTargets(server, cookies.slice(0, senders), pathOf(0)), {
        connections: senders,
        seconds: 2,
      })
      await client.query('vacuum analyze')
      const few = await measureReads(server, cookies)
      await makeRooms(client, 5, rooms)
      await client.query('vacuum analyze')
      await reportReads(few, await measureReads(server, cookies))
      await measureOwn(server, client, cookies)
      await measureDeliveries(server, client, cookies)
      await enter(client, 0, crowd)
      await client.query('vacuum analyze')
      await measureMessages(server, cookies)
      await measureEntering(server, client, cookies)
    } finally {
      await client.end()
    }
  },
)

/** Lets the first members of the crowd in, who are not there yet. */
async function enter(client: pg.Client, room: number, count: number): Promise<void> {
  // Counted once, and not a hundred thousand times.
  await client.query('alter table memberships disable trigger memberships_count_insert')
  await client.query(
    `insert into memberships (conversation_id, user_id, read_up_to)
     select $1, uid, 0 from unnest($2::uuid[]) uid on conflict do nothing`,
    [roomId(slugOf(room)), Array.from({ length: count }, (_, number) => crowdUid(number))],
  )
  await client.query('alter table memberships enable trigger memberships_count_insert')
  await client.query('update rooms set members = $2 where slug = $1', [slugOf(room), count])
}

/** The times of what members read, by what it is. */
async function measureReads(server: MeasuredServer, cookies: string[]): Promise<Map<string, number>> {
  const reads = {
    'newest page': pathOf(0),
    search: `/api/chat/search?query=ciao&conversationId=${roomId(slugOf(0))}`,
    'per te': '/api/chat/mentions',
  }
  const medians = new Map<string, number>()
  for (const [what, path] of Object.entries(reads))
    medians.set(what, await medianOf(server, cookies[0], path))
  return medians
}

async function medianOf({ port }: MeasuredServer, Cookie = '', path: string): Promise<number> {
  return median((await load({ port, path, headers: { Cookie } }, { connections: 1, seconds: 2 })).times)
}

function reportReads(few: Map<string, number>, many: Map<string, number>): void {
  for (const [what, own] of many) {
    const reference = few.get(what) ?? 0
    const ratio = own / reference
    report({
      what: `${what} of a room where there are ${rooms}: median`,
      covo: `${own.toFixed(2)} ms`,
      reference: `${reference.toFixed(2)} ms where there are 5`,
      ratio: ratio.toFixed(2),
      budget: '≤ 1.5',
      isMet: ratio <= 1.5,
    })
  }
}

/** The first member is in 200 rooms and has 50 unread chats; so has the second, who hides somebody. */
async function measureOwn(server: MeasuredServer, client: pg.Client, cookies: string[]): Promise<void> {
  for (const number of [0, 1])
    await client.query(
      `insert into memberships (conversation_id, user_id, read_up_to)
       select conversation_id, $1, 0 from rooms where place < $2 on conflict do nothing`,
      [crowdUid(number), ownRooms],
    )
  await client.query('insert into blocks (user_id, blocked_id) values ($1, $2)', [crowdUid(1), crowdUid(99)])
  for (let other = 100; other < 150; other += 1) {
    const path = await openChat(client, 0, other)
    await load(sendTargets(server, cookies.slice(other, other + 1), path), { connections: 1, seconds: 0.02 })
  }
  const [unread, own, hiding]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    unread.push(await medianOf(server, cookies[0], '/api/chat/unread'))
    own.push(await medianOf(server, cookies[0], '/api/rooms/own'))
    hiding.push(await medianOf(server, cookies[1], '/api/rooms/own'))
  }
  for (const [who, times, budget] of [
    ['own rooms', own, 2],
    ['own rooms of who hides somebody', hiding, 4],
  ] as const) {
    const ratio = median(times) / median(unread)
    report({
      what: `${who}, ${ownRooms} of ${rooms}: median`,
      covo: `${median(times).toFixed(2)} ms`,
      reference: `${median(unread).toFixed(2)} ms for 50 unread chats`,
      ratio: ratio.toFixed(2),
      budget: `≤ ${budget}`,
      isMet: ratio <= budget,
    })
  }
}

/** As many messages in all, of which each sender waits for the answer: spread over the rooms that all watch, or in one. */
async function measureDeliveries(
  server: MeasuredServer,
  client: pg.Client,
  cookies: string[],
): Promise<void> {
  const shared = Array.from({ length: sharedRooms }, (_, number) => number)
  for (const number of shared) await enter(client, number, readers)
  const open = { port: server.port, count: readers, cookies }
  const topicOf = (number: number) => conversationTopic(roomId(slugOf(number)))
  const [spread, one]: [number[], number[]] = [[], []]
  const targets = (numbers: number[]) =>
    cookies
      .slice(0, senders)
      .flatMap((cookie, index) => sendTargets(server, [cookie], pathOf(numbers[index % numbers.length] ?? 0)))
  for (let round = 0; round < 3; round += 1)
    for (const [figures, numbers] of [
      [spread, shared],
      [one, [0]],
    ] as const)
      await withReaders({ ...open, topics: numbers.map(topicOf) }, async (receive) => {
        const { deliveries } = await receive(() =>
          load(targets([...numbers]), { connections: senders, pace }),
        )
        figures.push(deliveries / 4)
      })
  const ratio = median(spread) / median(one)
  report({
    what: `deliveries a second to ${readers} sockets in the same ${sharedRooms} rooms, ${pace} messages a second in all`,
    covo: `${Math.round(median(spread))}`,
    reference: `${Math.round(median(one))} in one room`,
    ratio: ratio.toFixed(2),
    budget: '≥ 0.9',
    isMet: ratio >= 0.9,
  })
}

async function measureMessages(server: MeasuredServer, cookies: string[]): Promise<void> {
  const topics = [roomTopic, conversationTopic(roomId(slugOf(0)))]
  const [own, general]: [number[], number[]] = [[], []]
  await withReaders({ port: server.port, count: readers, topics, cookies }, async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const [times, path] of [
        [own, pathOf(0)],
        [general, roomPath],
      ] as const)
        times.push(
          ...(await load(sendTargets(server, cookies, path), { connections: 4, seconds: 2, pace: 40 })).times,
        )
  })
  const ratio = median(own) / median(general)
  report({
    what: `a message to a room of ${crowd} members, ${readers} watching: median`,
    covo: `${median(own).toFixed(2)} ms`,
    reference: `${median(general).toFixed(2)} ms to the public room`,
    ratio: ratio.toFixed(2),
    budget: '≤ 1.1',
    isMet: ratio <= 1.1,
  })
}

/** The members who are signed in leave both rooms before each round. */
async function measureEntering(server: MeasuredServer, client: pg.Client, cookies: string[]): Promise<void> {
  const [large, small] = [0, rooms - 1]
  const entering = (room: number, pace?: number) => {
    const path = `/api/rooms/${slugOf(room)}/membership`
    const targets = cookies.map((Cookie) => ({
      port: server.port,
      path,
      headers: { Origin: server.origin, Cookie },
      method: () => 'PUT',
    }))
    return load(targets, { connections: pace ? readers : 100, seconds: 2, ...(pace ? { pace } : {}) })
  }
  const leave = () =>
    client.query('delete from memberships where conversation_id = any($1) and user_id = any($2)', [
      [large, small].map((room) => roomId(slugOf(room))),
      cookies.map((_, number) => crowdUid(number)),
    ])
  const sending = async () =>
    (await load(sendTargets(server, cookies, pathOf(1)), { connections: 20, seconds: 2, pace: 100 })).times
  const [into, reference, beside, alone]: number[][] = [[], [], [], []]
  for (let round = 0; round < rounds; round += 1) {
    for (const [times, room] of [
      [into, large],
      [reference, small],
    ] as const) {
      await leave()
      times?.push(...(await entering(room, 50)).times)
    }
    alone?.push(...(await sending()))
    await leave()
    const [sent] = await Promise.all([sending(), entering(large, 300)])
    beside?.push(...sent)
  }
  const [ratio, p99s] = [
    median(into ?? []) / median(reference ?? []),
    [beside, alone].map((times) => quantile(times ?? [], 0.99)),
  ]
  report({
    what: `entering a room of ${crowd}: median`,
    covo: `${median(into ?? []).toFixed(2)} ms`,
    reference: `${median(reference ?? []).toFixed(2)} ms into an empty one`,
    ratio: ratio.toFixed(2),
    budget: '≤ 1.5',
    isMet: ratio <= 1.5,
  })
  const [own = 0, quiet = 1] = p99s
  report({
    what: 'messages to another room while 300 a second enter one: p99',
    covo: `${own.toFixed(1)} ms`,
    reference: `${quiet.toFixed(1)} ms while nobody does`,
    ratio: (own / quiet).toFixed(2),
    budget: '≤ 1.25',
    isMet: own / quiet <= 1.25,
  })
}
