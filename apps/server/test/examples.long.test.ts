import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { MessagePage } from '@covo/contract/chat/chat.routes'
import { anna, bruno } from '@covo/testing/cast'
import { makeToken, sendMessage } from '@covo/testing/member-actions'
import { reservePorts } from '@covo/testing/reserve-ports'
import { type ServerProcess, startServerProcess } from '@covo/testing/server-process'
import { type Member, register } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { afterEach, beforeEach, expect, it } from 'vitest'

const examples = resolve(import.meta.dirname, '../../../examples')

let folder: string
let port: number
let server: ServerProcess
let programs: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-examples-'))
  port = await reservePorts(1)
  programs = []
  await startServer()
})

afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL')
  await server.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

async function startServer(): Promise<void> {
  server = startServerProcess({
    PORT: String(port),
    COVO_DATA_DIR: join(folder, 'data'),
    COVO_SECRET: 'a secret of the examples, 32 letters',
  })
  await server.ready()
}

async function killServer(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended()
}

function start(name: string, settings: Record<string, string>): ChildProcess {
  const env = { ...process.env, ...settings }
  const program = spawn(process.execPath, [join(examples, name)], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  programs.push(program)
  return program
}

async function textsOf(reader: Member): Promise<string[]> {
  const { messages } = await reader.read<MessagePage>('/api/chat/generale/messages?limit=200')
  return messages.flatMap((message) => ('text' in message && message.text ? [message.text] : []))
}

it('the bot and the terminal lose and repeat nothing when the server is killed twice', async () => {
  const origin = `http://localhost:${port}`
  const [owner, other] = [await register(origin, anna), await register(origin, bruno)]
  const { secret } = await makeToken(owner, 'chat:read', 'chat:write')
  const state = join(folder, 'bot.state')
  start('bot.ts', { BOT_URL: origin, BOT_TOKEN: secret, BOT_STATE: state })
  const terminal = start('terminal.ts', { CHAT_URL: origin, CHAT_TOKEN: secret })
  let printed = ''
  terminal.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await waitUntil(() => existsSync(state))

  const typed: string[] = []
  for (let round = 1; round <= 2; round += 1) {
    const sent = await sendMessage(other, 'generale', 'ping')
    expect(sent.status).toBe(201)
    typed.push(`riga ${round} prima`, `riga ${round} dopo`)
    terminal.stdin?.write(`riga ${round} prima\n`)
    await killServer()
    terminal.stdin?.write(`riga ${round} dopo\n`)
    await startServer()
  }

  const expected = [...typed, 'ping', 'ping', 'pong', 'pong'].toSorted()
  await waitUntil(async () => (await textsOf(other)).length >= expected.length)
  expect((await textsOf(other)).toSorted()).toEqual(expected)
  const shown = () => printed.split('\n').map((line) => line.replace(/^\d\d:\d\d [^:]+: /, ''))
  await waitUntil(() => shown().length > expected.length)
  expect(shown().filter(Boolean)).toEqual(await textsOf(other))
  terminal.stdin?.end()
  await waitUntil(() => terminal.exitCode === 0)
})

it('the terminal executes nothing that a message says to it', async () => {
  const origin = `http://localhost:${port}`
  const owner = await register(origin, anna)
  const { secret } = await makeToken(owner, 'chat:read', 'chat:write')
  await sendMessage(owner, 'generale', 'rosso \u001b[31m e titolo \u001b]0;x\u0007 e \u202egirato')
  const terminal = start('terminal.ts', { CHAT_URL: origin, CHAT_TOKEN: secret })
  let printed = ''
  terminal.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await waitUntil(() => printed.includes('girato'))
  expect(printed.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u)
})
