import { setTimeout as delay } from 'node:timers/promises'
import type { ChangedMessages, MessagePage } from '@covo/contract/chat/chat.routes'
import { publicRoomId, roomId } from '@covo/contract/chat/chat.rules'
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
import { makeRoom } from '../make-room.ts'
import { makeTeam } from '../make-team.ts'
import { runTestApp, unlimited } from '../test-app.ts'

// Without Redis: what the other server changed is found by its sweeps, and fetched.
const app = runTestApp({ limits: unlimited })

const turns = repetitions('R-22', 150, 20_000)
/** Members who write in the public room, others in a room by subject, and others in a team's. */
const [inPublic, inSubject, inTeam] = [6, 4, 3]
/** Milliseconds between two sockets that are cut, and between two pages that are opened. */
const pause = 50

/** Opens pages somewhere in the history until all is over, and then fetches what changed in each since. */
async function readPages(
  history: History,
  conversationId: string,
  visitor: Visitor,
  random: () => number,
  isOver: () => boolean,
) {
  const path = `/api/chat/${conversationId}`
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
      history.show(conversationId, (first?.sequence ?? 1) - 1, seenMessages(seen.messages), {
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
  const members = await app.members(inPublic + inSubject + inTeam)
  const slug = await makeRoom(app.database, { name: 'Prove' })
  const { conversationId: team } = await makeTeam(members.slice(inPublic + inSubject))
  const writers = members.map((member, number) => ({
    member,
    conversationId: number < inPublic ? publicRoomId : number < inPublic + inSubject ? roomId(slug) : team,
  }))
  for (const member of members.slice(inPublic, inPublic + inSubject))
    await member.put(`/api/rooms/${slug}/membership`)
  const clients = writers.map(({ member: { uid, cookie }, conversationId }) =>
    openChatClient(history, {
      uid,
      cookie: cookie(),
      conversationId,
      origin: () => pick(random, origins),
      reconnectDelay: () => 50 + random() * 100,
      sendsTwice: () => random() < 0.3,
    }),
  )
  await Promise.all(clients.map(({ ready }) => ready))
  let isOver = false
  const readers = new Map(writers.map(({ conversationId, member }) => [conversationId, member as Visitor]))
  const reading = Promise.all(
    [...readers].map(([conversationId, reader]) =>
      readPages(history, conversationId, reader, random, () => isOver),
    ),
  )
  const cutting = setInterval(() => pick(random, clients).cut(), pause)
  let turn = 0
  await Promise.all(
    clients.map(async (client) => {
      while (turn < turns) await takeTurn(client, `Messaggio ${turn++}`, random)
    }),
  )
  clearInterval(cutting)
  isOver = true
  const pages = await Promise.all((await reading).map((readOn) => readOn()))
  const faults = await conclude(history, clients, readers)
  figure(
    'R-22',
    `seed ${seed}: ${history.countAcknowledged()} messages and ${history.countChanges()} changes of ${members.length} members in a public room, one by subject and a team's at two servers, a third of the requests sent twice, ${pages.join(', ')} pages opened meanwhile: ${JSON.stringify(faults)}`,
  )
  expect(faults).toEqual(faultless)
})
