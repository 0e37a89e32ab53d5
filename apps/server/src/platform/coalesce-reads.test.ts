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

it('fails all callers of a failed read and those who wait for its end, and reads again for the next', async () => {
  const away = Promise.withResolvers<number>()
  let reads = 0
  const read = coalesceReads(async () => {
    reads += 1
    return reads === 1 ? await away.promise : reads
  })
  const callers = [read(), read()]
  await expect.poll(() => reads).toBe(1)
  const waiting = read()
  const settled = Promise.allSettled([...callers, waiting])
  away.reject(new Error('away'))
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(reads).toBe(1)
  expect(await read()).toBe(2)
})
