import { randomUUID } from 'node:crypto'
import { conversationTopic } from '@covo/contract/chat/chat.news'
import type { ChangedMessages, Message, MessagePage } from '@covo/contract/chat/chat.routes'
import { befriend, openPrivateChat } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import type { Member } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })
const room = 'generale'

const post = (member: Member, draft: object, conversationId = room) =>
  member.post(`/api/chat/${conversationId}/messages`, { clientId: randomUUID(), ...draft })

async function send(member: Member, text: string, replyTo?: number, conversationId = room): Promise<Message> {
  const answer = await post(member, { text, replyTo }, conversationId)
  expect(answer.status).toBe(201)
  return (await answer.json()) as Message
}

const newest = async (member: Member, conversationId = room) =>
  (await member.read<MessagePage>(`/api/chat/${conversationId}/messages`)).messages

const edit = (member: Member, { sequence, edits = 0 }: Message, text: string) =>
  member.put(`/api/chat/${room}/messages/${sequence}`, { text, edits })

describe('a reply', () => {
  it('shows what it replies to in its answer, its news and its page', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const reader = app.live(anna)
    await reader.watch(conversationTopic(room))
    const target = await send(anna, '**La flag** è ||CTF{1}||')
    const clientId = randomUUID()
    const reply = (await (
      await post(bruno, { text: 'trovata', replyTo: target.sequence, clientId })
    ).json()) as Message
    const { sequence, userId, userName } = target
    expect(reply.replyTo).toEqual({ sequence, userId, userName, excerpt: 'La flag è [spoiler]' })
    const { message } = await reader.receive('chat.message_sent', (news) => news.message.id === reply.id)
    expect(message).toEqual(reply)
    expect((await newest(anna)).at(-1)).toEqual(reply)
    expect(await (await post(bruno, { text: 'altro', clientId })).json()).toEqual(reply)
  })

  it('follows its target: edited, renamed and removed', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const target = await send(anna, 'prima')
    const reply = await send(bruno, 'risposta', target.sequence)
    const quoteNow = async () => (await newest(bruno)).find(({ id }) => id === reply.id)?.replyTo
    expect((await edit(anna, target, 'poi')).status).toBe(200)
    expect(await quoteNow()).toMatchObject({ excerpt: 'poi' })
    const before = (await anna.read<MessagePage>(`/api/chat/${room}/messages`)).changes
    expect((await anna.delete(`/api/chat/${room}/messages/${target.sequence}`)).status).toBe(204)
    expect(await quoteNow()).toEqual({ ...reply.replyTo, excerpt: '', isRemoved: true })
    // The target's own entry shows the removal: the reply takes no change number.
    const { changed } = await anna.read<ChangedMessages>(`/api/chat/${room}/changes?after=${before}`)
    expect(changed.map(({ sequence }) => sequence)).toEqual([target.sequence])
    const later = await send(bruno, 'anche adesso', target.sequence)
    expect(later.replyTo).toMatchObject({ isRemoved: true })
    expect((await bruno.delete(`/api/chat/${room}/messages/${later.sequence}`)).status).toBe(204)
    expect((await newest(bruno)).find(({ id }) => id === later.id)).not.toHaveProperty('replyTo')
  })

  it('is refused where its conversation has no such message, and stores nothing', async () => {
    const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
    await befriend(anna, bruno)
    const chat = await openPrivateChat(anna, bruno)
    await send(anna, 'nella stanza')
    const [last] = (await newest(anna)).slice(-1)
    const head = last?.sequence ?? 0
    const refused = [422, 'chat.reply_target_not_found']
    expect(await refusalOf(post(anna, { text: 'x', replyTo: head + 1 }))).toEqual(refused)
    // A number of the room is none of the private chat.
    expect(await refusalOf(post(anna, { text: 'x', replyTo: head }, chat))).toEqual(refused)
    expect(await refusalOf(post(carla, { text: 'x', replyTo: 1 }, chat))).toEqual([
      404,
      'chat.conversation_not_found',
    ])
    for (const replyTo of [0, -1, 1.5, '1', null])
      expect(await refusalOf(post(anna, { text: 'x', replyTo }))).toEqual([400, 'common.invalid_request'])
    expect(await newest(anna, chat)).toEqual([])
    expect((await newest(anna)).at(-1)?.sequence).toBe(head)
  })
})

describe('a page around a message', () => {
  it('has up to 25 before it, itself and 24 after it, and ends where the conversation does', async () => {
    const [carla, dario] = [await app.as('carla'), await app.as('dario')]
    await befriend(carla, dario)
    const chat = await openPrivateChat(carla, dario)
    for (let number = 1; number <= 60; number += 1) await send(carla, `numero ${number}`, undefined, chat)
    const around = async (sequence: number, more = '') => {
      const { messages, head } = await dario.read<MessagePage>(
        `/api/chat/${chat}/messages?around=${sequence}${more}`,
      )
      expect(head).toBe(60)
      expect(messages.map((one) => one.sequence)).toEqual(
        messages.map((_, index) => (messages[0]?.sequence ?? 0) + index),
      )
      return [messages[0]?.sequence, messages.at(-1)?.sequence]
    }
    expect(await around(30)).toEqual([5, 54])
    expect(await around(1)).toEqual([1, 25])
    expect(await around(60)).toEqual([35, 60])
    expect(await around(30, '&limit=1')).toEqual([30, 30])
    expect(await refusalOf(dario.fetch(`/api/chat/${chat}/messages?around=61`))).toEqual([
      404,
      'chat.message_not_found',
    ])
    for (const query of ['around=0', 'around=1.5', 'around=3&before=2', 'before=3&after=2'])
      expect(await refusalOf(dario.fetch(`/api/chat/${chat}/messages?${query}`))).toEqual([
        400,
        'common.invalid_request',
      ])
    const stranger = await app.as('bruno')
    expect(await refusalOf(stranger.fetch(`/api/chat/${chat}/messages?around=61`))).toEqual([
      404,
      'chat.conversation_not_found',
    ])
  })
})
