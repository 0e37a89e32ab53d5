import type { Typing } from '@covo/contract/chat/chat.news'
import * as cast from '@covo/testing/cast'
import type { LiveClient } from '@covo/testing/live'
import { befriend, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { type Member, visit } from '@covo/testing/visitor'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const redisUrl = process.env.COVO_TEST_REDIS_URL
const plenty = { points: 1_000_000, seconds: 3600 }

const type = (by: Member, conversationId: string) => by.post(`/api/chat/${conversationId}/typing`)
const show = (by: Member, showTyping: boolean) => by.put('/api/settings/privacy', { showTyping })

/** The names that a tab received as typing in a conversation. */
function typistsOf({ received }: LiveClient, conversationId: string): string[] {
  return received
    .filter((news): news is Typing => news.type === 'chat.typing' && news.conversationId === conversationId)
    .map(namesIn)
}

function namesIn({ people, more }: Typing): string {
  return [...people.map(({ displayName }) => displayName), ...(more > 0 ? [`+${more}`] : [])].join(' ')
}

const says =
  (conversationId: string, names: string) =>
  (news: Typing): boolean =>
    news.conversationId === conversationId && namesIn(news) === names

describe('somebody who writes', () => {
  const app = runTestApp({ limits: { typing: plenty } })
  let members: Record<'anna' | 'bruno' | 'carla', Member>
  let tabs: Record<'anna' | 'bruno' | 'carla', LiveClient>
  let chat: string

  beforeAll(async () => {
    members = { anna: await app.as('anna'), bruno: await app.as('bruno'), carla: await app.as('carla') }
    await befriend(members.anna, members.bruno)
    await befriend(members.bruno, members.carla)
    chat = await openPrivateChat(members.anna, members.bruno)
    tabs = { anna: app.live(members.anna), bruno: app.live(members.bruno), carla: app.live(members.carla) }
    for (const tab of Object.values(tabs)) await tab.watch('chat:generale')
    for (const tab of [tabs.anna, tabs.bruno]) await tab.watch(`chat:${chat}`)
  })

  beforeEach(() => {
    for (const tab of Object.values(tabs)) tab.received.length = 0
  })

  it('is shown to those who read the same conversation, until their message is there', async () => {
    expect((await type(members.anna, chat)).status).toBe(204)
    await tabs.bruno.receive('chat.typing', says(chat, cast.anna.name))
    await sendMessage(members.anna, chat, 'ecco')
    await tabs.bruno.receive('chat.typing', says(chat, ''))
    await type(members.anna, 'generale')
    await tabs.carla.receive('chat.typing', says('generale', cast.anna.name))
    // The socket of a member who is not in the conversation is open all the while.
    expect(typistsOf(tabs.carla, chat)).toEqual([])
  })

  it('is not shown where they don’t want it, at once where they were shown', async () => {
    await type(members.bruno, chat)
    await tabs.anna.receive('chat.typing', says(chat, cast.bruno.name))
    await show(members.bruno, false)
    await tabs.anna.receive('chat.typing', says(chat, ''))
    tabs.anna.received.length = 0
    expect((await type(members.bruno, chat)).status).toBe(204)
    await type(members.carla, 'generale')
    await tabs.anna.receive('chat.typing', says('generale', cast.carla.name))
    expect(typistsOf(tabs.anna, chat)).toEqual([])
    await show(members.bruno, true)
    await type(members.bruno, chat)
    await tabs.anna.receive('chat.typing', says(chat, cast.bruno.name))
  })

  it('is not known in a conversation of others, nor in one that is not there', async () => {
    for (const [by, conversationId] of [
      [members.carla, chat],
      [members.anna, [members.anna.uid, members.carla.uid].toSorted().join('_')],
      [members.anna, 'altrove'],
    ] as const) {
      const answer = await type(by, conversationId)
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { code: 'chat.conversation_not_found' },
      ])
    }
  })

  it('is shown to no former friend', async () => {
    const other = await openPrivateChat(members.bruno, members.carla)
    await tabs.bruno.watch(`chat:${other}`)
    await members.carla.delete(`/api/friends/${members.bruno.uid}`)
    expect((await type(members.carla, other)).status).toBe(204)
    await type(members.carla, 'generale')
    await tabs.bruno.receive('chat.typing', ({ people }) =>
      people.some(({ uid }) => uid === members.carla.uid),
    )
    expect(typistsOf(tabs.bruno, other)).toEqual([])
  })
})

describe('with a limit', () => {
  const app = runTestApp({ limits: { typing: { points: 1, seconds: 3600 } } })

  it('shows nobody who is above it, and says nothing', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    await befriend(anna, bruno)
    const chat = await openPrivateChat(anna, bruno)
    const tab = app.live(bruno)
    for (const topic of ['chat:generale', `chat:${chat}`]) await tab.watch(topic)
    expect((await type(anna, 'generale')).status).toBe(204)
    await tab.receive('chat.typing', says('generale', cast.anna.name))
    expect((await type(anna, chat)).status).toBe(204)
    await type(bruno, chat)
    await tab.receive('chat.typing', says(chat, cast.bruno.name))
    expect(typistsOf(tab, chat)).toEqual([cast.bruno.name])
  })
})

describe.skipIf(!redisUrl)('two servers with one Redis', () => {
  const app = runTestApp({ redisUrl: redisUrl ?? null, limits: { typing: plenty } })

  it('each show those who write at the other, and no longer who stopped there', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const second = await app.startAnother()
    const elsewhere = app.live(visit(second, { cookie: bruno.cookie() }))
    await elsewhere.watch('chat:generale')
    await type(anna, 'generale')
    await elsewhere.receive('chat.typing', says('generale', cast.anna.name))
    await show(anna, false)
    await elsewhere.receive('chat.typing', says('generale', ''))
    await show(anna, true)
    elsewhere.received.length = 0
    await type(anna, 'generale')
    await elsewhere.receive('chat.typing', says('generale', cast.anna.name))
    await sendMessage(anna, 'generale', 'detto')
    await elsewhere.receive('chat.typing', says('generale', ''))
  })
})
