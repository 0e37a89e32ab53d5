import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { eventForm } from '@covo/testing/event-form'
import { figure } from '@covo/testing/figure'
import { sendMessage } from '@covo/testing/member-actions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runTestApp } from '../test-app.ts'

const app = runTestApp()

/** The targets of this process's network connections. */
const reached = new Set<string>()
let connections = 0

function noteConnection(message: unknown): void {
  const { socket } = message as { socket: Socket }
  connections += 1
  socket.on('lookup', (_error, _address, _family, host: string) => reached.add(host))
  // A Unix socket has no port.
  socket.on('connect', () => {
    if (socket.remotePort) reached.add(`port ${socket.remotePort}`)
  })
}

/** Counts the requests that a preview or a check of a link would make. */
let asked = 0
const trap = createServer((_request, response) => {
  asked += 1
  response.end()
})

beforeAll(async () => {
  subscribe('net.client.socket', noteConnection)
  await new Promise<void>((ready) => trap.listen(0, '127.0.0.1', ready))
})

afterAll(() => {
  unsubscribe('net.client.socket', noteConnection)
  trap.close()
})

it('asks nothing of an address that a member names, in any field (S-16)', async () => {
  const anna = await app.as('anna')
  const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/gatto.png`
  const named = `${address} ![](${address}) <img src="${address}"> https://nessuno.invalid/`
  const written = [
    await sendMessage(anna, 'generale', named),
    await anna.patch('/api/profiles/me', {
      displayName: 'Anna Bassi',
      bio: named,
      citta: address.slice(0, 40),
      professione: address.slice(0, 40),
    }),
    await anna.post('/api/events', { ...eventForm(), title: address, description: named, link: address }),
  ]
  for (const link of [address, `https://ctftime.org@${new URL(address).host}/event/1`])
    expect((await anna.post('/api/events/ctftime', { link })).status).toBe(422)
  for (const answer of written) expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  for (const headers of [{ host: new URL(address).host }, { 'x-forwarded-host': new URL(address).host }])
    await anna.fetch('/', { headers })
  // Whatever is done after the answers shares the way of these, which come last.
  await app.visit().post('/api/auth/reset-mail', { email: 'anna@esempio.it' })
  await expect.poll(async () => (await anna.fetch('/health/ready')).status).toBe(200)

  expect(asked).toBe(0)
  expect([...reached].toSorted()).toEqual(['localhost', `port ${new URL(app.origin).port}`])
  expect(connections).toBeGreaterThan(1)
  figure(
    'S-16',
    `${connections} connections of the process: 0 to anything but its own database and this test's server`,
  )
})
