/**
 * The cost of 50 of a thousand members typing in the room, and of a thousand who ask every 45 seconds which of their friends
 * are connected: processor time of the server and its database beyond that of the same time without, as shares of a core.
 * Budget: 2 % each.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { crowdUid } from '@covo/testing/crowd'
import pg from 'pg'
import { median } from './support/figures.ts'
import { load, type Target } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { roomPath, roomTopic } from './support/room.ts'
import { coreShare, withServer } from './support/server.ts'
import { withReaders } from './support/sockets.ts'

const readers = 1000
const typing = 50
/** Seconds, as in the page: between two reports that a member types, and between two requests for presence. */
const noteEvery = 4
const askEvery = 45
const friends = 50
const seconds = 15
const budget = 2

await withServer({}, async (server) => {
  const cookies = await signedInMembers(server.connection, readers)
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query(
    `insert into friendships (user_id, friend_id)
     select one.uid::uuid, other.uid::uuid
     from unnest($1::text[]) with ordinality as one (uid, place), unnest($1::text[]) with ordinality as other (uid, place)
     where (other.place - one.place + $2) % $2 between 1 and $3 / 2 or (one.place - other.place + $2) % $2 between 1 and $3 / 2`,
    [Array.from({ length: readers }, (_, number) => crowdUid(number)), readers, friends],
  )
  await client.query('analyze')
  await client.end()
  const targetOf = (path: string, method: string, who: string[]): Target => {
    let turn = 0
    return {
      port: server.port,
      path,
      headers: { Origin: server.origin },
      method: () => method,
      cookie: () => who[turn++ % who.length] ?? '',
    }
  }
  const typists = targetOf(roomPath.replace('messages', 'typing'), 'POST', cookies.slice(0, typing))
  const askers = targetOf('/api/friends/presence', 'GET', cookies)
  const shareDuring = (work: () => Promise<unknown>) => coreShare(server, work)

  await withReaders({ port: server.port, count: readers, topics: [roomTopic], cookies }, async () => {
    const note = () => load(typists, { connections: typing, seconds, pace: typing / noteEvery })
    const ask = () => load(askers, { connections: typing, seconds, pace: readers / askEvery })
    for (const warmUp of [note, ask]) await warmUp()
    const [alone, noting, asking]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < 3; round += 1) {
      alone.push(await shareDuring(() => delay(seconds * 1000)))
      noting.push(await shareDuring(note))
      asking.push(await shareDuring(ask))
    }
    for (const [what, shares] of [
      [`${typing} of ${readers} members type`, noting],
      [`${readers} members ask who is connected`, asking],
    ] as const) {
      const share = median(shares) - median(alone)
      report({
        what: `${what}: share of a core, of server and database, beyond that of an idle one`,
        covo: `${share.toFixed(1)} %`,
        reference: `${median(alone).toFixed(1)} % idle`,
        ratio: '-',
        budget: `≤ ${budget} %`,
        isMet: share <= budget,
      })
    }
  })
})
