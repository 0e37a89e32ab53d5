import type { Message, MessagePage, PrivateChatPage, UnreadChat } from '@covo/contract/chat/chat.routes'
import { privateChatPageSize, privateConversationId } from '@covo/contract/chat/chat.rules'
import { figure } from '@covo/testing/figure'
import { befriend, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { type Member, type Newcomer, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { lockWaits } from '../../test/lock-waits.ts'
import { runTestApp } from '../../test/test-app.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'

const plenty = { points: 100_000, seconds: 1 }
const app = runTestApp({ limits: { messageBurst: plenty, messagesSustained: plenty } })

const newcomer = () => app.newcomer()

async function friends(): Promise<[Newcomer, Newcomer, string]> {
  const [one, other] = [await newcomer(), await newcomer()]
  await befriend(one, other)
  const conversationId = await openPrivateChat(one, other)
  return [one, other, conversationId]
}

async function send(by: Visitor, conversationId: string, text: string): Promise<number> {
  const answer = await sendMessage(by, conversationId, text)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { sequence: number }).sequence
}

async function unreadOf(member: Visitor): Promise<{ chats: UnreadChat[]; total: number }> {
  return (await (await member.fetch('/api/chat/unread')).json()) as { chats: UnreadChat[]; total: number }
}

async function chatsOf(member: Visitor, cursor = ''): Promise<PrivateChatPage> {
  const answer = await member.fetch(`/api/chat${cursor && `?cursor=${cursor}`}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as PrivateChatPage
}

async function read(by: Visitor, conversationId: string, sequence: number): Promise<void> {
  expect((await by.post(`/api/chat/${conversationId}/read`, { sequence })).status).toBe(204)
}

/** Resolves when a statement of another connection waits for a lock. */
async function someoneWaits(): Promise<void> {
  await expect.poll(() => lockWaits(app.database)).toBeGreaterThan(0)
}

async function holdConversation<Result>(id: string, during: (trx: DatabaseTransaction) => Promise<Result>) {
  return await app.database.transaction().execute(async (trx) => {
    await sql`select from conversations where id = ${id} for update`.execute(trx)
    return await during(trx)
  })
}

describe('opening', () => {
  it('answers the pair’s id, the same from both sides and each time', async () => {
    const [ada, bea, conversationId] = await friends()
    expect(conversationId).toBe([ada.uid, bea.uid].toSorted().join('_'))
    const again = await bea.post('/api/chat/private', { uid: ada.uid })
    expect(await again.json()).toEqual({ conversationId })
  })

  it('is refused without friendship, with oneself, with an unknown member; nothing is created', async () => {
    const [ada, bea] = [await newcomer(), await newcomer()]
    for (const uid of [bea.uid, ada.uid, '00000000-0000-4000-8000-000000000000']) {
      const answer = await ada.post('/api/chat/private', { uid })
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'chat.not_friends' }])
    }
    const id = privateConversationId(ada.uid, bea.uid)
    const rows = await app.database.selectFrom('conversations').select('id').where('id', '=', id).execute()
    expect(rows).toEqual([])
  })

  it('makes one conversation of 200 openings at once, at two servers (R-13)', async () => {
    const [ada, bea] = [await newcomer(), await newcomer()]
    await befriend(ada, bea)
    const elsewhere = visit(await app.startAnother(), { cookie: bea.cookie() })
    const startedAt = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const answer = await (index % 2
          ? ada.post('/api/chat/private', { uid: bea.uid })
          : elsewhere.post('/api/chat/private', { uid: ada.uid }))
        return [answer.status, await answer.json()]
      }),
    )
    const conversationId = privateConversationId(ada.uid, bea.uid)
    const members = await app.database
      .selectFrom('conversation_members')
      .select(['conversation_id', 'user_id'])
      .where('user_id', 'in', [ada.uid, bea.uid])
      .execute()
    figure(
      'R-13',
      `200 openings of one private chat from both sides: ${new Set(members.map((row) => row.conversation_id)).size} conversation of ${members.length} members, in ${Math.round(performance.now() - startedAt)} ms`,
    )
    expect(answers).toEqual(answers.map(() => [200, { conversationId }]))
    expect(members.map((row) => [row.conversation_id, row.user_id]).toSorted()).toEqual(
      [ada, bea].map(({ uid }) => [conversationId, uid]).toSorted(),
    )
  })
})

describe('access', () => {
  it('is the two members’ alone: others get the same answer as for a conversation that does not exist', async () => {
    const [ada, , conversationId] = await friends()
    const carla = await app.as('carla')
    const absent = privateConversationId(carla.uid, ada.uid)
    for (const id of [conversationId, absent]) {
      const answers = [
        await carla.fetch(`/api/chat/${id}/messages`),
        await sendMessage(carla, id, 'intrusa'),
        await carla.post(`/api/chat/${id}/read`, { sequence: 1 }),
      ]
      for (const answer of answers)
        expect([answer.status, await answer.json()]).toMatchObject([
          404,
          { code: 'chat.conversation_not_found' },
        ])
    }
  })

  it('answers the partner to its two members, without the email, and a code for each wrong id', async () => {
    const [ada, bea, conversationId] = await friends()
    const carla = await app.as('carla')
    const partner = await ada.fetch(`/api/chat/${conversationId}/partner`)
    expect(await partner.json()).toEqual({
      uid: bea.uid,
      displayName: bea.name,
      photoURL: '',
      writing: 'open',
    })
    const absent = await carla.fetch(`/api/chat/${privateConversationId(carla.uid, ada.uid)}/partner`)
    expect([absent.status, await absent.json()]).toMatchObject([404, { code: 'chat.partner_not_found' }])
    for (const id of [
      conversationId,
      'uno',
      'a_b',
      `${carla.uid}_${carla.uid}`,
      `${carla.uid}_${ada.uid}_x`,
    ]) {
      const answer = await carla.fetch(`/api/chat/${id}/partner`)
      expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'chat.partner_invalid' }])
    }
  })
})

describe('sending', () => {
  it('answers each of many messages that are sent at once with its own, in dense orders, and refuses those of no friends (R-04)', async () => {
    const pairs = await Promise.all(Array.from({ length: 6 }, friends))
    const [former, exFriend, closed] = await friends()
    expect((await exFriend.delete(`/api/friends/${former.uid}`)).status).toBe(204)
    const refused = sendMessage(former, closed, 'per niente')
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const [one, other, conversationId] = pairs[index % 6] as [Member, Member, string]
        const answer = await sendMessage(index % 4 < 2 ? one : other, conversationId, `messaggio ${index}`)
        return { index, conversationId, message: (await answer.json()) as Message }
      }),
    )
    for (const { index, conversationId, message } of answers)
      expect(message).toMatchObject({ conversationId, text: `messaggio ${index}` })
    expect((await refused).status).toBe(403)
    for (const [, other, conversationId] of pairs) {
      const { messages } = await other.read<MessagePage>(`/api/chat/${conversationId}/messages`)
      expect(messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 10 }, (_, at) => at + 1))
    }
  })

  it('waits for its own conversation alone: what is sent to others meanwhile is stored (R-16)', async () => {
    const [ada, , locked] = await friends()
    const [carla, , free] = await friends()
    const { waiting } = await holdConversation(locked, async () => {
      const first = sendMessage(ada, locked, 'uno')
      await someoneWaits()
      const second = sendMessage(ada, locked, 'due')
      await send(carla, free, 'libera')
      return { waiting: [first, second] }
    })
    const sequences = await Promise.all(
      waiting.map(async (sent) => ((await (await sent).json()) as Message).sequence),
    )
    expect(sequences).toEqual([1, 2])
  })
})

describe('the end of a friendship', () => {
  it('refuses a message that waits for it', async () => {
    const [ada, bea, conversationId] = await friends()
    const { sending } = await holdConversation(conversationId, async (trx) => {
      const sent = sendMessage(ada, conversationId, 'tardi')
      await someoneWaits()
      await sql`
        delete from friendships where user_id in (${ada.uid}, ${bea.uid}) and friend_id in (${ada.uid}, ${bea.uid})
      `.execute(trx)
      return { sending: sent }
    })
    const answer = await sending
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'chat.not_friends' }])
    expect(await unreadOf(bea)).toEqual({ total: 0, chats: [] })
  })

  it('waits for a message that is being stored', async () => {
    const [ada, bea, conversationId] = await friends()
    const { removal } = await holdConversation(conversationId, async () => {
      const removed = ada.delete(`/api/friends/${bea.uid}`)
      await someoneWaits()
      expect((await bea.read<{ friends: number }>('/api/friends/counts')).friends).toBe(1)
      return { removal: removed }
    })
    expect((await removal).status).toBe(204)
    expect((await sendMessage(bea, conversationId, 'tardi')).status).toBe(403)
  })

  it('leaves no message after it, however many are sent meanwhile at two servers', async () => {
    const elsewhere = await app.startAnother()
    for (let round = 0; round < 8; round += 1) {
      const [ada, bea, conversationId] = await friends()
      const hers = visit(elsewhere, { cookie: bea.cookie() })
      const sends = Array.from({ length: 20 }, (_, index) =>
        sendMessage(index % 2 ? ada : hers, conversationId, `messaggio ${index}`),
      )
      const removal = (round % 2 ? ada : hers).delete(`/api/friends/${(round % 2 ? bea : ada).uid}`)
      expect((await removal).status).toBe(204)
      const path = `/api/chat/${conversationId}/messages`
      const { head } = await ada.read<MessagePage>(path)
      const stored = (await Promise.all(sends)).filter(({ status }) => status === 201)
      expect([stored.length, (await ada.read<MessagePage>(path)).head]).toEqual([head, head])
    }
  })
})

describe('unread', () => {
  it('begins with the partner’s message, ends with reading up to it, and is published to the member’s tabs alone', async () => {
    const [ada, bea, conversationId] = await friends()
    const [own, hers] = [app.live(ada), app.live(bea)]
    await Promise.all([own, hers].map((tab) => tab.receive('live.welcome')))
    await send(ada, conversationId, 'prima')
    const sequence = await send(ada, conversationId, 'ciao Bea')
    await hers.receive('chat.last_message_changed', ({ chat }) => chat.isUnread)
    expect(await unreadOf(bea)).toEqual({
      total: 1,
      chats: [
        {
          conversationId,
          partner: { uid: ada.uid, displayName: ada.name, photoURL: '' },
          lastMessage: 'ciao Bea',
          lastMessageTimestamp: expect.any(String),
        },
      ],
    })
    expect(await unreadOf(ada)).toEqual({ total: 0, chats: [] })

    await read(bea, conversationId, 1)
    expect((await unreadOf(bea)).total).toBe(1)
    await read(bea, conversationId, sequence)
    await hers.receive('chat.unread_changed', ({ isUnread }) => !isUnread)
    expect((await unreadOf(bea)).total).toBe(0)
    expect(own.received.some(({ type }) => type === 'chat.unread_changed')).toBe(false)
    expect(JSON.stringify(own.received)).not.toContain('"isUnread":true')
  })

  it('stays read when an old tab reads less, and never reads ahead of the newest message', async () => {
    const [ada, bea, conversationId] = await friends()
    await send(ada, conversationId, 'uno')
    await read(bea, conversationId, 99)
    await read(bea, conversationId, 0)
    expect((await unreadOf(bea)).total).toBe(0)
    await send(ada, conversationId, 'due')
    expect((await unreadOf(bea)).total).toBe(1)
  })

  it('shows the five newest and counts all', async () => {
    const bea = await newcomer()
    const expected: string[] = []
    for (let index = 0; index < 7; index += 1) {
      const ada = await newcomer()
      await befriend(ada, bea)
      const conversationId = await openPrivateChat(ada, bea)
      await send(ada, conversationId, `messaggio ${index}`)
      expected.unshift(conversationId)
    }
    const { chats, total } = await unreadOf(bea)
    expect(total).toBe(7)
    expect(chats.map(({ conversationId }) => conversationId)).toEqual(expected.slice(0, 5))
  })
})

describe('the list', () => {
  it('has the member’s chats with a message, as each of the two sees them, and publishes each change to both', async () => {
    const [ada, bea, conversationId] = await friends()
    const carla = await app.as('carla')
    const tabs = [app.live(ada), app.live(bea), app.live(carla)] as const
    await Promise.all(tabs.map((tab) => tab.receive('live.welcome')))
    expect(await chatsOf(ada)).toEqual({ chats: [], nextCursor: null })
    await send(ada, conversationId, 'ciao Bea')
    const seenBy = (partner: Member, isLastOwn: boolean) => ({
      conversationId,
      partner: { uid: partner.uid, displayName: expect.any(String), photoURL: '' },
      lastMessage: 'ciao Bea',
      lastMessageTimestamp: expect.any(String),
      sequence: 1,
      isLastOwn,
      isUnread: !isLastOwn,
    })
    expect((await chatsOf(ada)).chats).toEqual([seenBy(bea, true)])
    expect((await chatsOf(bea)).chats).toEqual([seenBy(ada, false)])
    expect((await chatsOf(carla)).chats).toEqual([])
    for (const [member, tab] of [
      [ada, tabs[0]],
      [bea, tabs[1]],
    ] as const) {
      const { chat } = await tab.receive('chat.last_message_changed')
      expect([chat]).toEqual((await chatsOf(member)).chats)
    }
    expect(JSON.stringify(tabs[2].received)).not.toContain('ciao Bea')
    await read(bea, conversationId, 1)
    expect((await chatsOf(bea)).chats[0]?.isUnread).toBe(false)
  })

  it('comes page by page, the newest first, whatever moves up meanwhile', async () => {
    const bea = await newcomer()
    const partners = await Promise.all(Array.from({ length: privateChatPageSize + 3 }, () => newcomer()))
    const expected: string[] = []
    for (const ada of partners) {
      await befriend(ada, bea)
      const conversationId = await openPrivateChat(ada, bea)
      await send(bea, conversationId, 'ciao')
      expected.unshift(conversationId)
    }
    const first = await chatsOf(bea)
    expect(first.chats.map(({ conversationId }) => conversationId)).toEqual(
      expected.slice(0, privateChatPageSize),
    )
    await send(bea, expected.at(-1) ?? '', 'ancora')
    const second = await chatsOf(bea, first.nextCursor ?? '')
    expect(second.nextCursor).toBeNull()
    expect(second.chats.map(({ conversationId }) => conversationId)).toEqual(
      expected.slice(privateChatPageSize, -1),
    )
    expect((await chatsOf(bea)).chats[0]?.conversationId).toBe(expected.at(-1))
    expect((await bea.fetch('/api/chat?cursor=nessuno')).status).toBe(400)
  })

  it('shows so much of a last message as a line needs, in whole characters', async () => {
    const [ada, bea, conversationId] = await friends()
    const tab = app.live(ada)
    await tab.receive('live.welcome')
    await send(bea, conversationId, '🦊'.repeat(400))
    const { chat } = await tab.receive('chat.last_message_changed')
    expect(chat.lastMessage).toBe('🦊'.repeat(300))
    expect((await chatsOf(ada)).chats).toEqual([chat])
  })
})

describe('reading', () => {
  it('shows the plain text of a last message, and nothing that a spoiler hides', async () => {
    const [ada, bea, conversationId] = await friends()
    const tab = app.live(ada)
    await tab.receive('live.welcome')
    // The spoiler ends behind what a line needs.
    await send(bea, conversationId, `**La** flag: ${'a'.repeat(280)} ||covo{${'segreto'.repeat(20)}}||`)
    const shown = `La flag: ${'a'.repeat(280)} [spoiler]`
    expect((await tab.receive('chat.last_message_changed')).chat.lastMessage).toBe(shown)
    for (const path of ['/api/chat', '/api/chat/unread']) {
      const { chats } = (await (await ada.fetch(path)).json()) as { chats: { lastMessage: string }[] }
      expect(chats[0]?.lastMessage).toBe(shown)
    }
  })

  it('writes no row when neither the position nor the mark changes', async () => {
    const [ada, bea, conversationId] = await friends()
    await send(bea, conversationId, 'uno')
    const read = async (sequence: number) => {
      expect((await ada.post(`/api/chat/${conversationId}/read`, { sequence })).status).toBe(204)
      const { rows } = await sql<{ version: string; isUnread: boolean }>`
        select ctid::text as version, is_unread as "isUnread" from conversation_members
        where conversation_id = ${conversationId} and user_id = ${ada.uid}`.execute(app.database)
      return rows[0]
    }
    const first = await read(1)
    expect(first?.isUnread).toBe(false)
    expect(await read(1)).toEqual(first)
    expect(await read(0)).toEqual(first)
  })
})
