/**
 * How many members one server process holds, and two on one database and one Redis: steps of more and more members who
 * watch the room, of whom each writes a message every hundred seconds, up to the first step at which answers take more
 * than 0.1 s on average, or more than 2 s for one of a hundred (or its delivery does), or more than 0.025 % are errors.
 * The members run on the same processors as the servers and the database.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { quantile } from './support/figures.ts'
import { load } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { roomTopic, sendTargets } from './support/room.ts'
import { type MeasuredServer, urlOf, withDatabase, withServer } from './support/server.ts'
import { withReaders } from './support/sockets.ts'

const steps = [500, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000]
const seconds = 8
/** Milliseconds for all steps of a configuration. */
const patience = 150_000
const redisPort = 3299

type Step = { members: number; messages: number; breach: string | null }

async function rampUp(servers: MeasuredServer[], cookies: string[]): Promise<Step[]> {
  const startedAt = performance.now()
  const done: Step[] = []
  for (const members of steps) {
    const messages = members / 100
    const step = { members, messages, breach: await tryStep(servers, cookies, members, messages) }
    process.stdout.write(`${servers.length} × ${members}: ${step.breach ?? 'held'}\n`)
    done.push(step)
    if (step.breach || performance.now() - startedAt > patience) break
  }
  return done
}

/** The bound that was exceeded, or null. */
async function tryStep(
  servers: MeasuredServer[],
  cookies: string[],
  members: number,
  messages: number,
): Promise<string | null> {
  const targets = servers.flatMap((server, index) =>
    sendTargets(server, cookies.slice(index * 100, (index + 1) * 100)),
  )
  const share = Math.ceil(members / servers.length)
  const listen = async (index: number, work: () => Promise<unknown>): Promise<number> => {
    const server = servers[index]
    if (!server) return await work().then(() => 0)
    const own = cookies.slice(index * share, (index + 1) * share)
    return await withReaders(
      { port: server.port, count: share, topics: [roomTopic], cookies: own },
      async (receive) => {
        let others = 0
        const received = await receive(async () => {
          others = await listen(index + 1, work)
        })
        return Math.max(received.p99, others)
      },
    )
  }
  try {
    let answers = { times: [] as number[], failures: 0 }
    const delivery = await listen(0, async () => {
      answers = await load(targets, { connections: 64, seconds, pace: messages, isOverload: true })
    })
    const average = answers.times.reduce((sum, time) => sum + time, 0) / answers.times.length
    const p99 = quantile(answers.times, 0.99)
    const errors = (100 * answers.failures) / answers.times.length
    if (average > 100) return `answers took ${Math.round(average)} ms on average`
    if (p99 > 2000) return `one of a hundred answers took ${Math.round(p99)} ms`
    if (delivery > 2000) return `one of a hundred deliveries took ${Math.round(delivery)} ms`
    if (errors > 0.025) return `${errors.toFixed(2)} % of the answers were errors`
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** A Redis of the measure's own: its channel of news is one for all who use a server. Null where there is none here. */
async function startRedis() {
  const redis = spawn('redis-server', ['--port', String(redisPort), '--save', '', '--bind', '127.0.0.1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  process.on('exit', () => redis.kill())
  const started = await Promise.race([once(redis.stdout, 'data'), once(redis, 'error').catch(() => null)])
  return started && redis.pid ? redis : null
}

/** The steps that a number of server processes held, on a database of their own. */
async function measure(processes: 1 | 2, redisUrl: Record<string, string>): Promise<Step[]> {
  return await withDatabase(async (connection) => {
    const settings = { COVO_DATABASE_URL: urlOf(connection), ...redisUrl }
    return await withServer(settings, async (one) => {
      const cookies = await signedInMembers(connection, Math.max(...steps))
      if (processes === 1) return await rampUp([one], cookies)
      return await withServer(settings, (other) => rampUp([one, other], cookies))
    })
  })
}

/** The last step that was held, and the reason why the ramp ended. */
function summaryOf(done: Step[]) {
  const held = done.findLast(({ breach }) => breach === null)
  const last = done.at(-1)
  const end = last?.breach ? `at ${last.members} ${last.breach}` : 'no breach found'
  const text = `${held?.members ?? 0} members, ${held?.messages ?? 0} messages a second in (${end})`
  return { members: held?.members ?? 0, text }
}

const redis = await startRedis()
try {
  const redisUrl: Record<string, string> = redis ? { COVO_REDIS_URL: `redis://127.0.0.1:${redisPort}` } : {}
  const one = summaryOf(await measure(1, redisUrl))
  const two = summaryOf(await measure(2, redisUrl))
  const where = `all on the same ${availableParallelism()} cores`
  report({
    what: `capacity of one process, ${where}`,
    covo: one.text,
    reference: '-',
    ratio: '-',
    budget: '-',
    isMet: true,
  })
  report({
    what: `capacity of two processes${redis ? ' and Redis' : ', without Redis'}, ${where}`,
    covo: two.text,
    reference: 'one process',
    ratio: (two.members / one.members).toFixed(2),
    budget: '-',
    isMet: true,
  })
} finally {
  redis?.kill()
}
