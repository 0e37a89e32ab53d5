import { beforeAll, expect, it } from 'vitest'
import { runTestApp, unlimited } from '../test-app.ts'
import { callerOf, describedOperations, prepare, samples, sendRequest } from './operations.ts'
import { makeWorld, type World } from './world.ts'

const app = runTestApp({ limits: unlimited })
let world: World

beforeAll(async () => {
  world = await makeWorld(app)
})

it('have a sample each, and no sample is of something else', async () => {
  const operations = await describedOperations(app.visit())
  expect(Object.keys(samples).toSorted()).toEqual([...operations.keys()].toSorted())
})

it.each(Object.keys(samples))('%s succeeds as its sample calls it', async (operation) => {
  const success = (await describedOperations(app.visit())).get(operation)
  const prepared = await prepare(operation, world)
  const answer = await sendRequest(await callerOf(prepared, world), prepared.request)
  expect([answer.status, answer.ok || answer.status === 302 ? '' : await answer.text()]).toEqual([
    success,
    '',
  ])
})
