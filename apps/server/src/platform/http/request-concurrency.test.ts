import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import * as cast from '@covo/testing/cast'
import { sendMessage } from '@covo/testing/member-actions'
import type { Visitor } from '@covo/testing/visitor'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rawHead } from '../../../test/security/raw-http.ts'
import { runTestApp } from '../../../test/test-app.ts'

// Connections for eight requests that wait for a lock, the transaction that holds it, and a sign-in.
const app = runTestApp({ connections: 20 })

/** A request on a connection of its own; `answer` resolves to the status, once there is one. */
function send(visitor: Visitor, method: string, path: string, headers: [string, string][] = []) {
  const socket = connect(Number(new URL(app.origin).port), 'localhost')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(rawHead(app.origin, method, path, [['Cookie', visitor.cookie()], ...headers]))
  return { socket, answer: statusOf(socket) }
}

async function statusOf(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return String(bytes)
}

/** Queries of `table` wait until the answered function is called. */
async function holdTable(table: 'friendships' | 'events'): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const holding = app.database.transaction().execute(async (trx) => {
    await trx.schema.alterTable(table).addColumn('held', 'integer').execute()
    hold()
    await released
    await trx.schema.alterTable(table).dropColumn('held').execute()
  })
  await held
  return async () => {
    release()
    await holding
  }
}

describe('requests of a member', () => {
  it('queue up to a bound; requests beyond it may be retried, and those that leave make room (R-16)', async () => {
    const anna = await app.as('anna')
    await anna.fetch('/api/friends')
    const release = await holdTable('friendships')
    const answers: string[] = []
    const requests = Array.from({ length: 8 + 500 + 20 }, () => {
      const request = send(anna, 'GET', '/api/friends')
      void request.answer.then((answer) => answers.push(answer))
      return request
    })
    await expect.poll(() => answers.length).toBe(20)
    expect(answers.every((answer) => answer.includes('429 Too Many Requests'))).toBe(true)
    // Nobody else waits for the connections to the database that these have.
    expect((await sendMessage(await app.as('bruno'), 'generale', 'intanto')).status).toBe(201)
    expect(answers[0]).toMatch(/^retry-after: 1\r$/im)
    for (const { socket } of requests.slice(0, 400)) socket.destroy()
    const later = send(anna, 'GET', '/api/friends')
    await release()
    expect(await later.answer).toContain('200 OK')
  })

  it('that send their bodies slowly hold no place, and only so many bytes (S-21)', async () => {
    const bruno = await app.as('bruno')
    const slowly = () =>
      send(bruno, 'POST', '/api/chat/generale/messages', [
        ['Content-Type', 'application/json'],
        ['Content-Length', '500000'],
      ])
    const slow = Array.from({ length: 4 }, slowly)
    for (const { socket } of slow) await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0)
    const refused = Array.from({ length: 4 }, slowly)
    expect(await Promise.any(refused.map(({ answer }) => answer))).toContain('429 Too Many Requests')
    expect((await bruno.fetch('/api/friends')).status).toBe(200)
    const anna = await app.as('anna')
    const body = JSON.stringify({ clientId: crypto.randomUUID(), text: 'ciao' })
    expect((await anna.fetch('/api/chat/generale/messages', { method: 'POST', body })).status).toBe(201)
  })

  it('that send long bodies slowly, all members together, hold only so many bytes, and keep nobody from writing (S-21)', async () => {
    const path = '/api/chat/generale/messages'
    const longest = 512 * 1024
    // One member more than there is room for.
    const slow = (await app.members(33)).flatMap((member) =>
      Array.from({ length: 4 }, () =>
        send(member, 'POST', path, [
          ['Content-Type', 'application/json'],
          ['Content-Length', String(longest)],
        ]),
      ),
    )
    const anna = await app.as('anna')
    const sendLong = () =>
      anna.fetch(path, {
        method: 'POST',
        headers: { connection: 'close' },
        body: `{}${' '.repeat(longest - 2)}`,
      })
    await expect.poll(async () => (await sendLong()).status).toBe(503)
    expect((await sendLong()).headers.get('retry-after')).toBe('5')
    expect((await sendMessage(anna, 'generale', 'intanto')).status).toBe(201)
    for (const { socket } of slow) socket.destroy()
    await expect.poll(async () => (await sendLong()).status).toBe(400)
  })

  it('are refused where the session ended while the body came', async () => {
    const carla = await app.as('carla')
    await carla.fetch('/api/friends')
    const body = JSON.stringify({ clientId: crypto.randomUUID(), text: 'ancora qui' })
    const request = send(carla, 'POST', '/api/chat/generale/messages', [
      ['Content-Type', 'application/json'],
      ['Content-Length', String(body.length)],
    ])
    request.socket.write(body.slice(0, -1))
    // Answered behind the head of the other request, which came before.
    await carla.fetch('/api/friends')
    expect((await carla.post('/api/auth/logout')).status).toBe(204)
    request.socket.write(body.slice(-1))
    expect(await request.answer).toContain('401 Unauthorized')
  })
})

describe('requests of visitors', () => {
  it('for events leave places to sign-ins of the same site', async () => {
    const { email, password } = (await app.as('dario')) && cast.dario
    const visitor = app.visit()
    const release = await holdTable('events')
    const lists = Array.from({ length: 8 + 500 + 1 }, () => send(visitor, 'GET', '/api/events'))
    expect(await Promise.any(lists.map(({ answer }) => answer))).toContain('429 Too Many Requests')
    const answer = await visitor.post('/api/auth/login', { email, password })
    expect(answer.status).toBe(200)
    for (const { socket } of lists) socket.destroy()
    await release()
  })

  it('have bodies of a few lines', async () => {
    const visitor = app.visit()
    const signIn = (padding: number) =>
      visitor.fetch('/api/auth/login', {
        method: 'POST',
        headers: { connection: 'close' },
        body: JSON.stringify({ email: 'nessuna@esempio.it', password: 'Tana-rossa1' }) + ' '.repeat(padding),
      })
    expect((await signIn(17_000)).status).toBe(413)
    expect((await signIn(15_000)).status).toBe(401)
  })
})
