import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { figure } from '@covo/testing/figure'
import { randomFrom } from '@covo/testing/random'
import { startServerProcess } from '@covo/testing/server-process'
import { type Member, register, visit } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { withCopyOf } from '../../../test/operator-settings.ts'

const seed = Number(process.env.COVO_KILLS_SEED ?? Date.now() % 1_000_000)
const kills = 3
const reporters = 3
/** Milliseconds after a round's first report within which the kill comes: while reports are stored, mailed and noted. */
const longestRound = 400

/** A mail server that takes its time; answers the Message-IDs of the mails that it took, by their recipient. */
async function startMailServer() {
  const taken = new Map<string, string[]>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      let raw = ''
      try {
        for await (const chunk of stream) raw += chunk
      } catch {
        // Of a process that was killed.
        return
      }
      await delay(20)
      const [recipient] = envelope.rcptTo
      const to = recipient?.address ?? ''
      if (raw.includes('Segnalazione ricevuta'))
        taken.set(to, [...(taken.get(to) ?? []), /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? ''])
      done()
    },
  })
  // Connections of processes that are killed.
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as { port: number }
  return { taken, url: `smtp://127.0.0.1:${port}`, stop: () => server.close() }
}

it(
  'mails each report that was stored, and none again but one that the mail server took just before a kill',
  { timeout: 240_000 },
  () =>
    withCopyOf({ COVO_DATABASE_URL: 'postgres:///template_covo' }, async (settings) => {
      const random = randomFrom(seed)
      const mails = await startMailServer()
      const folder = await mkdtemp(join(tmpdir(), 'covo-jobs-'))
      const start = () =>
        startServerProcess({
          ...settings,
          PORT: '0',
          COVO_DATA_DIR: folder,
          COVO_SECRET: 'la chiave di due processi che si danno il cambio',
          COVO_SMTP_URL: mails.url,
          COVO_LIMIT_REPORTS: '1000/1',
        })
      const client = new pg.Client({ connectionString: settings.COVO_DATABASE_URL })
      await client.connect()
      const servers = [start(), start()]
      const origins = await Promise.all(servers.map((server) => server.ready()))
      try {
        const password = 'Tana-rossa1'
        const people = await Promise.all(
          Array.from({ length: kills + reporters }, (_, index) =>
            register(origins[0] ?? '', {
              name: `Membro ${index}`,
              email: `membro${index}@esempio.it`,
              password,
            }),
          ),
        )
        const reported = people.slice(0, kills)
        const writers = people.slice(kills)
        /** Who reported whom and was not refused; of others nobody knows whether the report was stored. */
        const report = async (writer: Member, origin: string, uid: string): Promise<unknown> =>
          await visit(origin, { cookie: writer.cookie() })
            .post('/api/reports', { subject: { kind: 'member', id: uid }, reason: 'spam' })
            .catch(() => {})
        for (const [round, { uid }] of reported.entries()) {
          const victim = round % 2
          const sent = writers.map((writer, index) => report(writer, origins[index % 2] ?? '', uid))
          await delay(random() * longestRound)
          servers[victim]?.child.kill('SIGKILL')
          await Promise.all(sent)
          await servers[victim]?.ended()
          const next = start()
          servers[victim] = next
          origins[victim] = await next.ready()
          // Else the jobs of the killed process would wait for a minute.
          await client.query('update jobs set run_at = now() where lease is not null')
        }
        await waitUntil(async () => {
          const { rows } = await client.query("select from jobs where kind like 'reports.%'")
          return rows.length === 0
        }, 90_000)
        const { rows: stored } = await client.query<{ email: string; count: number }>(
          'select email, count(*) from reports join users on users.id = reporter_id group by email order by email',
        )
        const once = [...mails.taken]
          .map(([email, ids]) => ({ email, count: new Set(ids).size }))
          .toSorted((one, other) => one.email.localeCompare(other.email))
        const total = [...mails.taken.values()].flat()
        figure(
          'jobs',
          `${kills} kills, ${stored.length} reporters: ${total.length} mails, ${new Set(total).size} different`,
        )
        expect(once, `COVO_KILLS_SEED=${seed}`).toEqual(stored)
        // Of the jobs that a killed process ran, two of a kind at most.
        expect(total.length - new Set(total).size).toBeLessThanOrEqual(2 * kills)
      } finally {
        await client.end()
        await Promise.all(servers.map((server) => server.stop()))
        mails.stop()
        await rm(folder, { recursive: true, force: true, maxRetries: 10 })
      }
    }),
)
