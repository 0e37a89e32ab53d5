import { randomUUID } from 'node:crypto'
import { conversationTopic } from '@covo/contract/chat/chat.news'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type { Target } from './load.ts'

/** The topic of a measure's sockets, and the path for its messages. */
export const roomTopic = conversationTopic(publicRoomId)
export const roomPath = `/api/chat/${publicRoomId}/messages`

/** The moment, by the clock that all processes of a machine share, in µs. */
function stamp(): string {
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
