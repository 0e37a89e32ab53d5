import { randomUUID } from 'node:crypto'
import type { Message, MessagePage } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { type Visitor, visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const plenty = { points: 100_000, seconds: 1 }
const app = runTestApp({ limits: { messageBurst: plenty, messagesSustained: plenty, profilesSaved: plenty } })
const path = `/api/chat/${publicRoomId}/messages`

async function send(visitor: Visitor, text: string): Promise<Message> {
  const body = JSON.stringify({ clientId: randomUUID(), text })
  const answer = await visitor.fetch(path, { method: 'POST', body })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Message
}

async function list(visitor: Visitor): Promise<MessagePage> {
  const answer = await visitor.fetch(path)
  expect(answer.status).toBe(200)
  return (await answer.json()) as MessagePage
}

it('is never older than a message that either server acknowledged before the request', async () => {
  const anna = await app.as('anna')
  const bruno = await app.as('bruno')
  const elsewhere = visit(await app.startAnother(), { cookie: bruno.cookie() })
  let acknowledged = 0
  let isOver = false
  const writing = [anna, elsewhere].map(async (writer) => {
    for (let index = 0; index < 25; index += 1) {
      const { sequence } = await send(writer, `messaggio ${index}`)
      acknowledged = Math.max(acknowledged, sequence)
    }
  })
  const reading = Array.from({ length: 8 }, async (_, index) => {
    const reader = index % 2 ? anna : elsewhere
    while (!isOver) {
      const before = acknowledged
      const { messages, head } = await list(reader)
      expect(head).toBeGreaterThanOrEqual(before)
      expect(messages.at(-1)?.sequence ?? 0).toBe(head)
      expect(messages.map(({ sequence }) => sequence)).toEqual(
        messages.map((_, place) => head - messages.length + 1 + place),
      )
    }
  })
  await Promise.all(writing)
  isOver = true
  await Promise.all(reading)
  expect((await list(anna)).head).toBe(50)
})

it('shows a new name, a new picture, a removed message and a new author at once', async () => {
  const anna = await app.as('anna')
  const carla = await app.as('carla')
  const { id } = await send(carla, 'ciao da Carla')
  const own = async () => (await list(anna)).messages.find((message) => message.id === id)
  expect(await own()).toMatchObject({ userName: 'Carla Dossi', text: 'ciao da Carla' })

  for (const name of ['Carla Nuova', 'Carla Dossi', 'Carla Nuova']) {
    const profile = { professione: '', citta: '', telefono: '', dataNascita: '', bio: '' }
    const body = JSON.stringify({ displayName: name, ...profile })
    const answer = await carla.fetch('/api/profiles/me', { method: 'PATCH', body })
    expect(answer.status).toBe(200)
    expect((await own())?.userName).toBe(name)
  }

  const photo = 'https://esempio.it/carla.png'
  await app.database.updateTable('users').set({ photo_url: photo }).where('id', '=', carla.uid).execute()
  expect((await own())?.photoURL).toBe(photo)

  // As the operator's command does it, in a process of its own.
  await app.database
    .updateTable('messages')
    .set({ text: '', removed_at: new Date() })
    .where('id', '=', id)
    .execute()
  expect(await own()).toMatchObject({ text: '', isRemoved: true })

  const { authorCount } = await list(anna)
  await send(await app.as('dario'), 'anch’io')
  expect((await list(anna)).authorCount).toBe(authorCount + 1)
})

it('is a member’s alone, also while others read it', async () => {
  const anna = await app.as('anna')
  const [first, second, refused] = await Promise.all([
    anna.fetch(path),
    anna.fetch(path),
    app.visit().fetch(path),
  ])
  expect([first.status, second.status, refused.status]).toEqual([200, 200, 401])
  expect(first.headers.get('content-type')).toBe('application/json')
  expect(first.headers.get('cache-control')).toBe('no-store')
})
