import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

it('shares one read among all who ask before it begins, and never answers with one that began before', async () => {
  const begun: PromiseWithResolvers<string>[] = []
  const share = createSharedReads(() => {
    const read = Promise.withResolvers<string>()
    begun.push(read)
    return read.promise
  })
  const first = [share(), share()]
  await expect.poll(() => begun.length).toBe(1)

  const later = [share(), share(), share()]
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
  const share = createSharedReads(async () => {
    reads += 1
    if (reads === 1) throw new Error('away')
    return reads
  })
  const failed = await Promise.allSettled([share(), share()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share()).toBe(2)
})
