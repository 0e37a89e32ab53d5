import { expect, it, onTestFinished } from 'vitest'
import { createWorkerProcess } from './worker-process.ts'

it('refuses a task while no process can start', async () => {
  const { run, stop, isBusy } = createWorkerProcess(new URL('./no-such-file.ts', import.meta.url), {
    timeoutMs: 1000,
    idleTimeoutMs: 1000,
  })
  onTestFinished(stop)
  const outcomes = await Promise.allSettled(['anna', 'bruno'].map((key) => run(key, {})))
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      reason: { code: 'common.unavailable', cause: { message: expect.stringContaining('no-such-file') } },
    })
  expect(isBusy('anna')).toBe(false)
})
