import { once } from 'node:events'
import { livePath, type News, protocolVersion } from '@covo/contract/realtime'
import { WebSocket } from 'ws'
import type { Visitor } from './visitor.ts'

type Wanted<Type extends News['type']> = Extract<News, { type: Type }>

/** A real socket of a visitor, with everything that it received. */
export type LiveClient = {
  readonly socket: WebSocket
  readonly received: News[]
  /** The first news of a type that fits, received already or to come; fails when none comes. */
  receive<Type extends News['type']>(
    type: Type,
    fits?: (news: Wanted<Type>) => boolean,
  ): Promise<Wanted<Type>>
  watch(topic: string): Promise<number>
  /** The code with which the server closed the socket; fails when it hangs. */
  closed(): Promise<number>
  close(): void
}

type LiveOptions = { headers?: Record<string, string>; version?: number }

/** A bound for what hangs, and no other: a busy machine may take several times as long as a quiet one. */
const hangMs = 60_000

/** Opens a socket with the visitor's cookies, as their page would, or with their token. */
export function openLive(
  visitor: Visitor,
  { headers, version = protocolVersion }: LiveOptions = {},
): LiveClient {
  const url = `${visitor.origin.replace(/^http/, 'ws')}${livePath}?version=${version}`
  const socket = new WebSocket(url, {
    headers: { ...visitor.credentials(), ...headers },
  })
  const received: News[] = []
  const listeners = new Set<() => void>()
  const closing = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  socket.on('message', (data) => {
    received.push(...(JSON.parse(String(data)) as News[]))
    for (const listener of listeners) listener()
  })

  function receive<Type extends News['type']>(
    type: Type,
    fits: (news: Wanted<Type>) => boolean = () => true,
  ) {
    return new Promise<Wanted<Type>>((resolve, reject) => {
      const look = () => {
        const found = received.find(
          (news): news is Wanted<Type> => news.type === type && fits(news as Wanted<Type>),
        )
        if (!found) return
        clearTimeout(deadline)
        listeners.delete(look)
        resolve(found)
      }
      const deadline = setTimeout(() => {
        listeners.delete(look)
        reject(new Error(`no ${type} received, but ${JSON.stringify(received).slice(0, 500)}`))
      }, hangMs)
      listeners.add(look)
      look()
    })
  }

  return {
    socket,
    received,
    receive,
    async watch(topic) {
      if (socket.readyState === socket.CONNECTING) await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'watch', topic }))
      return (await receive('live.watching', (news) => news.topic === topic)).head
    },
    closed: () =>
      new Promise((resolve, reject) => {
        const deadline = setTimeout(() => reject(new Error('the socket is still open')), hangMs)
        void closing.then((code) => {
          clearTimeout(deadline)
          resolve(code)
        })
      }),
    close: () => socket.terminate(),
  }
}
