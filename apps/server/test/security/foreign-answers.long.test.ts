import { connect, type Socket } from 'node:net'
import { figure, repetitions } from '@covo/testing/figure'
import { befriend, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { randomFrom } from '@covo/testing/random'
import type { Member } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { runTestApp } from '../test-app.ts'

const app = runTestApp()

const crowd = 40
const requests = repetitions('S-24', 2_000, 50_000)
/** Connections of the proxy, each shared by all members. */
const connections = 16
/** Requests that are sent on a connection before the first is answered. */
const pipelined = 5
const broken = 5
const seed = 24

type Person = { member: Member; canary: string; friend: string; paths: string[] }
let people: Person[]

beforeAll(async () => {
  const members = await app.members(crowd)
  for (const [index, { uid }] of members.entries())
    await app.database
      .updateTable('users')
      .set({ display_name: canaryOf(index), email: `${canaryOf(index)}@posta.it` })
      .where('id', '=', uid)
      .execute()
  people = []
  for (const [index, member] of members.entries()) {
    const friend = members[index ^ 1]
    if (!friend) throw new Error('the crowd is even')
    const conversation = [member.uid, friend.uid].toSorted().join('_')
    people.push({
      member,
      canary: canaryOf(index),
      friend: canaryOf(index ^ 1),
      paths: [
        '/api/profiles/me',
        '/api/friends',
        '/api/chat/unread',
        `/api/chat/${conversation}/messages`,
        `/api/chat/${conversation}/partner`,
        // Refused, by what only this one is refused for: failures must not cross either.
        `/api/friends/search?query=${canaryOf(index)}&cursor=${canaryOf(index)}`,
      ],
    })
    if (index % 2 === 0) {
      await befriend(member, friend)
      await openPrivateChat(member, friend)
      await sendMessage(member, conversation, `Ciao ${canaryOf(index ^ 1)}, sono ${canaryOf(index)}`)
    }
  }
})

function canaryOf(number: number): string {
  return `canarino-${String(number).padStart(3, '0')}x`
}

type Answer = { status: number; head: string; body: string }

/** The bytes of a connection, cut into answers (RFC 9112, section 6.3: all of ours have their length). */
function answersIn(bytes: Buffer): { answers: Answer[]; rest: Buffer } {
  const answers: Answer[] = []
  let position = 0
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n', position)
    if (end < 0) break
    const head = bytes.toString('latin1', position, end)
    const length = Number(
      /^content-length: (\d+)/im.exec(head)?.[1] ?? (/^transfer-encoding:/im.test(head) ? Number.NaN : 0),
    )
    if (Number.isNaN(length)) throw new Error(`an answer of unknown length: ${head}`)
    if (bytes.length < end + 4 + length) break
    answers.push({
      status: Number(head.slice(9, 12)),
      head,
      body: bytes.toString('utf8', end + 4, end + 4 + length),
    })
    position = end + 4 + length
  }
  return { answers, rest: bytes.subarray(position) }
}

it('never answers with another member’s data, on connections that members share and that break (S-24)', async () => {
  const { port, host } = new URL(app.origin)
  const statuses = new Map<number, number>()
  const foreign: string[] = []
  const unfit: string[] = []
  const storable: string[] = []
  let sent = 0
  let answered = 0
  let cancelled = 0
  let ownCanaries = 0

  function judge(person: Person, path: string, { status, head, body }: Answer): void {
    answered += 1
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (!/^cache-control: no-store$/im.test(head)) storable.push(`${path}: ${head}`)
    for (const canary of `${head}\n${body}`.match(/canarino-\d{3}x/g) ?? []) {
      if (canary === person.canary || canary === person.friend) ownCanaries += 1
      else foreign.push(`${person.canary} asked for ${path} and was answered ${canary}`)
    }
    // A neighbour's answer of another path would pass for an own one where it names nobody.
    const key =
      status === 200
        ? { '/api/profiles/me': '"bio"', '/api/friends': '"people"', '/api/chat/unread': '"chats"' }[path]
        : ''
    if (key && !body.includes(key)) unfit.push(`${path}: ${body}`)
    if (status === 200 && path === '/api/profiles/me' && !body.includes(person.canary))
      unfit.push(`${path}: ${body}`)
  }

  /** One connection after another, until all requests are sent. */
  async function proxy(random: () => number): Promise<void> {
    while (sent < requests) {
      const socket = connect(Number(port), 'localhost')
      await new Promise<void>((ready) => socket.once('connect', ready).once('error', () => ready()))
      await batches(socket, random)
      socket.destroy()
    }
  }

  /** Batches of different members' requests on one connection, until one of them is cancelled. */
  async function batches(socket: Socket, random: () => number): Promise<void> {
    while (sent < requests) {
      const batch = Array.from({ length: pipelined }, () => {
        const person = people[Math.floor(random() * people.length)] as Person
        return { person, path: person.paths[Math.floor(random() * person.paths.length)] as string }
      })
      sent += batch.length
      // A fifth of the requests is never answered: of each batch that is cancelled, those after `kept`.
      const kept = random() < 0.4 ? Math.floor(random() * pipelined) : pipelined
      const text = batch
        .map(
          ({ person, path }) =>
            `GET ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${person.member.cookie()}\r\n\r\n`,
        )
        .join('')
      const isOpen = await new Promise<boolean>((done) => {
        let rest: Buffer = Buffer.alloc(0)
        let next = 0
        const finish = (result: boolean) => {
          socket.removeAllListeners()
          socket.on('error', () => {})
          done(result)
        }
        socket.on('error', () => finish(false))
        socket.on('close', () => finish(false))
        socket.on('data', (chunk: Buffer) => {
          const found = answersIn(Buffer.concat([rest, chunk]))
          rest = found.rest
          for (const answer of found.answers) {
            const asked = batch[next]
            if (asked) judge(asked.person, asked.path, answer)
            next += 1
          }
          if (next >= kept) finish(kept === pipelined)
        })
        socket.write(text)
        // Before anything is answered: the server is at work on the first.
        if (kept === 0) setImmediate(() => finish(false))
      })
      if (kept < pipelined) cancelled += pipelined - kept
      if (!isOpen) return
    }
  }

  /** Breaks database connections that are in use, from time to time. */
  async function breaker(): Promise<number> {
    let ended = 0
    for (let time = 1; time <= broken; time += 1) {
      while (sent < (requests * time) / (broken + 1)) await new Promise((next) => setImmediate(next))
      const { rows } = await sql<{ ended: number }>`
        select count(pg_terminate_backend(pid)) as ended from (
          select pid from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() order by random() limit 5
        ) chosen`.execute(app.database)
      ended += rows[0]?.ended ?? 0
    }
    return ended
  }

  const [ended] = await Promise.all([
    breaker(),
    ...Array.from({ length: connections }, (_, index) => proxy(randomFrom(seed + index))),
  ])
  figure(
    'S-24',
    `${sent} requests of ${crowd} members (seed ${seed}), ${Math.round((cancelled * 100) / sent)}% cancelled, ${ended} database connections broken in ${broken} goes: ${answered} answers, ${foreign.length} with what is another's, ${storable.length} storable; ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`,
  )
  expect(foreign.slice(0, 3)).toEqual([])
  expect(unfit.slice(0, 3)).toEqual([])
  expect(storable.slice(0, 3)).toEqual([])
  expect(ownCanaries).toBeGreaterThan(requests / 4)
  expect(cancelled).toBeGreaterThan(0.15 * sent)
  expect(ended).toBeGreaterThanOrEqual(broken)
  // A database that is away is no reason to be signed out.
  expect([...statuses.keys()].filter((status) => ![200, 400, 503].includes(status))).toEqual([])
}, 600_000)
