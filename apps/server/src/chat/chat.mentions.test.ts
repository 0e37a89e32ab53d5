import { randomUUID } from 'node:crypto'
import type { Message, MessagePage, PrivateChatPage, UnreadMentions } from '@covo/contract/chat/chat.routes'
import { befriend, openPrivateChat } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, register } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: { ...unlimited, mentions: { points: 25, seconds: 600 } } })
const room = 'generale'
const nobody = '00000000-0000-4000-8000-000000000000'

const post = (member: Member, text: string, conversationId = room, replyTo?: number) =>
  member.post(`/api/chat/${conversationId}/messages`, { clientId: randomUUID(), text, replyTo })

async function send(...[member, ...draft]: Parameters<typeof post>): Promise<Message> {
  const answer = await post(member, ...draft)
  expect(answer.status).toBe(201)
  return (await answer.json()) as Message
}

async function edit(member: Member, { conversationId, sequence, edits = 0 }: Message, text: string) {
  const path = `/api/chat/${conversationId}/messages/${sequence}`
  const headers = { 'content-type': 'application/json' }
  const answer = await member.fetch(path, { method: 'PUT', headers, body: JSON.stringify({ text, edits }) })
  return { status: answer.status, body: (await answer.json()) as Message & { code: string } }
}

const mention = ({ uid }: Member) => `<@${uid}>`
const mentionsOf = (member: Member) => member.read<UnreadMentions>('/api/chat/mentions')
const read = ({ sequence }: Message, member: Member) =>
  member.post(`/api/chat/${room}/mentions/${sequence}/read`, {})
const rename = (member: Member, displayName: string) => member.patch('/api/profiles/me', { displayName })

describe('a message that mentions members', () => {
  it('has their present names, in code and in a quote too', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const sent = await send(anna, `${mention(bruno)} guarda \`${mention(anna)}\`, e <@${nobody.slice(1)}> no`)
    expect(sent.mentions).toEqual([
      { uid: bruno.uid, displayName: 'Bruno Conti' },
      { uid: anna.uid, displayName: 'Anna Bassi' },
    ])
    const reply = await send(bruno, 'visto', room, sent.sequence)
    expect(reply.replyTo?.excerpt).toMatch(/^@Bruno Conti guarda @Anna Bassi, e <@/)
    expect((await rename(bruno, 'Brunello')).status).toBe(200)
    const page = await anna.read<MessagePage>(`/api/chat/${room}/messages`)
    expect(page.messages.find(({ id }) => id === sent.id)?.mentions?.[0]?.displayName).toBe('Brunello')
    expect((await rename(bruno, 'Bruno Conti')).status).toBe(200)
  })

  it('is refused where one of them may not be mentioned, and where they are too many', async () => {
    const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
    await befriend(anna, bruno)
    const chat = await openPrivateChat(anna, bruno)
    const invalid = [422, 'chat.mention_invalid']
    expect(await refusalOf(await post(anna, `<@${nobody}>`))).toEqual(invalid)
    expect(await refusalOf(await post(anna, `ciao ${mention(carla)}`, chat))).toEqual(invalid)
    const many = Array.from({ length: 11 }, () => `<@${randomUUID()}>`).join(' ')
    expect(await refusalOf(await post(anna, many))).toEqual([422, 'chat.too_many_mentions'])
    const sent = await send(anna, `ciao ${mention(bruno)}`, chat)
    expect(await edit(anna, sent, `ciao ${mention(carla)}`)).toMatchObject({
      status: 422,
      body: { code: 'chat.mention_invalid' },
    })
    const list = await bruno.read<PrivateChatPage>('/api/chat')
    expect(list.chats[0]?.lastMessage).toBe('ciao @Bruno Conti')
    expect((await mentionsOf(bruno)).oldest.filter(({ conversationId }) => conversationId === chat)).toEqual(
      [],
    )
  })
})

describe('a message for a member', () => {
  it('waits until it is read, and is published: mentions and replies of others in the room', async () => {
    const [carla, dario] = [await app.as('carla'), await app.as('dario')]
    const tab = app.live(dario)
    await tab.receive('live.welcome')
    const own = await send(dario, `mi cito: ${mention(dario)}`)
    expect(await mentionsOf(dario)).toEqual({ total: 0, byRoom: {}, oldest: [] })
    const first = await send(carla, `${mention(dario)} ${mention(dario)}`)
    await tab.receive('chat.mentions_changed')
    const second = await send(carla, 'ti rispondo', room, own.sequence)
    const waiting = [first, second].map(({ conversationId, sequence }) => ({ conversationId, sequence }))
    expect(await mentionsOf(dario)).toEqual({ total: 2, byRoom: { [room]: 2 }, oldest: waiting })
    expect(await mentionsOf(carla)).toEqual({ total: 0, byRoom: {}, oldest: [] })
    expect((await read(first, dario)).status).toBe(204)
    expect((await read(own, dario)).status).toBe(204)
    expect(await mentionsOf(dario)).toEqual({ total: 1, byRoom: { [room]: 1 }, oldest: waiting.slice(1) })
    await read(second, dario)
    expect(await mentionsOf(dario)).toEqual({ total: 0, byRoom: {}, oldest: [] })
  })

  it('goes with a removal, and with an edit that takes the name out; an edit calls nobody', async () => {
    const [carla, dario] = [await app.as('carla'), await app.as('dario')]
    const tab = app.live(dario)
    await tab.receive('live.welcome')
    const removed = await send(carla, mention(dario))
    const edited = await send(carla, `${mention(dario)} vieni?`)
    const silent = await send(carla, 'chi viene?')
    expect((await mentionsOf(dario)).total).toBe(2)
    const before = tab.received.length
    await carla.delete(`/api/chat/${room}/messages/${removed.sequence}`)
    expect((await edit(carla, edited, 'vieni?')).status).toBe(200)
    const named = await edit(carla, silent, `chi viene? ${mention(dario)}`)
    expect(named.body.mentions).toEqual([{ uid: dario.uid, displayName: 'Dario Elmi' }])
    expect(await mentionsOf(dario)).toEqual({ total: 0, byRoom: {}, oldest: [] })
    const published = tab.received.slice(before).filter(({ type }) => type === 'chat.mentions_changed')
    expect(published.length).toBe(2)
    // A text that keeps a name may be saved again.
    expect((await edit(carla, named.body, `chi viene, ${mention(dario)}?`)).status).toBe(200)
  })

  it('is limited by how many people a member calls', async () => {
    const dario = await app.as('dario')
    const elena = await register(app.origin, {
      email: 'elena@esempio.it',
      name: 'elena',
      password: 'Tana-rossa1',
    })
    for (let call = 0; call < 25; call += 1) await send(elena, mention(dario))
    expect(await refusalOf(await post(elena, mention(dario)))).toEqual([429, 'chat.too_fast'])
    expect((await post(elena, 'senza nome')).status).toBe(201)
    expect((await mentionsOf(dario)).oldest).toHaveLength(25)
  })
})
