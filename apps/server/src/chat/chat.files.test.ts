import { randomUUID } from 'node:crypto'
import { conversationTopic } from '@covo/contract/chat/chat.news'
import type { Message, MessagePage, PrivateChatPage } from '@covo/contract/chat/chat.routes'
import { eventRoomId, publicRoomId } from '@covo/contract/chat/chat.rules'
import { eventForm } from '@covo/testing/event-form'
import {
  befriend,
  createEvent,
  makeBot,
  openPrivateChat,
  startUpload,
  uploadFile,
} from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import type { Member } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { greyPng } from '../../test/pictures.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })

type Sent = { text?: string; clientId?: string; replyTo?: number; files: object[] }

const messagesOf = (conversationId: string) => `/api/chat/${conversationId}/messages`
const post = (by: Member, { text = '', clientId = randomUUID(), ...sent }: Sent, room = publicRoomId) =>
  by.post(messagesOf(room), { text, clientId, ...sent })

async function send(by: Member, sent: Sent, room = publicRoomId): Promise<Message> {
  const answer = await post(by, sent, room)
  expect(answer.status).toBe(201)
  return (await answer.json()) as Message
}

const picture = (by: Member, room = publicRoomId) =>
  uploadFile(by, room, { name: 'schermata.png', bytes: greyPng(30, 20) })
const notes = (by: Member, room = publicRoomId) =>
  uploadFile(by, room, { name: 'note.py', bytes: Buffer.from('print(1)\n') })
const statusOf = async (by: Member, id: string) => (await by.fetch(`/api/files/${id}`)).status
const edit = (by: Member, { sequence, edits = 0, text }: Message, changes: object) =>
  by.put(`${messagesOf(publicRoomId)}/${sequence}`, { text, edits, ...changes })

describe('a message with files', () => {
  it('is the same in its answer, its news and its page, and its readers download it', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const reader = app.live(bruno)
    await reader.watch(conversationTopic(publicRoomId))
    const [shown, hidden, text] = [await picture(anna), await picture(anna), await notes(anna)]
    expect(await statusOf(bruno, shown.id)).toBe(404)
    const message = await send(anna, {
      text: 'ecco',
      files: [
        { id: shown.id, alt: ' una\u202e schermata ' },
        { id: hidden.id, isSpoiler: true, alt: 'la flag' },
        { id: text.id, alt: 'nessuna', isSpoiler: true },
      ],
    })
    const { placeholder: _, ...withoutPlaceholder } = hidden
    expect(message.files).toEqual([
      { ...shown, alt: 'una schermata' },
      { ...withoutPlaceholder, alt: 'la flag', isSpoiler: true },
      { id: text.id, name: 'note.py', size: 9, kind: 'file', preview: 'py' },
    ])
    const news = await reader.receive('chat.message_sent', (one) => one.message.id === message.id)
    expect(news.message).toEqual(message)
    expect((await bruno.read<MessagePage>(messagesOf(publicRoomId))).messages.at(-1)).toEqual(message)
    expect(await bruno.read<Message>(`${messagesOf(publicRoomId)}/${message.sequence}`)).toEqual(message)
    expect(await Promise.all(message.files?.map(({ id }) => statusOf(bruno, id)) ?? [])).toEqual([
      200, 200, 200,
    ])
    expect((await bruno.fetch(`/api/files/${shown.id}/small`)).headers.get('content-type')).toBe('image/webp')
  })

  it('needs no text, and is named by its files where one line shows it', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    await befriend(anna, bruno)
    const chat = await openPrivateChat(anna, bruno)
    const reader = app.live(bruno)
    const sendFiles = async (...files: { id: string; isSpoiler?: boolean }[]) => {
      const message = await send(anna, { text: '\u200b', files }, chat)
      expect(message.text).toBe('')
      const heard = await reader.receive(
        'chat.last_message_changed',
        (news) => news.chat.sequence === message.sequence,
      )
      const [listed] = (await bruno.read<PrivateChatPage>('/api/chat')).chats
      const reply = await send(bruno, { text: 'sì', files: [], replyTo: message.sequence }, chat)
      const excerpt = reply.replyTo && !reply.replyTo.isHidden && reply.replyTo.excerpt
      return [...new Set([heard.chat.lastMessage, listed?.lastMessage, excerpt])]
    }
    const upload = () => picture(anna, chat)
    expect(await sendFiles(await upload())).toEqual(['Immagine'])
    expect(await sendFiles(await upload(), await upload())).toEqual(['2 immagini'])
    expect(await sendFiles(await notes(anna, chat))).toEqual(['File: note.py'])
    expect(await sendFiles(await notes(anna, chat), await upload())).toEqual(['2 file'])
    expect(await sendFiles({ ...(await upload()), isSpoiler: true })).toEqual(['[spoiler]'])
  })

  it('is sent by a bot with its token', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const bot = await makeBot(anna, `Grafico ${randomUUID().slice(0, 8)}`)
    const { id } = await picture(bot)
    expect(await send(bot, { files: [{ id, alt: 'I punti' }] })).toMatchObject({
      userId: bot.uid,
      files: [{ alt: 'I punti' }],
    })
    expect([await statusOf(bruno, id), await statusOf(bot, id)]).toEqual([200, 200])
  })

  it('is stored once, however often it is sent, and has its files alone', async () => {
    const anna = await app.newcomer()
    const files = [{ id: (await notes(anna)).id }]
    const clientId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(anna, { clientId, files })))
    const stored = (await Promise.all(answers.map((answer) => answer.json()))) as Message[]
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201])
    expect(stored).toEqual(Array.from({ length: 5 }, () => stored[0]))
    expect(stored[0]?.files).toHaveLength(1)
    expect(await refusalOf(post(anna, { files }))).toEqual([422, 'files.not_found'])
    expect((await post(anna, { clientId, files })).status).toBe(200)
  })

  it('has a file that two messages want at once, and the other is refused', async () => {
    const anna = await app.newcomer()
    const files = [{ id: (await notes(anna)).id }]
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(anna, { files })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422])
  })

  it.each([
    ['a file that is not there', async () => [{ id: randomUUID() }], [422, 'files.not_found']],
    ['a file of somebody else', async () => [await notes(await app.newcomer())], [422, 'files.not_found']],
    [
      'one file twice',
      async (anna: Member) => {
        const { id } = await notes(anna)
        return [{ id }, { id }]
      },
      [422, 'files.not_found'],
    ],
    [
      'a file of another conversation',
      async (anna: Member) => {
        const bruno = await app.newcomer()
        await befriend(anna, bruno)
        return [await notes(anna, await openPrivateChat(anna, bruno))]
      },
      [422, 'files.not_found'],
    ],
    [
      'five files',
      async () => Array.from({ length: 5 }, () => ({ id: randomUUID() })),
      [422, 'files.too_many'],
    ],
    [
      'an unfinished upload',
      async (anna: Member) => [await startUpload(anna, publicRoomId, { name: 'x', size: 3 })],
      [409, 'files.incomplete'],
    ],
    [
      'a long description',
      async () => [{ id: randomUUID(), alt: 'è'.repeat(301) }],
      [400, 'common.invalid_request'],
    ],
  ])('is refused with %s, and hinders no other', async (_, filesOf, refusal) => {
    const anna = await app.newcomer()
    const files = (await filesOf(anna)).map(({ id, ...more }) => ({
      id,
      ...('alt' in more && { alt: more.alt }),
    }))
    const good = [{ id: (await notes(anna)).id }]
    const [refused, stored] = await Promise.all([
      refusalOf(post(anna, { files })),
      post(anna, { files: good }),
    ])
    expect(refused).toEqual(refusal)
    expect(stored.status).toBe(201)
  })
})

describe('an edit of a message with files', () => {
  it('changes text, descriptions and spoilers, and takes files away for good', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const [first, second] = [await picture(anna), await picture(anna)]
    const message = await send(anna, { text: 'due', files: [{ id: first.id }, { id: second.id }] })
    expect((await edit(anna, message, { text: 'altro' })).status).toBe(200)
    const files = [{ id: second.id, alt: 'la seconda', isSpoiler: true }]
    const changes = { text: '', files, edits: 1 }
    const edited = (await (await edit(anna, message, changes)).json()) as Message
    expect(edited).toMatchObject({ text: '', edits: 2 })
    expect(edited.files).toEqual([expect.objectContaining(files[0])])
    expect(edited.files?.[0]).not.toHaveProperty('placeholder')
    expect(await (await edit(anna, message, changes)).json()).toEqual(edited)
    expect(await Promise.all([first, second].map(({ id }) => statusOf(bruno, id)))).toEqual([404, 200])
    for (const [refused, refusal] of [
      [{ text: '', files: [] }, [422, 'chat.message_empty']],
      [{ files: [{ id: first.id }] }, [422, 'files.not_found']],
      [{ files: [{ id: (await notes(anna)).id }] }, [422, 'files.not_found']],
      [{ files: [{ id: second.id }], edits: 1 }, [409, 'chat.edit_conflict']],
    ] as const)
      expect(await refusalOf(edit(anna, message, { edits: 2, ...refused }))).toEqual(refusal)
    const bare = await edit(anna, message, { text: 'solo testo', files: [], edits: 2 })
    expect(await bare.json()).not.toHaveProperty('files')
  })
})

describe('the file of a message', () => {
  it('is gone with the message', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const { id } = await picture(anna)
    const { sequence } = await send(anna, { files: [{ id }] })
    expect((await anna.delete(`${messagesOf(publicRoomId)}/${sequence}`)).status).toBe(204)
    expect(await Promise.all([anna, bruno].map((who) => statusOf(who, id)))).toEqual([404, 404])
    const now = await bruno.read<Message>(`${messagesOf(publicRoomId)}/${sequence}`)
    expect(now).not.toHaveProperty('files')
  })

  it('is read by those alone who read its message', async () => {
    const [anna, bruno, clara] = [await app.newcomer(), await app.newcomer(), await app.newcomer()]
    await befriend(anna, bruno)
    const chat = await openPrivateChat(anna, bruno)
    const event = await createEvent(anna, eventForm())
    const room = eventRoomId(event.id)
    const [inPublic, inPrivate, inRoom] = [
      await picture(anna),
      await picture(anna, chat),
      await picture(anna, room),
    ]
    const readBy = (who: Member) =>
      Promise.all([inPublic, inPrivate, inRoom].map(({ id }) => statusOf(who, id)))
    expect(await readBy(bruno)).toEqual([404, 404, 404])
    await send(anna, { files: [{ id: inPublic.id }] })
    await send(anna, { files: [{ id: inPrivate.id }] }, chat)
    await send(anna, { files: [{ id: inRoom.id }] }, room)
    await clara.put(`/api/events/${event.id}/participation`)
    expect(await readBy(anna)).toEqual([200, 200, 200])
    expect(await readBy(bruno)).toEqual([200, 200, 404])
    expect(await readBy(clara)).toEqual([200, 404, 200])
    await clara.delete(`/api/events/${event.id}/participation`)
    await clara.put(`/api/blocks/${anna.uid}`)
    const etag = (await anna.fetch(`/api/files/${inPublic.id}`)).headers.get('etag') ?? ''
    expect(await readBy(clara)).toEqual([404, 404, 404])
    const known = await clara.fetch(`/api/files/${inPublic.id}`, { headers: { 'if-none-match': etag } })
    expect(known.status).toBe(404)
  })
})
