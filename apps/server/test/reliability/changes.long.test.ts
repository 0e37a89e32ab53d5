import { setTimeout as delay } from 'node:timers/promises'
import type { ChangedMessages, MessagePage } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import {
  addChanged,
  historyOf,
  type MessageHistory,
  missingChangesAfter,
  seenMessages,
} from '@covo/contract/chat/history.fold'
import { conclude, openChatClient } from '@covo/testing/chat-client'
import { takeTurn } from '@covo/testing/chat-traffic'
import { figure, repetitions, seedsOf } from '@covo/testing/figure'
import { createHistory, faultless, type History } from '@covo/testing/history'
import { pick, randomFrom } from '@covo/testing/random'
import type { Visitor } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { runTestApp, unlimited } from '../test-app.ts'

// Without Redis: what the other server changed is found by its sweeps, and fetched.
const app = runTestApp({ limits: unlimited })

const turns = repetitions('R-22', 150, 20_000)
const writerCount = 6
/** Milliseconds between two sockets that are cut, and between two pages that are opened. */
const pause = 50

/** Opens pages somewhere in the history until all is over, and then fetches what changed in each since. */
async function readPages(history: History, visitor: Visitor, random: () => number, isOver: () => boolean) {
  const path = `/api/chat/${publicRoomId}`
  const opened: MessageHistory[] = []
  while (!isOver()) {
    const { head } = await visitor.read<MessagePage>(`${path}/messages?limit=1`)
    if (head > 0)
      opened.push(historyOf(await visitor.read(`${path}/messages?around=${1 + Math.floor(random() * head)}`)))
    await delay(pause)
  }
  return async () => {
    for (let seen of opened) {
      for (;;) {
        const changed = await visitor.read<ChangedMessages>(
          `${path}/changes?after=${missingChangesAfter(seen) ?? seen.changes}`,
        )
        seen = addChanged(seen, changed)
        if (changed.changed.length === 0) break
      }
      const [first, last] = [seen.messages[0], seen.messages.at(-1)]
      history.show(publicRoomId, (first?.sequence ?? 1) - 1, seenMessages(seen.messages), {
        upTo: last?.sequence ?? 0,
      })
    }
    return opened.length
  }
}

it('shows all readers what was changed at two servers, through cuts and requests that are sent twice (R-22)', async () => {
  const [seed = 0] = seedsOf('R-22')
  const random = randomFrom(seed)
  const history = createHistory()
  const origins = [app.origin, await app.startAnother()]
  const members = await app.members(writerCount)
  const clients = members.map(({ uid, cookie }) =>
    openChatClient(history, {
      uid,
      cookie: cookie(),
      conversationId: publicRoomId,
      origin: () => pick(random, origins),
      reconnectDelay: () => 50 + random() * 100,
      sendsTwice: () => random() < 0.3,
    }),
  )
  await Promise.all(clients.map(({ ready }) => ready))
  let isOver = false
  const reading = readPages(history, members[0] as Visitor, random, () => isOver)
  const cutting = setInterval(() => pick(random, clients).cut(), pause)
  let turn = 0
  await Promise.all(
    clients.map(async (client) => {
      while (turn < turns) await takeTurn(client, `Messaggio ${turn++}`, random)
    }),
  )
  clearInterval(cutting)
  isOver = true
  const pages = await (await reading)()
  const faults = await conclude(history, clients, new Map([[publicRoomId, members[0] as Visitor]]))
  figure(
    'R-22',
    `seed ${seed}: ${history.countAcknowledged()} messages and ${history.countChanges()} changes of ${writerCount} members at two servers, a third of the requests sent twice, ${pages} pages opened meanwhile: ${JSON.stringify(faults)}`,
  )
  expect(faults).toEqual(faultless)
})
