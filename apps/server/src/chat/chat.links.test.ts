import { randomUUID } from 'node:crypto'
import type { Message } from '@covo/contract/chat/chat.routes'
import { befriend, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { type Member, register } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp({ emailVerification: 'limited' })
const indifferent = runTestApp()
const link = 'guarda https://esempio.it'
const refusal = [429, 'chat.too_many_links']
let made = 0

function newcomer(origin = app.origin): Promise<Member> {
  made += 1
  return register(origin, {
    name: `Nuovo ${made}`,
    email: `nuovo${made}@esempio.it`,
    password: 'Tana-rossa1',
  })
}

async function send(member: Member, text: string, conversationId = 'generale') {
  const answer = await sendMessage(member, conversationId, text)
  return { answer, message: (await answer.clone().json()) as Message }
}

async function outcomeOf(answer: Response) {
  return answer.ok ? answer.status : [answer.status, ((await answer.json()) as { code: string }).code]
}

const sends = async (...parameters: Parameters<typeof send>) => outcomeOf((await send(...parameters)).answer)

function edit(member: Member, { sequence, edits = 0 }: Message, text: string): Promise<Response> {
  return member.put(`/api/chat/generale/messages/${sequence}`, { text, edits })
}

/** Lets a member be of another age. */
async function letBe({ uid }: Member, seconds: number): Promise<void> {
  await app.database
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - seconds * 1000) })
    .where('id', '=', uid)
    .execute()
}

describe('a member in the first 24 hours', () => {
  it('sends three messages with a link, in rooms and private chats together, and as many others as they like', async () => {
    const [member, friend] = [await newcomer(), await newcomer()]
    await befriend(member, friend)
    const chat = await openPrivateChat(member, friend)
    expect(await sends(member, link)).toBe(201)
    expect(await sends(member, '[qui](https://esempio.it)', chat)).toBe(201)
    expect(await sends(member, '> ||http://esempio.it||')).toBe(201)
    const { answer } = await send(member, link)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await outcomeOf(answer)).toEqual(refusal)
    expect(await sends(member, link, chat)).toEqual(refusal)
    for (const text of ['ciao', '`https://esempio.it`', 'esempio.it', 'https://'])
      expect(await sends(member, text)).toBe(201)
    expect(await sends(friend, link, chat)).toBe(201)
  })

  it('sends three of many at once', async () => {
    const member = await newcomer()
    const answers = await Promise.all(Array.from({ length: 12 }, () => sends(member, link)))
    expect(answers.filter((answer) => answer === 201)).toHaveLength(3)
  })

  it('loses none by a message that is refused for its own sake', async () => {
    const member = await newcomer()
    for (let round = 0; round < 4; round += 1)
      expect(
        (
          await member.post('/api/chat/generale/messages', {
            clientId: randomUUID(),
            text: link,
            replyTo: 9_999,
          })
        ).status,
      ).toBe(422)
    expect(await sends(member, link)).toBe(201)
  })

  it('brings a link into a message by an edit no more often', async () => {
    const member = await newcomer()
    const { message } = await send(member, 'ciao')
    for (let round = 0; round < 3; round += 1) expect(await sends(member, link)).toBe(201)
    expect(await outcomeOf(await edit(member, message, link))).toEqual(refusal)
    expect(await outcomeOf(await edit(member, message, 'ciao a tutti'))).toBe(200)
  })

  it('corrects a message with a link', async () => {
    const member = await newcomer()
    const { message } = await send(member, link)
    for (let round = 0; round < 2; round += 1) expect(await sends(member, link)).toBe(201)
    expect(await outcomeOf(await edit(member, message, `${link}, è bello`))).toBe(200)
  })
})

it('ends with the first 24 hours', async () => {
  const day = 24 * 3600
  const member = await newcomer()
  await letBe(member, day - 60)
  for (let round = 0; round < 3; round += 1) expect(await sends(member, link)).toBe(201)
  expect(await sends(member, link)).toEqual(refusal)
  await letBe(member, day + 1)
  expect(await sends(member, link)).toBe(201)
})

it('is withheld by no instance that asks for no address', async () => {
  const member = await newcomer(indifferent.origin)
  for (let round = 0; round < 6; round += 1) expect(await sends(member, link)).toBe(201)
})
