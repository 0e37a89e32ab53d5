import { randomUUID } from 'node:crypto'
import type { Message, MessagePage } from '@covo/contract/chat/chat.routes'
import { seenMessages } from '@covo/contract/chat/history.fold'
import { figure } from '@covo/testing/figure'
import { pick, randomFrom } from '@covo/testing/random'
import type { Member } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const plenty = { points: 1_000_000, seconds: 1 }
const app = runTestApp({ limits: { messageBurst: plenty, messagesSustained: plenty } })
const path = '/api/chat/generale/messages'

async function send(member: Member, text: string): Promise<Message> {
  const clientId = randomUUID()
  // Half of the sends are retried at once, as a client does whose answer got lost.
  const [answer] = await Promise.all(
    Array.from({ length: clientId < '8' ? 1 : 2 }, () => member.post(path, { clientId, text })),
  )
  expect([200, 201]).toContain(answer?.status)
  return (await answer?.json()) as Message
}

async function readWhole(member: Member): Promise<Message[]> {
  const whole: Message[] = []
  for (;;) {
    const answer = await member.fetch(`${path}?after=${whole.at(-1)?.sequence ?? 0}`)
    const { messages } = (await answer.json()) as MessagePage
    if (messages.length === 0) return whole
    whole.push(...seenMessages(messages))
  }
}

it('gives one dense order to 240 messages of eight senders, which every reader receives', async () => {
  const members = await Promise.all(
    (['anna', 'bruno', 'carla', 'dario', 'anna', 'bruno', 'carla', 'dario'] as const).map((name) =>
      app.as(name),
    ),
  )
  const readers = members.slice(0, 4).map((member) => app.live(member))
  await Promise.all(readers.map((reader) => reader.watch('chat:generale')))

  const acknowledged = await Promise.all(
    members.map(async (member, writer) => {
      const own: Message[] = []
      for (let index = 0; index < 30; index += 1) own.push(await send(member, `${writer}/${index}`))
      return own
    }),
  )

  const [anna] = members
  if (!anna) throw new Error('nobody reads')
  const stored = await readWhole(anna)
  expect(stored.map(({ sequence }) => sequence)).toEqual(stored.map((_, index) => index + 1))
  expect(stored).toHaveLength(240)
  for (const own of acknowledged) {
    const sequences = own.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
  }
  for (const reader of readers) {
    await reader.receive('chat.message_sent', ({ message }) => message.sequence === 240)
    const received = reader.received.flatMap((news) =>
      news.type === 'chat.message_sent' ? [news.message] : [],
    )
    expect(received).toEqual(stored)
  }
})

it('stores a message once that is sent again and again, at two servers, also where the answer is lost (R-04)', async () => {
  const seed = 20_261_126
  const random = randomFrom(seed)
  const anna = await app.as('anna')
  const servers = [app.origin, await app.startAnother()]
  const before = await readWhole(anna)
  const messages = Array.from({ length: 120 }, (_, index) => ({
    clientId: randomUUID(),
    text: `prima ${index}`,
  }))
  const post = async (json: object, signal?: AbortSignal) => {
    const origin = pick(random, servers)
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { ...anna.credentials(), origin, 'content-type': 'application/json' },
      body: JSON.stringify(json),
      ...(signal && { signal }),
    })
    // The signal cuts the body off as well.
    return { status: answer.status, message: (await answer.json()) as Message }
  }
  let cut = 0
  let sends = 0

  /** With its first text until an answer says that it is stored, and from then on with others. */
  async function sendOften({ clientId, text }: (typeof messages)[number]): Promise<Message> {
    const attempts = 1 + Math.floor(random() * 5)
    const first = Array.from({ length: attempts }, async (_, attempt) => {
      sends += 1
      if (attempt === 0 || random() < 0.5) return post({ clientId, text })
      // The server may have stored it, or not have read it.
      return post({ clientId, text }, AbortSignal.timeout(Math.floor(random() * 20))).catch(() => {
        cut += 1
        return null
      })
    })
    const answers = (await Promise.all(first)).filter((answer) => answer !== null)
    const again = await post({ clientId, text: 'un altro testo' })
    expect(again.status).toBe(200)
    for (const { status, message } of answers) {
      expect([200, 201]).toContain(status)
      expect(message).toEqual(again.message)
    }
    return again.message
  }

  const answered: Message[] = []
  for (let start = 0; start < messages.length; start += 40)
    answered.push(...(await Promise.all(messages.slice(start, start + 40).map(sendOften))))

  const stored = (await readWhole(anna)).slice(before.length)
  expect(stored.map(({ text }) => text).toSorted()).toEqual(messages.map(({ text }) => text).toSorted())
  expect(answered.toSorted((one, other) => one.sequence - other.sequence)).toEqual(stored)
  expect(cut).toBeGreaterThan(0)
  figure(
    'R-04',
    `${messages.length} messages by ${sends} sends, ${cut} answers lost (seed ${seed}): ${stored.length} stored`,
  )
})
