import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { conclude, openChatClient } from '@covo/testing/chat-client'
import { figure, repetitions, seedsOf } from '@covo/testing/figure'
import { createHistory, faultless } from '@covo/testing/history'
import { type Line, openLine } from '@covo/testing/line'
import { pick, randomFrom } from '@covo/testing/random'
import { expect, it, onTestFinished } from 'vitest'
import { openExternalDatabase } from './external-database.ts'
import { openRooms, readersOf, readPrivately, recordUnread, startWriting } from './rooms.ts'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** Milliseconds of each fault, and for the servers to be as they were after it. */
const faultTime = repetitions('R-09', 1_500, 60_000)
const healTime = 500
const memberCount = 14
const perSecond = 60
/** Milliseconds between two members whose socket is cut, and who come back at the other server. */
const hopPause = 200

type Fault = { name: string; cause: () => Promise<void> | void; heal: () => Promise<void> | void }

it.skipIf(!hasRedis)(
  'loses no message of another server while Redis is killed, paused, emptied or cut off (R-09)',
  async () => {
    const { folder, startServer } = await openExternalDatabase()
    const redis = await startRedis(join(folder, 'redis'))
    const lines = [await redis.openLine(), await redis.openLine()] as const
    const servers = await Promise.all(
      lines.map(({ port }) => startServer({ COVO_REDIS_URL: `redis://127.0.0.1:${port}` })),
    )
    const origins = servers.map(({ origin }) => origin)
    const [first = '', second = ''] = origins
    const [seed = 0] = seedsOf('R-09')
    const random = randomFrom(seed)
    const history = createHistory()

    const rooms = await openRooms(first, memberCount)
    const { uid = '', cookie } = rooms.at(-1)?.reader ?? {}
    // Each stays with its server, and shows what either of the two took.
    const observers = origins.map((origin) =>
      openChatClient(history, {
        uid,
        cookie: cookie?.() ?? '',
        conversationId: publicRoomId,
        origin: () => origin,
      }),
    )
    await Promise.all(observers.map(({ ready }) => ready))
    const { clients, stop } = await startWriting(history, rooms, {
      origin: () => pick(random, origins),
      perSecond,
    })
    const hopping = setInterval(() => pick(random, clients).cut(), hopPause)
    await readPrivately(history, rooms, first)

    const faults: Fault[] = [
      { name: 'killed', cause: redis.kill, heal: redis.start },
      { name: 'paused', cause: redis.pause, heal: redis.goOn },
      { name: 'emptied', cause: redis.empty, heal: redis.empty },
      { name: 'cut off from one server', cause: lines[0].cut, heal: lines[0].restore },
      { name: 'silent for one server', cause: lines[1].hold, heal: lines[1].restore },
    ]
    for (const { cause, heal } of faults) {
      await cause()
      await delay(faultTime)
      await heal()
      await delay(healTime)
    }
    // The sweep alone finds the last message.
    for (const line of lines) await line.cut()
    await delay(healTime)
    clearInterval(hopping)
    await stop()
    await recordUnread(history, rooms, second)
    const counted = await conclude(history, [...clients, ...observers], readersOf(rooms, second))
    figure(
      'R-09',
      `seed ${seed}: ${history.countAcknowledged()} messages while Redis was ${faults.map(({ name }) => name).join(', ')}, and gone: ${JSON.stringify(counted)}`,
    )
    expect(counted).toEqual(faultless)
  },
)

/** A Redis of the test's own. */
async function startRedis(path: string) {
  let child: ChildProcess
  const words = ['--port', '0', '--unixsocket', path, '--save', '']

  async function start(): Promise<void> {
    child = spawn('redis-server', words, { stdio: 'ignore' })
    await expect.poll(() => ask('PING')).toContain('PONG')
  }

  /** Its answer, or the error. */
  async function ask(command: string): Promise<string> {
    const socket = connect(path)
    try {
      socket.write(`${command}\r\n`)
      return String((await once(socket, 'data'))[0])
    } catch (error) {
      return String(error)
    } finally {
      socket.destroy()
    }
  }

  async function kill(): Promise<void> {
    const exit = once(child, 'exit')
    if (child.kill('SIGKILL')) await exit
  }

  await start()
  onTestFinished(kill)
  return {
    start,
    kill,
    pause: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    empty: async () => expect(await ask('FLUSHALL')).toContain('OK'),
    async openLine(): Promise<Line> {
      const line = await openLine({ path })
      onTestFinished(line.cut)
      return line
    },
  }
}
