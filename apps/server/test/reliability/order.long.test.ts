import { setTimeout as delay } from 'node:timers/promises'
import type { ChangedMessages, MessagePage } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import {
  addChanged,
  addNewerPage,
  historyOf,
  missingChangesAfter,
  seenMessages,
} from '@covo/contract/chat/history.fold'
import { conclude, openChatClient } from '@covo/testing/chat-client'
import { changeMessage, writeMessage } from '@covo/testing/chat-traffic'
import { figure, repetitions } from '@covo/testing/figure'
import { createHistory, faultless, type History } from '@covo/testing/history'
import { type Member, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp, unlimited } from '../test-app.ts'

// Without Redis: what the other server stores is found by its sweeps, and fetched by cursor.
const app = runTestApp({ limits: unlimited })

/** Messages and changes. */
const turns = repetitions('R-05', 200, 20_000)
const writers = 8
/** The requests that a writer has under way at once: two messages and a change. */
const hands = [writeMessage, writeMessage, changeMessage]
const socketReaders = 10
const cursorReaders = 10
/** Milliseconds between two looks of a reader without a socket, at most. */
const longestPause = 200

/**
 * A part of the transactions that store messages takes 0 to 300 ms longer: between the number and the commit, where others
 * could overtake, or at the commit.
 */
async function delayCommits(): Promise<void> {
  await sql`
    create function delay_commit() returns trigger language plpgsql as $$
    begin
      if random() < 0.15 then perform pg_sleep(random() * 0.3); end if;
      return null;
    end $$`.execute(app.database)
  await sql`
    create trigger delay_storing before insert on messages for each statement execute function delay_commit()
  `.execute(app.database)
  await sql`
    create constraint trigger delay_commit after update on conversations deferrable initially deferred
    for each row execute function delay_commit()`.execute(app.database)
}

/** Reads on from the last sequence and change that it saw until nothing follows what was stored when all was over. */
async function readByCursor(history: History, visitor: Visitor, isOver: () => boolean): Promise<void> {
  const path = `/api/chat/${publicRoomId}`
  let seen = historyOf({ messages: [], head: 0, authorCount: 0, changes: 0 })
  for (;;) {
    const wasOver = isOver()
    const after = seen.messages.at(-1)?.sequence ?? 0
    const page = await visitor.read<MessagePage>(`${path}/messages?after=${after}`)
    const changed = await visitor.read<ChangedMessages>(
      `${path}/changes?after=${missingChangesAfter(seen) ?? seen.changes}`,
    )
    seen = addNewerPage(addChanged(seen, changed), page)
    if (page.messages.length > 0 || changed.changed.length > 0) continue
    if (wasOver) break
    await delay(Math.random() * longestPause)
  }
  history.show(publicRoomId, 0, seenMessages(seen.messages).map(history.share))
}

it('gives 20 readers the one order of what eight writers store at two servers, however late it is committed (R-05)', async () => {
  const members = await app.members(writers)
  const origins = [app.origin, await app.startAnother()] as const
  const originOf = (number: number) => origins[number % 2 === 0 ? 0 : 1]
  const memberOf = (number: number) => members[number % writers] as Member
  await delayCommits()

  const history = createHistory()
  const clients = Array.from({ length: socketReaders }, (_, number) => {
    const { uid, cookie } = memberOf(number)
    const origin = () => originOf(number)
    return openChatClient(history, { uid, cookie: cookie(), conversationId: publicRoomId, origin })
  })
  await Promise.all(clients.map(({ ready }) => ready))

  const startedAt = performance.now()
  let next = 0
  let isOver = false
  const reading = Array.from({ length: cursorReaders }, (_, number) => {
    const visitor = visit(originOf(number), { cookie: memberOf(number).cookie() })
    return readByCursor(history, visitor, () => isOver)
  })
  const writing = clients.slice(0, writers).flatMap((client, writer) =>
    hands.map(async (hand) => {
      while (next < turns) await hand(client, `${writer}/${next++}`)
    }),
  )
  await Promise.all(writing)
  isOver = true
  const writtenAfter = performance.now() - startedAt
  await Promise.all(reading)

  const faults = await conclude(history, clients, new Map([[publicRoomId, memberOf(0)]]))
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text) as count from messages`.execute(app.database)
  figure(
    'R-05',
    `${history.countAcknowledged()} messages and ${history.countChanges()} changes of ${writers} writers at two servers in ${rows[0]?.count} transactions and ${(writtenAfter / 1000).toFixed(1)} s, commits up to 600 ms late, ${socketReaders} readers by socket and ${cursorReaders} by cursor: ${JSON.stringify(faults)}`,
  )
  expect(faults).toEqual(faultless)
})
