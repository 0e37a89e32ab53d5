import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Message, MessagePage } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { anna, bruno } from '@covo/testing/cast'
import { type ServerProcess, startServerProcess } from '@covo/testing/server-process'
import { register, type Visitor, visit } from '@covo/testing/visitor'
import { afterEach, beforeEach, expect, it } from 'vitest'

const rounds = 10
/** A kill comes at a random moment within so many ms of a round's first message. */
const longestRound = 900
/** Ms between two messages of a writer: too few fit into a round for the limit of messages to matter. */
const pause = 25

let dataDirectory: string
let server: ServerProcess | undefined

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'covo-crash-'))
})

afterEach(async () => {
  server?.child.kill('SIGTERM')
  await server?.ended()
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 10 })
})

it('loses, doubles and reorders no acknowledged message when the server or the database is killed', async () => {
  const seed = Number(process.env.COVO_CRASH_SEED ?? Date.now() % 1_000_000)
  const random = randomFrom(seed)
  let origin = await start()
  const members = await Promise.all([anna, bruno].map((person) => register(origin, person)))
  const writers = members.map((member) => createWriter(member.uid))
  const restarts: number[] = []

  for (let round = 1; round <= rounds; round += 1) {
    const end = new AbortController()
    const writing = writers.map((writer, index) =>
      writer.write(visit(origin, { cookie: members[index]?.cookie() ?? '' }), end.signal),
    )
    await delay(random() * longestRound)
    await (round % 2 === 1 ? killServer() : killEverything())
    end.abort()
    await Promise.all(writing)

    const killedAt = performance.now()
    origin = await start()
    restarts.push(performance.now() - killedAt)
  }
  for (const [index, writer] of writers.entries()) {
    await writer.settle(visit(origin, { cookie: members[index]?.cookie() ?? '' }))
  }

  const history = await readHistory(visit(origin, { cookie: members[0]?.cookie() ?? '' }))
  const acknowledged = writers.flatMap((writer) => writer.acknowledged)
  const stored = new Map(history.map((message) => [message.clientId, message]))
  const figures = {
    acknowledged: acknowledged.length,
    resent: writers.reduce((sum, writer) => sum + writer.resent(), 0),
    missing: acknowledged.filter(({ clientId, text }) => stored.get(clientId)?.text !== text).length,
    doubled: history.length - new Set(history.map((message) => message.text + message.userId)).size,
    outOfOrder: writers.reduce((sum, { acknowledged: sent }) => sum + countDescents(sent), 0),
    renumbered: acknowledged.filter(({ clientId, sequence }) => stored.get(clientId)?.sequence !== sequence)
      .length,
    unasked: history.length - acknowledged.length,
    holes: history.filter((message, index) => message.sequence !== index + 1).length,
  }
  process.stdout.write(
    `${rounds} kills, seed ${seed}, slowest restart ${Math.round(Math.max(...restarts))} ms: ${JSON.stringify(figures)}\n`,
  )

  expect(figures).toMatchObject({
    missing: 0,
    doubled: 0,
    outOfOrder: 0,
    renumbered: 0,
    unasked: 0,
    holes: 0,
  })
  // Every round got somewhere, so that the kills met a working server.
  expect(figures.acknowledged).toBeGreaterThan(rounds * 2)
}, 90_000)

async function start(): Promise<string> {
  server = startServerProcess({ PORT: '0', COVO_DATA_DIR: dataDirectory })
  return await server.ready()
}

async function killServer(): Promise<void> {
  server?.child.kill('SIGKILL')
  await server?.ended()
}

async function killEverything(): Promise<void> {
  const file = await readFile(join(dataDirectory, 'postgres/data/postmaster.pid'), 'utf8')
  const postmaster = Number.parseInt(file, 10)
  // Each of PostgreSQL's processes leads a group of its own.
  const backends = await childrenOf(postmaster)
  for (const pid of [postmaster, ...backends]) kill(pid)
  if (server?.child.pid) kill(-server.child.pid)
  await server?.ended()
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // A backend may have ended since it was listed.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const list =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
      : (await promisify(execFile)('pgrep', ['-P', String(pid)])).stdout
  return list.trim().split(/\s+/).map(Number)
}

type Sent = { clientId: string; text: string; sequence: number }

/** Somebody who counts in the public room, and says a number again, with the same id, until it is acknowledged. */
function createWriter(uid: string) {
  const acknowledged: Sent[] = []
  let pending: { clientId: string; text: string; attempts: number } | undefined
  let resent = 0

  /** Sends the pending message, or a new one; answers false when the outcome is unknown. */
  async function send(visitor: Visitor): Promise<boolean> {
    pending ??= { clientId: randomUUID(), text: String(acknowledged.length + 1), attempts: 0 }
    const { clientId, text } = pending
    if (pending.attempts > 0) resent += 1
    pending.attempts += 1
    let answer: Response
    try {
      answer = await visitor.fetch(`/api/chat/${publicRoomId}/messages`, {
        method: 'POST',
        body: JSON.stringify({ clientId, text }),
      })
    } catch {
      return false
    }
    if (answer.status !== 201) {
      // A database that is being killed under a living server answers like this.
      if (answer.status >= 500) return false
      throw new Error(`${uid} was refused: ${answer.status} ${await answer.text()}`)
    }
    const { sequence } = (await answer.json()) as Message
    acknowledged.push({ clientId, text, sequence })
    pending = undefined
    return true
  }

  return {
    acknowledged,
    resent: () => resent,
    async write(visitor: Visitor, end: AbortSignal): Promise<void> {
      while (!end.aborted && (await send(visitor))) await delay(pause)
    },
    async settle(visitor: Visitor): Promise<void> {
      if (pending && !(await send(visitor))) throw new Error(`${uid} got no answer from a living server`)
    },
  }
}

async function readHistory(visitor: Visitor): Promise<Message[]> {
  const history: Message[] = []
  for (;;) {
    const after = history.at(-1)?.sequence ?? 0
    const answer = await visitor.fetch(`/api/chat/${publicRoomId}/messages?after=${after}`)
    const page = (await answer.json()) as MessagePage
    history.push(...page.messages)
    if (page.messages.length === 0 || history.at(-1)?.sequence === page.head) return history
  }
}

function countDescents(sent: Sent[]): number {
  return sent.filter((message, index) => message.sequence <= (sent[index - 1]?.sequence ?? 0)).length
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
