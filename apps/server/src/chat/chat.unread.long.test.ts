import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Message, MessagePage, UnreadChat } from '@covo/contract/chat/chat.routes'
import { maximumUnreadChats, privateConversationId } from '@covo/contract/chat/chat.rules'
import { readConversation } from '@covo/testing/chat-client'
import { figure, repetitions } from '@covo/testing/figure'
import { createHistory, faultless, type History } from '@covo/testing/history'
import { type LiveClient, openLive } from '@covo/testing/live'
import { befriend, openPrivateChat } from '@covo/testing/member-actions'
import { pick, randomFrom } from '@covo/testing/random'
import type { Member, Visitor } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })

const steps = repetitions('R-14', 180, 50_000)
/** Circles of friends that have nothing to do with each other. */
const circles = 2
/** Enough for more unread chats than the home shows. */
const circleSize = 7
/** Steps after which every tab has to show what is right. */
const stepsBetweenLooks = 30
const seed = 14

/** The chats that the home shows, as far as a test can know them beforehand. */
type Shown = { chats: { conversationId: string; lastMessage: string }[]; total: number }

/** A page that is open: it fetches its unread chats when it connects and whenever news says that they changed. */
type Tab = {
  /** Resolves when it shows this; answers false when it does not within a minute. */
  shows(expected: Shown): Promise<boolean>
  reconnect(): Promise<void>
  close(): void
}

async function readUnread(visitor: Visitor): Promise<Shown> {
  const answer = await visitor.fetch('/api/chat/unread')
  const { chats, total } = (await answer.json()) as { chats: UnreadChat[]; total: number }
  return { total, chats: chats.map(({ conversationId, lastMessage }) => ({ conversationId, lastMessage })) }
}

async function openTab(visitor: Visitor): Promise<Tab> {
  const looks = new Set<() => void>()
  let shown: Shown | null = null
  let isStale = false
  let isAsking = false
  let live = await connect()

  async function connect(): Promise<LiveClient> {
    const opened = openLive(visitor)
    opened.socket.on('message', (frame) => {
      if (/"chat\.(last_message|unread)_changed"/.test(String(frame))) void askAnew()
    })
    await opened.receive('live.welcome')
    void askAnew()
    return opened
  }

  /** News that comes while an answer is awaited makes it doubtful: it is asked for once more. */
  async function askAnew(): Promise<void> {
    isStale = true
    if (isAsking) return
    isAsking = true
    while (isStale) {
      isStale = false
      shown = await readUnread(visitor)
    }
    isAsking = false
    for (const look of looks) look()
  }

  return {
    shows: (expected) =>
      new Promise((resolve) => {
        const settle = (isShown: boolean) => {
          clearTimeout(hangTimer)
          looks.delete(look)
          resolve(isShown)
        }
        const look = () => {
          if (isDeepStrictEqual(shown, expected)) settle(true)
        }
        const hangTimer = setTimeout(settle, 60_000, false)
        looks.add(look)
        look()
      }),
    async reconnect() {
      live.close()
      live = await connect()
    },
    close: () => live.close(),
  }
}

/** A model of the unread chats in memory. */
function createModel(conversationIds: string[]) {
  const chats = new Map(
    conversationIds.map((id) => [
      id,
      { head: 0, text: '', at: 0, newestFrom: new Map(), readUpTo: new Map() },
    ]),
  )
  let now = 0

  function chatOf(conversationId: string) {
    const chat = chats.get(conversationId)
    if (!chat) throw new Error(`no chat ${conversationId}`)
    return chat
  }

  return {
    headOf: (conversationId: string) => chatOf(conversationId).head,
    send(conversationId: string, uid: string, text: string): void {
      const chat = chatOf(conversationId)
      chat.head += 1
      chat.newestFrom.set(uid, chat.head)
      chat.text = text
      now += 1
      chat.at = now
    },
    /** Nobody reads what is not there yet, nor less than before. Answers how far was read. */
    read(conversationId: string, uid: string, sequence: number): number {
      const { head, readUpTo } = chatOf(conversationId)
      const upTo = Math.max(readUpTo.get(uid) ?? 0, Math.min(sequence, head))
      readUpTo.set(uid, upTo)
      return upTo
    },
    shownTo(uid: string): Shown {
      const unread = [...chats]
        .filter(([id, { newestFrom, readUpTo }]) => {
          const partner = id.split('_').find((member) => member !== uid)
          return id.includes(uid) && (newestFrom.get(partner) ?? 0) > (readUpTo.get(uid) ?? 0)
        })
        .toSorted(([, one], [, other]) => other.at - one.at)
      return {
        total: unread.length,
        chats: unread
          .slice(0, maximumUnreadChats)
          .map(([conversationId, { text }]) => ({ conversationId, lastMessage: text })),
      }
    },
  }
}

type Circle = { members: Member[]; conversationIds: string[]; tabs: Map<string, Tab[]> }

async function gatherCircle(members: Member[]): Promise<Circle> {
  const pairs = members.flatMap((one, index) =>
    members.slice(index + 1).map((other) => [one, other] as const),
  )
  for (const [one, other] of pairs) {
    await befriend(one, other)
    await openPrivateChat(one, other)
  }
  const tabs = new Map<string, Tab[]>()
  for (const member of members) tabs.set(member.uid, [await openTab(member), await openTab(member)])
  const conversationIds = pairs.map(([one, other]) => privateConversationId(one.uid, other.uid))
  return { members, conversationIds, tabs }
}

/** Takes steps at random; answers how often something was shown or answered that the model doesn't have. */
async function live(circle: Circle, history: History, random: () => number): Promise<number> {
  const { members, conversationIds, tabs } = circle
  const model = createModel(conversationIds)
  let differences = 0

  async function read(member: Member, conversationId: string, sequence: number): Promise<void> {
    expect((await member.post(`/api/chat/${conversationId}/read`, { sequence })).status).toBe(204)
    history.read(conversationId, member.uid, model.read(conversationId, member.uid, sequence))
  }

  async function send(member: Member, conversationId: string): Promise<void> {
    const clientId = randomUUID()
    const text = `messaggio ${model.headOf(conversationId) + 1} in ${conversationId}`
    const sending = history.send(conversationId, member.uid, clientId, text)
    const answer = await member.post(`/api/chat/${conversationId}/messages`, { clientId, text })
    expect(answer.status).toBe(201)
    history.acknowledge(sending, (await answer.json()) as Message)
    model.send(conversationId, member.uid, text)
  }

  async function open(member: Member, conversationId: string): Promise<void> {
    const answer = await member.fetch(`/api/chat/${conversationId}/messages`)
    const { messages } = (await answer.json()) as MessagePage
    const newestOfOther = messages.findLast(({ userId }) => userId !== member.uid)?.sequence ?? 0
    if (newestOfOther > 0) await read(member, conversationId, newestOfOther)
  }

  /** A tab that knows less than another, or of a message that is not there. */
  async function readAnything(member: Member, conversationId: string): Promise<void> {
    await read(member, conversationId, Math.floor(random() * (model.headOf(conversationId) + 3)))
  }

  async function reconnect(member: Member): Promise<void> {
    await pick(random, tabs.get(member.uid) ?? []).reconnect()
  }

  /** Half of the steps write, so that everybody has something to read. */
  const mixture = [send, send, send, send, send, open, open, open, readAnything, reconnect]

  for (let step = 1; step <= steps / circles; step += 1) {
    const member = pick(random, members)
    const own = conversationIds.filter((id) => id.includes(member.uid))
    await pick(random, mixture)(member, pick(random, own))
    const looker = pick(random, members)
    if (!isDeepStrictEqual(await readUnread(looker), model.shownTo(looker.uid))) differences += 1
    if (step % stepsBetweenLooks !== 0) continue
    const looks = members.flatMap((one) =>
      (tabs.get(one.uid) ?? []).map((tab) => tab.shows(model.shownTo(one.uid))),
    )
    differences += (await Promise.all(looks)).filter((isShown) => !isShown).length
  }

  for (const conversationId of conversationIds) {
    const reader = members.find(({ uid }) => conversationId.includes(uid)) as Member
    history.keep(conversationId, (await readConversation(reader, conversationId)).messages)
  }
  for (const member of members) {
    // The home lists all unread chats only up to its maximum.
    for (const id of conversationIds.filter((one) => one.includes(member.uid)))
      if (model.shownTo(member.uid).total > maximumUnreadChats) await read(member, id, model.headOf(id))
    const { chats } = await readUnread(member)
    history.recordUnread(
      member.uid,
      chats.map(({ conversationId }) => conversationId),
    )
    for (const tab of tabs.get(member.uid) ?? []) tab.close()
  }
  return differences
}

it('agrees with a model of unread chats through random sending, reading and reconnecting in two tabs each (R-14)', async () => {
  const everybody = await app.members(circles * circleSize)
  const gathered: Circle[] = []
  for (let number = 0; number < circles; number += 1)
    gathered.push(await gatherCircle(everybody.slice(number * circleSize, (number + 1) * circleSize)))
  const history = createHistory()
  const startedAt = performance.now()
  const differences = await Promise.all(
    gathered.map((circle, number) => live(circle, history, randomFrom(seed + number))),
  )
  const faults = history.check()
  figure(
    'R-14',
    `${steps} steps of ${circles * circleSize} members with two tabs each (seed ${seed}), ${history.countAcknowledged()} of them messages, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${differences.reduce((sum, some) => sum + some)} differences, ${JSON.stringify(faults)}`,
  )
  expect(differences).toEqual(differences.map(() => 0))
  expect(faults).toEqual(faultless)
})
