import { randomUUID } from 'node:crypto'
import { conversationTopic } from '@covo/contract/chat/chat.news'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type { Target } from './load.ts'

/** The topic of a measure's sockets, and the path for its messages. */
export const roomTopic = conversationTopic(publicRoomId)
export const roomPath = `/api/chat/${publicRoomId}/messages`
export const changesPath = `/api/chat/${publicRoomId}/changes`

/** The moment, by the clock that all processes of a machine share, in µs. */
export function stamp(): string {
  return `@${process.hrtime.bigint() / 1000n}@`
}

/** 200 bytes that begin with the moment of their sending. */
export const message = () => stamp().padEnd(200, 'ciao a tutti ')

/** Sends messages to the room or another conversation, as each of the members whose cookies are given. */
export function sendTargets(
  server: { port: number; origin: string },
  cookies: string[],
  path = roomPath,
): Target[] {
  return cookies.map((cookie) => ({
    port: server.port,
    path,
    headers: { Origin: server.origin, Cookie: cookie },
    body: () => JSON.stringify({ clientId: randomUUID(), text: message() }),
  }))
}

/** Each sets a reaction to a message of its own, takes it back, and so on, as one member after the other. */
export function reactionTargets(
  server: { port: number; origin: string },
  cookies: string[],
  sequences: number[],
): Target[] {
  return sequences.map((sequence, index) => {
    let isSet = false
    return {
      port: server.port,
      path: `${roomPath}/${sequence}/reactions/up`,
      headers: { Origin: server.origin, Cookie: cookies[index % cookies.length] ?? '' },
      method: () => {
        isSet = !isSet
        return isSet ? 'PUT' : 'DELETE'
      },
    }
  })
}
