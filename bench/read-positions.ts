/**
 * The cost of a thousand members who report once a minute how far they have read a room, and of a thousand sockets that watch the marks
 * of five hundred rooms which all go on: processor time of the server and its database beyond that of the same time without, as shares of
 * a core. Budget: 2 % each.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { roomId } from '@covo/contract/chat/chat.rules'
import { roomHeadsTopic } from '@covo/contract/rooms/rooms.news'
import { crowdUid } from '@covo/testing/crowd'
import pg from 'pg'
import { median } from './support/figures.ts'
import { load, type Target } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { roomTopic } from './support/room.ts'
import { makeRooms, slugOf } from './support/rooms.ts'
import { coreShare, withServer } from './support/server.ts'
import { withReaders } from './support/sockets.ts'

const [readers, rooms, seconds, budget] = [1000, 500, 15, 2]
/** Seconds, as in the page: between two reports of a position, and between two frames about marks. */
const [reportEvery, markEvery] = [60, 2]

await withServer({}, async (server) => {
  const cookies = await signedInMembers(server.connection, readers)
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    await makeRooms(client, 0, rooms)
    const id = roomId(slugOf(0))
    await client.query(
      `insert into memberships (conversation_id, user_id, read_up_to) select $1, uid, 0 from unnest($2::uuid[]) uid`,
      [id, cookies.map((_, number) => crowdUid(number))],
    )
    await client.query('update conversations set head = 1000000 where id = $1', [id])
    await client.query('analyze')
    const watch = <Result>(topics: string[], use: () => Promise<Result>) =>
      withReaders({ port: server.port, count: readers, topics, cookies }, use)
    const idle = () => delay(seconds * 1000)
    const write = async () => {
      for (let second = 0; second < seconds; second += markEvery) {
        await client.query('update conversations set head = head + 1 where id <> $1', [id])
        await delay(markEvery * 1000)
      }
    }

    const [quiet, reporting, unwatched, marked]: number[][] = [[], [], [], []]
    for (let round = 0; round < 3; round += 1) {
      await watch([roomTopic], async () => {
        quiet?.push(await coreShare(server, idle))
        const reports = () =>
          load(reportTarget(server, cookies, id), { connections: 50, seconds, pace: readers / reportEvery })
        reporting?.push(await coreShare(server, reports))
        unwatched?.push(await coreShare(server, write))
      })
      await watch([roomTopic, roomHeadsTopic], async () => marked?.push(await coreShare(server, write)))
    }
    for (const [what, shares, alone] of [
      [`${readers} members report their position in a room`, reporting, quiet],
      [`${readers} sockets watch the marks of ${rooms} rooms`, marked, unwatched],
    ] as const) {
      const reference = median(alone ?? [])
      const share = median(shares ?? []) - reference
      report({
        what: `${what}: share of a core, of server and database, beyond that of the same without`,
        covo: `${share.toFixed(1)} %`,
        reference: `${reference.toFixed(1)} % without`,
        ratio: '-',
        budget: `≤ ${budget} %`,
        isMet: share <= budget,
      })
    }
  } finally {
    await client.end()
  }
})

/** Each report is of another member, and further than all before. */
function reportTarget(server: { port: number; origin: string }, cookies: string[], id: string): Target {
  let turn = 0
  return {
    port: server.port,
    path: `/api/chat/${id}/read`,
    headers: { Origin: server.origin },
    cookie: () => cookies[turn++ % cookies.length] ?? '',
    body: () => JSON.stringify({ sequence: turn + 1 }),
  }
}
