import { conversationTopic } from '@covo/contract/chat/chat.news'
import type { ChangedMessages, Message, MessagePage, PrivateChatPage } from '@covo/contract/chat/chat.routes'
import { privateConversationId } from '@covo/contract/chat/chat.rules'
import { figure } from '@covo/testing/figure'
import { openPrivateChat } from '@covo/testing/member-actions'
import type { Member } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

async function send(
  member: Member,
  conversationId: string,
  text: string,
  clientId: string = crypto.randomUUID(),
) {
  const answer = await member.post(`/api/chat/${conversationId}/messages`, { clientId, text })
  expect([200, 201]).toContain(answer.status)
  return (await answer.json()) as Message
}

async function history(member: Member, conversationId: string): Promise<MessagePage> {
  return (await (await member.fetch(`/api/chat/${conversationId}/messages`)).json()) as MessagePage
}

async function remove(id: string) {
  return await operate(await operatorSettings(app), 'remove-message', id)
}

it('empties a message for good and keeps its place', async () => {
  const anna = await app.as('anna')
  const first = await send(anna, 'generale', 'prima')
  const bad = await send(anna, 'generale', 'un indirizzo di casa')
  await send(anna, 'generale', 'dopo')

  const { code, output } = await remove(bad.id.toUpperCase())
  expect(output).toBe('Removed: message 2 of the conversation generale.\n')
  expect(code).toBe(0)
  const { messages, head, authorCount } = await history(await app.as('bruno'), 'generale')
  expect(messages.map(({ text, sequence, isRemoved }) => [text, sequence, isRemoved])).toEqual([
    ['prima', 1, undefined],
    ['', 2, true],
    ['dopo', 3, undefined],
  ])
  expect([head, authorCount]).toEqual([3, 1])
  const everything = JSON.stringify(await app.database.selectFrom('messages').selectAll().execute())
  expect(everything).not.toContain('indirizzo')

  // Its sender's browser may still be trying.
  expect(await send(anna, 'generale', 'un indirizzo di casa', bad.clientId)).toMatchObject({
    id: bad.id,
    text: '',
    isRemoved: true,
  })
  const [again, unknown] = await Promise.all([remove(bad.id), remove(crypto.randomUUID())])
  expect(again.code).toBe(0)
  expect(unknown.output).toMatch(/^There is no message with the id .+\.\n$/)
  expect(unknown.code).toBe(1)
  expect((await history(anna, 'generale')).messages[0]).toEqual(first)
})

it('empties its preview in the list of chats, which is unread no more where nothing is left to read', async () => {
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  await app.database
    .insertInto('friendships')
    .values([
      { user_id: anna.uid, friend_id: bruno.uid },
      { user_id: bruno.uid, friend_id: anna.uid },
    ])
    .execute()
  const id = privateConversationId(anna.uid, bruno.uid)
  await openPrivateChat(anna, bruno)
  const older = await send(anna, id, 'vecchio insulto')
  const newest = await send(anna, id, 'nuovo insulto')
  const preview = async () =>
    ((await (await bruno.fetch('/api/chat/unread')).json()) as { chats: { lastMessage: string }[] }).chats

  await remove(older.id)
  expect(await preview()).toMatchObject([{ lastMessage: 'nuovo insulto' }])
  await remove(newest.id)
  expect(await preview()).toEqual([])
  expect((await bruno.read<PrivateChatPage>('/api/chat')).chats).toMatchObject([{ lastMessage: '' }])
  expect(JSON.stringify(await history(bruno, id))).not.toContain('insulto')
  expect((await operate(await operatorSettings(app), 'check')).code).toBe(0)
})

it('publishes the removal to every page that shows the message', async () => {
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const { id } = await send(anna, 'generale', 'si legge ancora')
  const tab = app.live(bruno)
  await tab.watch(conversationTopic('generale'))
  await remove(id)
  const startedAt = performance.now()
  const { changes } = await tab.receive('live.head', ({ topic }) => topic === conversationTopic('generale'))
  const { changed } = await bruno.read<ChangedMessages>(`/api/chat/generale/changes?after=${changes - 1}`)
  expect(changed).toMatchObject([{ id, text: '', removedBy: 'operator' }])
  figure(
    'operator',
    `a removal is published ${Math.round(performance.now() - startedAt)} ms after the command`,
  )
})
