/**
 * The cost of blocks for members who have some. Reference: the same without any. One room with a thousand readers, of whom
 * fifty don't see its authors: budget 0.9 times the deliveries to those who do. The newest page of a room, read by a member
 * who hides a thousand others: budget 1.2 times the time.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { crowdUid } from '@covo/testing/crowd'
import { visit } from '@covo/testing/visitor'
import pg from 'pg'
import { median } from './support/figures.ts'
import { load } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { roomPath, roomTopic, sendTargets } from './support/room.ts'
import { withServer } from './support/server.ts'
import { withReaders } from './support/sockets.ts'

const members = 100
const readers = 1000
const authors = 40
/** Each has ten of the sockets. */
const hiding = 5
const hiddenPeople = 1000
const seconds = 4
/** Milliseconds for every process to learn of a block. */
const learning = 500

await withServer({}, async (server) => {
  const cookies = (await signedInMembers(server.connection, members + hiddenPeople)).slice(0, members)
  const client = new pg.Client(server.connection)
  await client.connect()
  const block = async (uid: string, people: string[]) => {
    await client.query('insert into blocks (user_id, blocked_id) select $1, unnest($2::uuid[])', [
      uid,
      people,
    ])
  }
  const uids = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => crowdUid(from + index))
  try {
    await measureFanOut()
    await measurePage()
  } finally {
    await client.end()
  }

  async function measureFanOut(): Promise<void> {
    const targets = sendTargets(server, cookies.slice(0, authors))
    const open = { port: server.port, count: readers, topic: roomTopic, cookies }
    await withReaders(open, async (receive) => {
      const [with_, without]: [number[], number[]] = [[], []]
      for (let round = 0; round < 3; round += 1) {
        for (const uid of uids(hiding, members - hiding)) await block(uid, uids(authors))
        await delay(learning)
        const send = () => load(targets, { connections: authors, seconds })
        with_.push((await receive(send)).deliveries / (readers - hiding * (readers / members)))
        await client.query('delete from blocks')
        await delay(learning)
        without.push((await receive(send)).deliveries / readers)
      }
      const ratio = median(with_) / median(without)
      report({
        what: `messages a second to each of ${readers} readers, ${hiding * (readers / members)} others of whom hide the authors`,
        covo: `${Math.round(median(with_) / seconds)}`,
        reference: `${Math.round(median(without) / seconds)} while nobody hides anybody`,
        ratio: ratio.toFixed(2),
        budget: '≥ 0.9',
        isMet: ratio >= 0.9,
      })
    })
  }

  async function measurePage(): Promise<void> {
    const [hider = '', other = '', writer = ''] = cookies
    await block(crowdUid(0), uids(hiddenPeople, members))
    await delay(learning)
    await visit(server.origin, { cookie: writer }).fetch(roomPath)
    const [own, usual]: [number[], number[]] = [[], []]
    for (let round = 0; round < 3; round += 1)
      for (const [times, cookie] of [
        [own, hider],
        [usual, other],
      ] as const) {
        const target = { port: server.port, path: roomPath, headers: { Cookie: cookie } }
        times.push(1 / (await load(target, { connections: 1, seconds: 2 })).perSecond)
      }
    const ratio = median(own) / median(usual)
    report({
      what: `the newest page of a room, read by who hides ${hiddenPeople} members`,
      covo: `${(median(own) * 1000).toFixed(2)} ms`,
      reference: `${(median(usual) * 1000).toFixed(2)} ms by who hides nobody`,
      ratio: ratio.toFixed(2),
      budget: '≤ 1.2',
      isMet: ratio <= 1.2,
    })
  }
})
