/**
 * What the newest page of a busy room costs: 32 connections ask for it again and again, and a bare `node:http` server for
 * a fixed text of the same size, in turns in one run. Prints medians of three and their ratio. Budget: 0.35.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anna } from '@covo/testing/cast'
import { startServerProcess } from '@covo/testing/server-process'
import { register } from '@covo/testing/visitor'
import { answersPerSecond, median } from './support/load.ts'

const path = '/api/chat/generale/messages'
const budget = 0.35

const folder = await mkdtemp(join(tmpdir(), 'covo-last-messages-'))
const limits = { COVO_LIMIT_MESSAGE_BURST: '100000/1', COVO_LIMIT_MESSAGES_SUSTAINED: '100000/1' }
const server = startServerProcess({ PORT: '3290', COVO_DATA_DIR: folder, ...limits })
try {
  const origin = await server.ready()
  const member = await register(origin, anna)
  for (let index = 0; index < 60; index += 1) {
    const text = `Messaggio ${index}: ${'ciao a tutti '.repeat(5)}`
    await member.fetch(path, { method: 'POST', body: JSON.stringify({ clientId: randomUUID(), text }) })
  }
  const size = (await (await member.fetch(path)).text()).length
  const reference = fork(join(import.meta.dirname, 'support/fixed-answer.ts'), [String(size)])
  const [referencePort] = (await once(reference, 'message')) as [number]
  const own: number[] = []
  const fixed: number[] = []
  for (let round = 0; round < 3; round += 1) {
    own.push(await answersPerSecond({ port: 3290, path, headers: { Cookie: member.cookie() } }))
    fixed.push(await answersPerSecond({ port: referencePort, path: '/' }))
  }
  reference.disconnect()
  const ratio = median(own) / median(fixed)
  process.stdout.write(
    `| What | Answers a second | Reference: ${size} bytes by node:http | Ratio | Budget |\n`,
  )
  process.stdout.write('|---|---|---|---|---|\n')
  process.stdout.write(
    `| last 50 messages, 32 connections | ${Math.round(median(own))} | ${Math.round(median(fixed))} | ${ratio.toFixed(2)} | ${budget} |\n`,
  )
} finally {
  server.child.kill()
  await server.ended()
  await rm(folder, { recursive: true, force: true })
}
