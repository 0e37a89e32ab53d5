import { randomUUID } from 'node:crypto'
import type { News } from '@covo/contract/realtime'
import { figure } from '@covo/testing/figure'
import type { LiveClient } from '@covo/testing/live'
import { befriend, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { register, visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { runTestApp } from '../test-app.ts'

const unlimited = { points: 1_000_000, seconds: 60 }
const app = runTestApp({ limits: { messageBurst: unlimited, messagesSustained: unlimited } })

const sends = 200

/** Names that somebody may try to guess, or to widen, a topic by. */
function forgedTopics(chat: string, anna: string, bruno: string): string[] {
  const guesses = [
    `chat:${chat}`,
    `head:${chat}`,
    `head:evento-${randomUUID()}`,
    `chat:${anna}_${bruno}`,
    `chat:${bruno}_${anna}`,
    ...[anna, bruno].flatMap((uid) => [`chat:${uid}`, `member:${uid}`, `member:${uid}:*`, `friends:${uid}`]),
    ...[
      '*',
      '%',
      '#',
      '>',
      '**',
      '.*',
      '',
      ' ',
      '\u0000',
      '__proto__',
      'constructor',
      'all',
      '../generale',
    ].flatMap((id) => [`chat:${id}`, `member:${id}`, `events:${id}x`, `members:${id}x`]),
    ...[chat.toUpperCase(), ` ${chat}`, `${chat} `, `${chat}\n`, `${chat},generale`, `generale,${chat}`].map(
      (id) => `chat:${id}`,
    ),
  ]
  return [...guesses, ...Array.from({ length: 60 }, () => `chat:${randomUUID()}`)]
}

it(`publishes a private chat to its two members alone, over ${sends} sends (S-02)`, async () => {
  const [anna, bruno, pending, stranger] = [
    await app.as('anna'),
    await app.as('bruno'),
    await app.as('carla'),
    await app.as('dario'),
  ]
  await befriend(bruno, anna)
  await pending.post('/api/friends/requests', { uid: anna.uid })
  const third = await register(app.origin, {
    name: 'elio',
    email: 'elio@esempio.it',
    password: 'Sedia-verde9',
  })
  await befriend(third, bruno)
  const conversationId = await openPrivateChat(anna, bruno)

  const former = await register(app.origin, {
    name: 'furio',
    email: 'furio@esempio.it',
    password: 'Sedia-verde9',
  })
  const formerCookie = former.cookie()
  await former.post('/api/auth/logout')
  const outside = [app.visit(), visit(app.origin, { cookie: formerCookie })]
  for (const visitor of outside) expect(await app.live(visitor).closed()).toBe(4401)

  const forged = forgedTopics(conversationId, anna.uid, bruno.uid)
  const eavesdroppers: LiveClient[] = []
  let tried = 0
  for (const member of [stranger, pending, third]) {
    // Together fewer than a member may try between two pulses.
    for (let first = 0; first < forged.length; first += 190) {
      const tab = app.live(member)
      await tab.receive('live.welcome')
      const names = forged.slice(first, first + 190)
      for (const topic of names) tab.socket.send(JSON.stringify({ type: 'watch', topic }))
      // Ids are the same in capitals, and are answered in small letters.
      await Promise.all(
        names.map((name) => tab.receive('live.refused', ({ topic }) => topic === name.toLowerCase())),
      )
      tried += names.length
      eavesdroppers.push(tab)
    }
  }

  const partner = app.live(bruno)
  await partner.watch(`chat:${conversationId}`)
  let sent = 0
  const writers = Array.from({ length: 10 }, async (_, index) => {
    while (sent < sends) {
      sent += 1
      const answer = await sendMessage(index % 2 ? anna : bruno, conversationId, `segreto ${sent}`)
      expect(answer.status).toBe(201)
    }
  })
  await Promise.all(writers)
  await partner.receive('chat.message_sent', ({ message }) => message.sequence >= sends)

  // Public news comes last: by then a leak would have been received.
  const marker = randomUUID()
  for (const tab of eavesdroppers) await tab.watch('chat:generale')
  await anna.post('/api/chat/generale/messages', { clientId: marker, text: 'per tutti' })
  await Promise.all(
    eavesdroppers.map((tab) =>
      tab.receive('chat.message_sent', ({ message }) => message.text === 'per tutti'),
    ),
  )
  const allowed = (news: News) =>
    news.type.startsWith('live.') || (news.type === 'chat.message_sent' && news.message.text === 'per tutti')
  const overheard = eavesdroppers.flatMap(({ received }) => received).filter((news) => !allowed(news))
  figure(
    'S-02',
    `${tried} forged names watched by 3 members, 2 outsiders: ${overheard.length} frames overheard during ${sent} private sends`,
  )
  expect(overheard).toEqual([])
})
