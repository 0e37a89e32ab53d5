/**
 * The archive of a member's own data with 100,000 messages in a room of 200,000: ready within 60 s, with 50 MB more of the server's
 * memory at most, while 99 of 100 answers of the server to others, which the event loop has time for, take less than 50 ms.
 * Reference: the same answers and memory without an archive.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Export } from '@covo/contract/exports/exports.routes'
import { crowdUid } from '@covo/testing/crowd'
import { visit } from '@covo/testing/visitor'
import pg from 'pg'
import { quantile } from './support/figures.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { residentMegabytes, withServer } from './support/server.ts'

const messages = 100_000
const budget = { seconds: 60, megabytes: 50, p99: 50 }
/** Milliseconds between two looks. */
const pause = 10

await withServer({}, async ({ connection, origin, pid }) => {
  const [cookie = ''] = await signedInMembers(connection, 10, 2 * messages)
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('set statement_timeout = 0')
  await client.query(
    `update messages set sender_id = $1, text = repeat('Una frase come tante altre, di una certa lunghezza. ', 3) || sequence
     where conversation_id = 'generale' and sequence % 2 = 0`,
    [crowdUid(0)],
  )
  await client.query(
    `insert into conversation_authors (conversation_id, user_id) values ('generale', $1) on conflict do nothing`,
    [crowdUid(0)],
  )
  await client.query('vacuum analyze')
  await client.end()
  const member = visit(origin, { cookie })

  async function look(isOver: () => Promise<boolean>) {
    const [times, sizes]: [number[], number[]] = [[], []]
    const startedAt = performance.now()
    for (let isDone = false; !isDone; ) {
      const askedAt = performance.now()
      await member.fetch('/health/live')
      times.push(performance.now() - askedAt)
      sizes.push(residentMegabytes(pid))
      if (times.length % 20 === 0) isDone = await isOver()
      await delay(pause)
    }
    return {
      seconds: (performance.now() - startedAt) / 1000,
      p99: quantile(times, 0.99),
      megabytes: Math.max(...sizes),
    }
  }

  // The search indexes what was filled in.
  await delay(20_000)
  const quietUntil = performance.now() + 5000
  const quiet = await look(async () => performance.now() > quietUntil)
  const asked = await member.post('/api/account/export')
  if (asked.status !== 202) throw new Error(`an archive was refused: ${asked.status}`)
  const making = await look(async () => (await member.read<Export>('/api/account/export')).state === 'ready')
  const { bytes } = await member.read<Export>('/api/account/export')
  const more = making.megabytes - quiet.megabytes
  report({
    what: `archive of own data with ${messages} messages, ${((bytes ?? 0) / 1e6).toFixed(1)} MB`,
    covo: `${making.seconds.toFixed(1)} s, ${more.toFixed(0)} MB more memory, other answers p99 ${making.p99.toFixed(1)} ms`,
    reference: `${quiet.megabytes.toFixed(0)} MB, p99 ${quiet.p99.toFixed(1)} ms without`,
    ratio: '-',
    budget: `≤ ${budget.seconds} s, ≤ ${budget.megabytes} MB, < ${budget.p99} ms`,
    isMet: making.seconds <= budget.seconds && more <= budget.megabytes && making.p99 < budget.p99,
  })
})
