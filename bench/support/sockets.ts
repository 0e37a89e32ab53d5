import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Open, Received } from './readers.ts'

/** Sockets that read, in processes of their own; `receive` answers the messages of all while `work` ran and just after it. */
export async function withReaders<Result>(
  open: Open,
  use: (receive: (work: () => Promise<unknown>) => Promise<Received>) => Promise<Result>,
): Promise<Result> {
  const halves = [Math.ceil(open.count / 2), Math.floor(open.count / 2)].filter((count) => count > 0)
  return await withChildren(
    halves.map(() => 'readers.ts'),
    async (children) => {
      const offset = Math.ceil(open.cookies.length / halves.length)
      await Promise.all(
        children.map((child, index) => {
          const { cookies } = open
          const own = [...cookies.slice(index * offset), ...cookies.slice(0, index * offset)]
          return ask(child, { ...open, count: halves[index] ?? 0, cookies: own })
        }),
      )
      return await use(async (work) => {
        for (const child of children) child.send('start')
        await work()
        await delay(lastDeliveries)
        const received = await Promise.all(children.map((child) => ask<Received>(child, 'stop')))
        const closed = received.reduce((sum, one) => sum + one.closed, 0)
        if (closed > 0) throw new Error(`${closed} readers were cut`)
        return {
          deliveries: received.reduce((sum, one) => sum + one.deliveries, 0),
          bytes: received.reduce((sum, one) => sum + one.bytes, 0),
          median: Math.max(...received.map((one) => one.median)),
          p99: Math.max(...received.map((one) => one.p99)),
          closed,
        }
      })
    },
  )
}

/** Milliseconds after the last answer within which the last message is received, or counts as lost. */
const lastDeliveries = 500

/** The raw relay, as a process of its own. */
export async function withRawRelay<Result>(
  use: (relay: { port: number; pid: number }) => Promise<Result>,
): Promise<Result> {
  return await withChildren(['raw-relay.ts'], async ([relay]) => {
    if (!relay) throw new Error('no relay')
    const [port] = (await once(relay, 'message')) as [number]
    return await use({ port, pid: relay.pid ?? 0 })
  })
}

type SendOptions = {
  senders: number
  seconds: number
  /** Messages a second of all senders together; without it each sends again as soon as its message is passed on. */
  pace?: number
}

/** Sends through the raw relay, as `load` does through Covo; answers how many messages. */
export async function sendRaw(
  port: number,
  message: () => string,
  { senders, seconds, pace }: SendOptions,
): Promise<number> {
  const sockets = Array.from({ length: senders }, () => new WebSocket(`ws://127.0.0.1:${port}/send`))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  const startedAt = performance.now()
  let sent = 0
  try {
    await Promise.all(
      sockets.map(async (socket, index) => {
        for (let turn = index; ; turn += senders) {
          if (pace) await delay(Math.max(0, startedAt + (turn * 1000) / pace - performance.now()))
          if (performance.now() - startedAt >= seconds * 1000) return
          const passedOn = once(socket, 'message')
          socket.send(message())
          await passedOn
          sent += 1
        }
      }),
    )
  } finally {
    for (const socket of sockets) socket.terminate()
  }
  return sent
}

/** Processes of the given files of this folder, for as long as `use` takes. */
export async function withChildren<Result>(
  files: string[],
  use: (children: ChildProcess[]) => Promise<Result>,
): Promise<Result> {
  const children = files.map((file) => fork(join(import.meta.dirname, file)))
  try {
    return await use(children)
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}

/** A child's answer; rejects when the child ends first. */
export async function ask<Answer>(child: ChildProcess, question: Serializable): Promise<Answer> {
  const ended = new AbortController()
  const answer = once(child, 'message', { signal: ended.signal })
  const onExit = () => ended.abort(new Error('the process of the readers ended'))
  child.once('exit', onExit)
  child.send(question)
  const [value] = (await answer) as [Answer]
  child.off('exit', onExit)
  return value
}
