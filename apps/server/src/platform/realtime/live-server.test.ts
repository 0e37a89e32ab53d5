import { closeCodes } from '@covo/contract/realtime'
import { openLive } from '@covo/testing/live'
import { sendMessage } from '@covo/testing/member-actions'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../../test/test-app.ts'

const app = runTestApp()

it('closes a socket without a session, or with an old protocol', async () => {
  expect(await openLive(app.visit()).closed()).toBe(closeCodes.sessionEnded)
  expect(await openLive(await app.as('anna'), { version: 0 }).closed()).toBe(closeCodes.versionUnsupported)
})

describe('frames', () => {
  it.each([
    'no JSON',
    'null',
    '[]',
    '{}',
    '{"type":"publish","topic":"chat:generale"}',
    '{"type":"watch"}',
    '{"type":"watch","topic":7}',
    '{"type":"watch","topic":"chat:generale","__proto__":{"type":"x"},"constructor":1,"type":"x"}',
    `{"type":"watch","topic":"${'a'.repeat(200)}"}`,
  ])('closes a client that sends %s', async (frame) => {
    const tab = app.live(await app.as('anna'))
    await tab.receive('live.welcome')
    tab.socket.send(frame)
    expect(await tab.closed()).toBe(closeCodes.protocolError)
  })

  it('closes a client that sends bytes, or too much at once', async () => {
    const tabs = [app.live(await app.as('anna')), app.live(await app.as('anna'))] as const
    await Promise.all(tabs.map((tab) => tab.receive('live.welcome')))
    tabs[0].socket.send(Buffer.from([1, 2, 3]))
    tabs[1].socket.send('x'.repeat(2000))
    expect(await Promise.all(tabs.map((tab) => tab.closed()))).toEqual([closeCodes.protocolError, 1009])
  })

  it('closes the sockets of a member who sends too many frames by all of them, also by one that is opened then (S-21)', async () => {
    const dario = await app.as('dario')
    const tabs = [app.live(dario), app.live(dario), app.live(dario)]
    const neighbour = app.live(await app.as('anna'))
    for (const tab of [...tabs, neighbour]) await tab.receive('live.welcome')
    for (let index = 0; index < 400; index += 1)
      for (const tab of tabs) tab.socket.send('{"type":"unwatch","topic":"chat:generale"}')
    await expect(Promise.any(tabs.map((tab) => tab.closed()))).resolves.toBe(closeCodes.tooManyFrames)
    expect(await app.live(dario).closed()).toBe(closeCodes.tooManyFrames)
    await neighbour.watch('chat:generale')
  })

  it('counts unsolicited pongs', async () => {
    const carla = await app.as('carla')
    const tab = app.live(carla)
    await tab.receive('live.welcome')
    for (let index = 0; index < 1100; index += 1) tab.socket.pong()
    expect(await tab.closed()).toBe(closeCodes.tooManyFrames)
  })
})

describe('topics', () => {
  it.each(['chat:altra', 'chat:', 'chat', 'altro:generale', 'chat:generale:x', 'chat:*', '__proto__:x'])(
    'refuses %s and publishes nothing of it',
    async (topic) => {
      const anna = await app.as('anna')
      const tab = app.live(anna)
      await tab.receive('live.welcome')
      tab.socket.send(JSON.stringify({ type: 'watch', topic }))
      await tab.receive('live.refused', (news) => news.topic === topic)
      await sendMessage(anna, 'generale', 'ciao')
      await tab.watch('chat:generale')
      expect(tab.received.filter(({ type }) => type === 'chat.message_sent')).toEqual([])
    },
  )

  it('publishes nothing to a socket that unsubscribed', async () => {
    const anna = await app.as('anna')
    const tab = app.live(anna)
    await tab.watch('chat:generale')
    tab.socket.send(JSON.stringify({ type: 'unwatch', topic: 'chat:generale' }))
    tab.socket.send(JSON.stringify({ type: 'watch', topic: 'chat:altra' }))
    await tab.receive('live.refused')
    await sendMessage(anna, 'generale', 'ciao')
    await tab.watch('chat:generale')
    expect(tab.received.filter(({ type }) => type === 'chat.message_sent')).toEqual([])
  })
})
