// A bot that answers 'ping' with 'pong' in Chat Generale. BOT_TOKEN has a bot's token, or your own, with 'chat:read' and 'chat:write'.
//   BOT_URL=http://localhost:3000 BOT_TOKEN=covo_… node bot.ts
// It keeps the last sequence that it handled in a file: through failures and kills, each ping gets one pong.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'

const { BOT_URL = 'http://localhost:3000', BOT_TOKEN = '', BOT_STATE = 'bot.state' } = process.env
const headers = { authorization: `Bearer ${BOT_TOKEN}`, 'content-type': 'application/json' }
const room = `${BOT_URL}/api/chat/generale/messages`

type Message = { sequence: number; userId?: string; text?: string }

/** Asks until the server answers: after a failure in a second, after too many requests when it says. */
async function ask<Answer>(url: string, body?: object): Promise<Answer> {
  for (;;) {
    try {
      const method = body ? 'POST' : 'GET'
      const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      if (answer.ok) return (await answer.json()) as Answer
      if (answer.status < 500 && answer.status !== 429)
        throw new Refused(`${answer.status} ${await answer.text()}`)
      await sleep(1000 * Number(answer.headers.get('retry-after') ?? 1))
    } catch (error) {
      if (error instanceof Refused) throw error
      await sleep(1000)
    }
  }
}

class Refused extends Error {}

/** A client id made of the answered message: the server stores it once, however often it is sent. */
const clientIdOf = (sequence: number) => `00000000-0000-4000-8000-${String(sequence).padStart(12, '0')}`

let handled = existsSync(BOT_STATE)
  ? Number(readFileSync(BOT_STATE, 'utf8'))
  : ((await ask<{ messages: Message[] }>(`${room}?limit=1`)).messages.at(-1)?.sequence ?? 0)
writeFileSync(BOT_STATE, `${handled}`)

/** Fetches the messages after the last handled one, and answers them, in order. */
async function catchUp(): Promise<void> {
  for (;;) {
    const { messages } = await ask<{ messages: Message[] }>(`${room}?after=${handled}`)
    if (messages.length === 0) return
    for (const { sequence, text } of messages) {
      if (text === 'ping')
        await ask(room, { clientId: clientIdOf(sequence), text: 'pong', replyTo: sequence })
      handled = sequence
      writeFileSync(BOT_STATE, `${handled}`)
    }
  }
}

let catchingUp = Promise.resolve()

/** News is a hint: the messages are fetched. */
function connect(): void {
  const socket = new WebSocket(`${BOT_URL.replace(/^http/, 'ws')}/api/live?version=3`, { headers })
  socket.on('open', () => socket.send(JSON.stringify({ type: 'watch', topic: 'chat:generale' })))
  socket.on('message', (frame) => {
    const news = (JSON.parse(String(frame)) as { type: string }[]).map(({ type }) => type)
    if (
      !news.some((type) => ['live.watching', 'live.head', 'live.stale', 'chat.message_sent'].includes(type))
    )
      return
    catchingUp = catchingUp.then(catchUp)
  })
  socket.on('error', () => undefined)
  socket.on('close', (code) => {
    if (code === 4401) throw new Refused('the token is not good')
    setTimeout(connect, 1000)
  })
}

connect()
