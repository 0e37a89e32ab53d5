import { eventsTopic } from '@covo/contract/events/events.news'
import { membersTopic } from '@covo/contract/profiles/profiles.news'
import type { LiveClient } from '@covo/testing/live'
import { createEvent } from '@covo/testing/member-actions'
import { beforeAll, expect, it, vi } from 'vitest'
import { runTestApp } from '../../../test/test-app.ts'

// The server starts 20 seconds ago: it knows nothing of news from before.
const now = performance.now.bind(performance)
const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() - 20_000)
const app = runTestApp()
beforeAll(() => void clock.mockRestore())

/** Whether data that was asked for `age` milliseconds ago is current, by the answer to a subscription. */
async function isCurrent(tab: LiveClient, topic: string, age?: number): Promise<true | undefined> {
  await tab.receive('live.welcome')
  const isAnswer = (news: { topic: string }) => news.topic === topic
  tab.received.splice(1)
  tab.socket.send(JSON.stringify({ type: 'watch', topic, age }))
  return (await tab.receive('live.watching', isAnswer)).isCurrent
}

it('answers whether the topic or the member had news since a client asked for its data (R-06)', async () => {
  const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
  const [tab, brunosTab] = [app.live(anna), app.live(bruno)]
  expect(await isCurrent(tab, eventsTopic, 500)).toBe(true)
  expect(await isCurrent(tab, eventsTopic)).toBeUndefined()
  expect(await isCurrent(tab, eventsTopic, 60_000)).toBeUndefined()
  expect(await isCurrent(tab, 'chat:generale', 500)).toBe(true)

  await createEvent(carla)
  expect(await isCurrent(tab, eventsTopic, 500)).toBeUndefined()
  expect(await isCurrent(tab, 'chat:generale', 500)).toBeUndefined()
  expect(await isCurrent(tab, membersTopic, 500)).toBe(true)
  await carla.post('/api/friends/requests', { uid: anna.uid })
  expect(await isCurrent(tab, membersTopic, 500)).toBeUndefined()

  expect(await isCurrent(brunosTab, membersTopic, 500)).toBe(true)
  await carla.put(`/api/blocks/${bruno.uid}`)
  await expect.poll(() => isCurrent(brunosTab, membersTopic, 500)).toBeUndefined()
})
