import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { befriend, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { startPushService } from '@covo/testing/push-service'
import { startServerProcess } from '@covo/testing/server-process'
import { register } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { expect, it } from 'vitest'

it('a server that is killed sends what was due when it is back, and nothing that was read', async () => {
  const service = await startPushService()
  const dataDirectory = await mkdtemp(join(tmpdir(), 'covo-push-'))
  const start = () =>
    startServerProcess({ PORT: '0', COVO_DATA_DIR: dataDirectory, COVO_PUSH_HOSTS: '127.0.0.1' })
  let server = start()
  try {
    const origin = await server.ready()
    const member = (name: string) =>
      register(origin, { name, email: `${name.toLowerCase()}@esempio.it`, password: 'Tana-rossa1' })
    const [writer, waiting, reading] = [await member('Anna'), await member('Bruno'), await member('Carla')]
    const browsers = [service.createBrowser(), service.createBrowser()] as const
    for (const [index, reader] of [waiting, reading].entries()) {
      await befriend(reader, writer)
      expect((await reader.put('/api/push/subscription', browsers[index]?.subscription)).status).toBe(204)
    }
    const chats = [await openPrivateChat(writer, waiting), await openPrivateChat(writer, reading)] as const
    for (const chat of chats) expect((await sendMessage(writer, chat, 'ciao')).status).toBe(201)
    expect((await reading.post(`/api/chat/${chats[1]}/read`, { sequence: 1 })).status).toBe(204)
    server.child.kill('SIGKILL')
    await server.ended()
    expect(browsers[0].received).toEqual([])

    server = start()
    await server.ready()
    await waitUntil(() => browsers[0].received.length > 0)
    await server.stop()
    expect(browsers.map(({ received }) => received.map(({ message }) => message.body))).toEqual([
      ['ciao'],
      [],
    ])
  } finally {
    await server.stop()
    service.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
