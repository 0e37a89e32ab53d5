import { setTimeout as delay } from 'node:timers/promises'
import type { MessagePage, UnreadChat } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { type ChatClient, openChatClient } from '@covo/testing/chat-client'
import { takeTurn } from '@covo/testing/chat-traffic'
import type { History } from '@covo/testing/history'
import { befriend, openPrivateChat } from '@covo/testing/member-actions'
import { type Member, register, type Visitor, visit } from '@covo/testing/visitor'

/** The settings of a server that is written to faster than people write. */
export const writtenFast = {
  COVO_LIMIT_MESSAGE_BURST: '1000000/1',
  COVO_LIMIT_MESSAGES_SUSTAINED: '1000000/1',
  COVO_LIMIT_MENTIONS: '1000000/1',
  COVO_LIMIT_MESSAGE_CHANGES: '1000000/1',
  COVO_LIMIT_REACTION_BURST: '1000000/1',
  COVO_LIMIT_REACTIONS_SUSTAINED: '1000000/1',
}

type RoomMember = Member & { email: string; password: string }

/** A conversation with those who have it open, and the one of them who reads it for the test. */
type Room = { conversationId: string; members: RoomMember[]; reader: RoomMember }

/** Members who register at once: of more a server sends some away, since passwords take long. */
const registeredAtOnce = 20

/** Registers so many members: three pairs of friends, each in their private conversation, and the others in the public room. */
export async function openRooms(origin: string, count: number): Promise<Room[]> {
  const rooms = await Promise.all([0, 2, 4].map((number) => openPrivateRoom(origin, number)))
  const members: RoomMember[] = []
  for (let next = 6; next < count; next += registeredAtOnce) {
    const numbers = Array.from(
      { length: Math.min(registeredAtOnce, count - next) },
      (_, index) => next + index,
    )
    members.push(...(await Promise.all(numbers.map((number) => join(origin, number)))))
  }
  const [reader] = members
  if (!reader) throw new Error('nobody is in the public room')
  return [...rooms, { conversationId: publicRoomId, members, reader }]
}

async function openPrivateRoom(origin: string, number: number): Promise<Room> {
  const [one, other] = await Promise.all([join(origin, number), join(origin, number + 1)])
  await befriend(one, other)
  const conversationId = await openPrivateChat(one, other)
  return { conversationId, members: [one, other], reader: one }
}

async function join(origin: string, number: number): Promise<RoomMember> {
  const credentials = { email: `socio.${number}@esempio.it`, password: 'Tana-rossa1' }
  return { ...(await register(origin, { name: `Socio ${number}`, ...credentials })), ...credentials }
}

/** For each conversation its reader, at the server of this origin. */
export function readersOf(rooms: Room[], origin: string): Map<string, Visitor> {
  return new Map(
    rooms.map(({ conversationId, reader }) => [conversationId, visit(origin, { cookie: reader.cookie() })]),
  )
}

type WritingOptions = {
  /** Which server a member of this number turns to, asked before each connection and each request. */
  origin: (number: number) => string
  /**
   * Messages and changes of all together, as long as they are answered in time: nobody begins one before the last is
   * acknowledged.
   */
  perSecond: number
}

type Writing = {
  readonly clients: ChatClient[]
  /** Resolves when everybody's last message is acknowledged. */
  stop(): Promise<void>
}

/** Opens everybody's conversation and lets them write and change messages until they are stopped; resolves when all of them watch. */
export async function startWriting(
  history: History,
  rooms: Room[],
  { origin, perSecond }: WritingOptions,
): Promise<Writing> {
  const clients = rooms
    .flatMap(({ conversationId, members }) => members.map((member) => ({ conversationId, member })))
    .map(({ conversationId, member }, number) =>
      openChatClient(history, {
        uid: member.uid,
        cookie: member.cookie(),
        conversationId,
        origin: () => origin(number),
        reconnectDelay: () => 100 + Math.random() * 200,
      }),
    )
  await Promise.all(clients.map(({ ready }) => ready))
  const pause = (1000 * clients.length) / perSecond
  let isOver = false

  async function write(client: ChatClient): Promise<void> {
    let next = performance.now() + Math.random() * pause
    for (let number = 1; !isOver; number += 1) {
      await delay(Math.max(0, next - performance.now()))
      await takeTurn(client, `Messaggio ${number} di ${client.uid}`)
      next = Math.max(next + pause, performance.now())
    }
  }

  const hands = Promise.all(clients.map(write))
  // A refused client fails the test that waits for the others, not the process.
  hands.catch(() => {})
  return {
    clients,
    async stop() {
      isOver = true
      await hands
    },
  }
}

/** One of each pair reads all of their conversation. */
export async function readPrivately(history: History, rooms: Room[], origin: string): Promise<void> {
  for (const { conversationId, reader } of rooms.filter((room) => room.conversationId !== publicRoomId)) {
    const visitor = visit(origin, { cookie: reader.cookie() })
    const { head } = await visitor.read<MessagePage>(`/api/chat/${conversationId}/messages?limit=1`)
    const answer = await visitor.post(`/api/chat/${conversationId}/read`, { sequence: head })
    if (!answer.ok) throw new Error(`not read: ${answer.status}`)
    history.read(conversationId, reader.uid, head)
  }
}

/** Records the unread chats that the server lists for every member. */
export async function recordUnread(history: History, rooms: Room[], origin: string): Promise<void> {
  for (const { uid, cookie } of rooms.flatMap(({ members }) => members)) {
    const visitor = visit(origin, { cookie: cookie() })
    const { chats } = await visitor.read<{ chats: UnreadChat[] }>('/api/chat/unread')
    history.recordUnread(
      uid,
      chats.map(({ conversationId }) => conversationId),
    )
  }
}
