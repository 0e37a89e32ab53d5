// A conversation in the terminal: shows its messages as they come, and sends each line that is typed. CHAT_TOKEN has a token with
// 'chat:read' and 'chat:write'; without an id the conversation is Chat Generale.
//   CHAT_URL=http://localhost:3000 CHAT_TOKEN=covo_… node terminal.ts [conversation]
// Lines typed while the server is gone are sent when it is back, once; Ctrl D ends when all is sent.
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'

const { CHAT_URL = 'http://localhost:3000', CHAT_TOKEN = '' } = process.env
const [conversation = 'generale'] = process.argv.slice(2)
const headers = { authorization: `Bearer ${CHAT_TOKEN}`, 'content-type': 'application/json' }
const path = `${CHAT_URL}/api/chat/${conversation}/messages`

/** A message that was removed, or that a block hides, has neither name nor text. */
type Message = { sequence: number; timestamp: string; userName?: string; text?: string }

/** Asks until the server answers: after a failure in a second, after too many requests when it says. */
async function ask<Answer>(url: string, body?: object): Promise<Answer> {
  for (;;) {
    const method = body ? 'POST' : 'GET'
    const request = fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const answer = await request.catch(() => null)
    if (answer?.ok) return (await answer.json()) as Answer
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(((await answer.json()) as { detail: string }).detail)
    await sleep(1000 * Number(answer?.headers.get('retry-after') ?? 1))
  }
}

/** Another member's text is no command to this terminal: control and direction characters are left out. */
const printable = (text: string) => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')

function show(messages: Message[]): void {
  for (const { sequence, timestamp, userName, text } of messages) {
    if (userName !== undefined && text !== undefined)
      console.log(printable(`${new Date(timestamp).toTimeString().slice(0, 5)} ${userName}: ${text}`))
    shown = sequence
  }
}

let shown = 0
show((await ask<{ messages: Message[] }>(`${path}?limit=20`)).messages)

/** Fetches and shows the messages after the last shown one, a page after the other. */
async function catchUp(): Promise<void> {
  for (;;) {
    const { messages } = await ask<{ messages: Message[] }>(`${path}?after=${shown}`)
    if (messages.length === 0) return
    show(messages)
  }
}

let catchingUp = Promise.resolve()
let isEnding = false
let socket = connect()

function connect(): WebSocket {
  const opened = new WebSocket(`${CHAT_URL.replace(/^http/, 'ws')}/api/live?version=3`, { headers })
  opened.on('open', () => opened.send(JSON.stringify({ type: 'watch', topic: `chat:${conversation}` })))
  // Any news is a hint; the messages are fetched.
  opened.on('message', () => {
    catchingUp = catchingUp.then(catchUp)
  })
  opened.on('error', () => undefined)
  opened.on('close', async () => {
    await sleep(1000)
    if (!isEnding) socket = connect()
  })
  return opened
}

// The id names the line: sent again, it is stored once.
for await (const text of createInterface({ input: process.stdin }))
  if (text.trim())
    await ask(path, { clientId: randomUUID(), text }).catch(({ message }) => console.error(message))
isEnding = true
socket.close()
await catchingUp
