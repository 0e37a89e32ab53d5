import type { PartnerRead } from '@covo/contract/chat/chat.news'
import type { MessagePage } from '@covo/contract/chat/chat.routes'
import type { LiveClient } from '@covo/testing/live'
import { befriend, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import type { Member } from '@covo/testing/visitor'
import { beforeAll, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

let anna: Member
let bruno: Member
let carla: Member
let chat: string
let tabs: Record<'anna' | 'bruno' | 'carla', LiveClient>

async function readUpTo(viewer: Member, query = ''): Promise<number | undefined> {
  const answer = await viewer.fetch(`/api/chat/${chat}/messages${query}`)
  return ((await answer.json()) as MessagePage).readUpTo
}

const read = (by: Member, sequence: number) => by.post(`/api/chat/${chat}/read`, { sequence })
const show = (by: Member, readReceipts: boolean) => by.put('/api/settings/privacy', { readReceipts })

/** The sequences up to which the partner has read, as a tab received them. */
const receiptsOf = ({ received }: LiveClient) =>
  received
    .filter((news): news is PartnerRead => news.type === 'chat.partner_read')
    .map(({ sequence }) => sequence)

/** Resolves when all that was published before has arrived at every tab. */
async function settle(name: string): Promise<void> {
  await carla.patch('/api/profiles/me', { displayName: name })
  for (const tab of Object.values(tabs))
    await tab.receive('profiles.member_changed', ({ displayName }) => displayName === name)
}

beforeAll(async () => {
  ;[anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
  await befriend(anna, bruno)
  await befriend(bruno, carla)
  chat = await openPrivateChat(anna, bruno)
  for (const text of ['uno', 'due', 'tre']) await sendMessage(anna, chat, text)
  tabs = { anna: app.live(anna), bruno: app.live(bruno), carla: app.live(carla) }
  for (const tab of Object.values(tabs)) await tab.watch('members:all')
})

it('a read position is published to the partner alone, and answered with each page', async () => {
  expect(await readUpTo(anna)).toBe(0)
  await read(bruno, 2)
  await tabs.anna.receive('chat.partner_read', ({ sequence }) => sequence === 2)
  await read(bruno, 1)
  await read(bruno, 99)
  await tabs.anna.receive('chat.partner_read', ({ sequence }) => sequence === 3)
  for (const query of ['', '?before=3', '?after=1', '?around=2']) expect(await readUpTo(anna, query)).toBe(3)
  expect(await readUpTo(bruno)).toBe(0)
  await settle('Carla Uno')
  expect([receiptsOf(tabs.anna), receiptsOf(tabs.bruno), receiptsOf(tabs.carla)]).toEqual([[2, 3], [], []])
})

it.each<[string, () => Member, () => Member]>([
  ['the reader', () => bruno, () => anna],
  ['the author', () => anna, () => bruno],
])(
  'says nothing to either where %s does not show it, of what was read before neither',
  async (_, who, other) => {
    for (const tab of Object.values(tabs)) tab.received.length = 0
    const tabOf = (member: Member) => (member === anna ? tabs.anna : tabs.bruno)
    await show(who(), false)
    await tabOf(other()).receive('chat.partner_read', ({ sequence }) => sequence === null)
    await tabOf(who()).receive('account.changed')
    expect([await readUpTo(anna), await readUpTo(bruno)]).toEqual([undefined, undefined])
    for (const tab of Object.values(tabs)) tab.received.length = 0
    const { sequence } = (await (await sendMessage(anna, chat, 'ancora')).json()) as { sequence: number }
    await read(bruno, sequence)
    await settle(`Carla ${sequence}`)
    expect([receiptsOf(tabs.anna), receiptsOf(tabs.bruno), receiptsOf(tabs.carla)]).toEqual([[], [], []])

    await show(who(), true)
    await tabOf(other()).receive('chat.partner_read', (news) => news.sequence === null)
    expect(await readUpTo(anna)).toBe(sequence)
  },
)

it('says nothing to those who are friends no more, until they are again', async () => {
  for (const tab of Object.values(tabs)) tab.received.length = 0
  const { sequence } = (await (await sendMessage(anna, chat, 'per ultimo')).json()) as { sequence: number }
  await anna.delete(`/api/friends/${bruno.uid}`)
  await read(bruno, sequence)
  await show(bruno, false)
  await show(bruno, true)
  await settle('Carla Tre')
  expect([receiptsOf(tabs.anna), receiptsOf(tabs.bruno), receiptsOf(tabs.carla)]).toEqual([[], [], []])
  expect([await readUpTo(anna), await readUpTo(bruno)]).toEqual([undefined, undefined])
  await befriend(anna, bruno)
  expect(await readUpTo(anna)).toBe(sequence)
})
