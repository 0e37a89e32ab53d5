import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { coalesceReads } from './coalesce-reads.ts'

it('answers all callers that arrive before a read begins with it, and none with an earlier one', async () => {
  const begun: PromiseWithResolvers<string>[] = []
  const read = coalesceReads(() => {
    const pending = Promise.withResolvers<string>()
    begun.push(pending)
    return pending.promise
  })
  const first = [read(), read()]
  await expect.poll(() => begun.length).toBe(1)

  const later = [read(), read(), read()]
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  expect(begun).toHaveLength(1)
  begun[0]?.resolve('old')
  expect(await Promise.all(first)).toEqual(['old', 'old'])

  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve('new')
  expect(await Promise.all(later)).toEqual(['new', 'new', 'new'])
})

it('fails all callers of a failed read, and reads again for the next', async () => {
  let reads = 0
  const read = coalesceReads(async () => {
    reads += 1
    if (reads === 1) throw new Error('away')
    return reads
  })
  const failed = await Promise.allSettled([read(), read()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read()).toBe(2)
})
