import { randomUUID } from 'node:crypto'
import type { ChangedMessages, Message, MessagePage } from '@covo/contract/chat/chat.routes'
import { missedPageSize } from '@covo/contract/chat/chat.rules'
import type { Member } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const room = '/api/chat/generale'

async function send(member: Member, text: string): Promise<Message> {
  const answer = await member.post(`${room}/messages`, { clientId: randomUUID(), text })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Message
}

async function remove(...messages: Message[]): Promise<void> {
  const settings = await operatorSettings(app)
  for (const { id } of messages) expect((await operate(settings, 'remove-message', id)).code).toBe(0)
}

const changesAfter = (member: Member, after: number) =>
  member.read<ChangedMessages>(`${room}/changes?after=${after}`)

it('numbers removals in their order, and answers what changed as it is now', async () => {
  const anna = await app.as('anna')
  const [first, second, third] = [await send(anna, 'uno'), await send(anna, 'due'), await send(anna, 'tre')]
  expect(first).not.toHaveProperty('change')
  expect(await changesAfter(anna, 0)).toEqual({ changed: [], changes: 0, hasMore: false })
  await remove(third, first)
  // Changes nothing: it takes no number.
  await remove(first)
  const tombstone = (message: Message, change: number) => ({
    ...message,
    text: '',
    isRemoved: true,
    removedBy: 'operator',
    change,
  })
  const both = { changed: [tombstone(third, 1), tombstone(first, 2)], changes: 2, hasMore: false }
  expect(await changesAfter(anna, 0)).toEqual(both)
  expect(await changesAfter(anna, 1)).toEqual({ changed: both.changed.slice(1), changes: 2, hasMore: false })
  expect(await changesAfter(anna, 2)).toEqual({ changed: [], changes: 2, hasMore: false })
  const { messages, changes } = await anna.read<MessagePage>(`${room}/messages`)
  expect(changes).toBe(2)
  expect(messages.slice(-3)).toEqual([tombstone(first, 2), second, tombstone(third, 1)])
  expect((await operate(await operatorSettings(app), 'check')).code).toBe(0)
})

it('answers 200 changes at once, and where the next begin', async () => {
  const anna = await app.as('anna')
  const { changes: before } = await changesAfter(anna, 0)
  const some = missedPageSize + 50
  const { sequence } = await send(anna, 'la prima di molte')
  await sql`
    insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at, change)
    select 'generale', ${sequence}::bigint + place, ${anna.uid}, gen_random_uuid(), 'testo', now(), ${before}::bigint + place
    from generate_series(1, ${some}::integer) as place
  `.execute(app.database)
  await sql`
    update conversations set head = head + ${some}, changes = changes + ${some} where id = 'generale'
  `.execute(app.database)
  const first = await changesAfter(anna, before)
  expect(first.changed).toHaveLength(missedPageSize)
  expect([first.changes, first.hasMore]).toEqual([before + missedPageSize, true])
  const second = await changesAfter(anna, first.changes)
  expect(second.changed.map(({ change }) => change)).toEqual(
    Array.from({ length: 50 }, (_, index) => first.changes + 1 + index),
  )
  expect([second.changes, second.hasMore]).toEqual([before + some, false])
})
