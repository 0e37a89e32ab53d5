import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { MessagePage } from '@covo/contract/chat/chat.routes'
import { makeToken, sendMessage } from '@covo/testing/member-actions'
import type { Member } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { afterEach, expect, it } from 'vitest'
import { runTestApp } from './test-app.ts'

const app = runTestApp()
const folder = resolve(import.meta.dirname, '../../../examples')
const hasPython = spawnSync('python3', ['--version']).status === 0

/** The bots of `examples/`, as their users start them. */
const bots = [
  { name: 'bot.ts', command: [process.execPath, join(folder, 'bot.ts')], isThere: true },
  { name: 'bot.py', command: ['python3', join(folder, 'bot.py')], isThere: hasPython },
]

const running = new Set<ChildProcess>()
const states = new Set<string>()

afterEach(async () => {
  for (const bot of running) bot.kill('SIGKILL')
  running.clear()
  for (const state of states) await rm(state, { force: true })
})

function start(command: string[], secret: string, state: string): ChildProcess {
  const [program = '', ...words] = command
  const env = { ...process.env, BOT_URL: app.origin, BOT_TOKEN: secret, BOT_STATE: state }
  const bot = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  running.add(bot)
  return bot
}

async function pongsOf(reader: Member, pings: number[]): Promise<number[]> {
  const { messages } = await reader.read<MessagePage>('/api/chat/generale/messages?limit=50')
  return messages.flatMap((message) => {
    if (!('text' in message) || message.text !== 'pong') return []
    const target = message.replyTo?.sequence ?? 0
    return pings.includes(target) ? [target] : []
  })
}

it.each(bots.filter(({ isThere }) => isThere))(
  '$name answers each ping once, also those of the time when it was killed',
  async ({ command }) => {
    const [owner, other] = [await app.as('anna'), await app.as('bruno')]
    const { secret } = await makeToken(owner, 'chat:read', 'chat:write')
    const state = join(tmpdir(), `bot-${randomUUID()}`)
    states.add(state)
    const pings: number[] = []
    const ping = async () => {
      const answer = await sendMessage(other, 'generale', 'ping')
      pings.push(((await answer.json()) as { sequence: number }).sequence)
    }
    const first = start(command, secret, state)
    await waitUntil(() => existsSync(state) || pongsOf(owner, pings).then((pongs) => pongs.length > 0))
    for (let sent = 0; sent < 5; sent += 1) await ping()
    first.kill('SIGKILL')
    for (let sent = 0; sent < 3; sent += 1) await ping()
    start(command, secret, state)
    await waitUntil(async () => (await pongsOf(owner, pings)).length >= pings.length)
    expect((await pongsOf(owner, pings)).toSorted((one, next) => one - next)).toEqual(pings)
  },
)
