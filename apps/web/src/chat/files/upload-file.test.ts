import { bytesOfPart, partBytes } from '@covo/contract/files/files.rules'
import { expect, it } from 'vitest'
import { createSlots, type UploadOptions, uploadFile } from './upload-file.ts'

class Lost extends Error {}

const size = 4 * partBytes + 10

/** A server of which some calls fail: at their number from 1, with what is thrown there. */
function fakeServer(failures: Record<number, Error> = {}) {
  const calls: string[] = []
  const present = new Map<number, number>()
  const uploads = new Map<string, string>()
  let atOnce = 0
  let mostAtOnce = 0
  async function answer<Result>(call: string, work: () => Result): Promise<Result> {
    calls.push(call)
    const failure = failures[calls.length]
    // A lost answer: the server has done its work.
    if (!failure || failure instanceof Lost) work()
    if (failure) throw failure
    return work()
  }
  const server: UploadOptions['server'] = {
    start: ({ clientId, name }) =>
      answer('start', () => {
        const id = uploads.get(clientId) ?? `upload-${uploads.size}`
        uploads.set(clientId, id)
        return { id, name, size, partBytes, received: [...present.keys()] }
      }),
    async storePart(_, number, bytes) {
      atOnce += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      await Promise.resolve()
      try {
        await answer(`part ${number}`, () => present.set(number, bytes.size))
      } finally {
        atOnce -= 1
      }
    },
    finish: (id, asFile) =>
      answer(asFile ? 'finish as file' : 'finish', () => ({
        id,
        name: 'a.bin',
        size,
        kind: 'file' as const,
      })),
  }
  return { server, calls, present, uploads, mostAtOnce: () => mostAtOnce }
}

function upload(fake: ReturnType<typeof fakeServer>, options: Partial<UploadOptions> = {}) {
  const seen: { received: number[]; waiting: boolean[] } = { received: [], waiting: [] }
  const result = uploadFile({
    server: fake.server,
    file: { clientId: 'client', name: 'a.bin', size },
    asFile: () => false,
    readBytes: async (from, to) => new Blob([new Uint8Array(to - from)]),
    onStarted() {},
    onReceived: (bytes) => seen.received.push(bytes),
    onWaiting: (isWaiting) => seen.waiting.push(isWaiting),
    isTemporary: (error) => error instanceof Lost,
    pause: async () => {},
    slots: { parts: createSlots(2), finishing: createSlots(1) },
    signal: new AbortController().signal,
    ...options,
  })
  return { result, seen }
}

it('sends each part once, two at once, and finishes', async () => {
  const fake = fakeServer()
  const { result, seen } = upload(fake)
  expect(await result).toMatchObject({ id: 'upload-0' })
  expect(fake.calls).toEqual(['start', 'part 0', 'part 1', 'part 2', 'part 3', 'part 4', 'finish'])
  expect([...fake.present]).toEqual([0, 1, 2, 3, 4].map((number) => [number, bytesOfPart(size, number)]))
  expect(fake.mostAtOnce()).toBe(2)
  expect(seen.received[0]).toBe(0)
  expect(seen.received.at(-1)).toBe(size)
  expect(seen.waiting).toEqual([false])
})

it('starts again after a break, and sends only what is missing', async () => {
  // The third part is lost on its way, the answer of the fourth on its way back.
  const fake = fakeServer({ 4: new Lost() })
  const { result, seen } = upload(fake)
  await result
  expect(fake.uploads.size).toBe(1)
  expect(fake.calls.filter((call) => call === 'start')).toHaveLength(2)
  expect(fake.calls.filter((call) => call.startsWith('part'))).toHaveLength(5)
  expect(fake.present.size).toBe(5)
  expect(seen.waiting).toEqual([false, true, false])
})

it.each([
  ['the start', 1],
  ['a part', 3],
  ['the finish', 7],
])('gets over a lost answer to %s', async (_, call) => {
  const fake = fakeServer({ [call]: new Lost() })
  expect(await upload(fake).result).toMatchObject({ id: 'upload-0' })
  expect(fake.uploads.size).toBe(1)
})

it('waits longer with each failure, and not after a part that arrived', async () => {
  const pauses: number[] = []
  const fake = fakeServer({ 1: new Lost(), 2: new Lost(), 3: new Lost(), 6: new Lost() })
  await upload(fake, { pause: async (milliseconds) => void pauses.push(milliseconds) }).result
  expect(pauses.map((pause) => 2 ** Math.round(Math.log2(pause / 1000)))).toEqual([1, 2, 4, 1])
})

it.each([
  ['the start', 1, ['start']],
  ['the finish', 7, ['start', 'part 0', 'part 1', 'part 2', 'part 3', 'part 4', 'finish']],
] as const)('ends with a refusal of %s', async (_, call, calls) => {
  const fake = fakeServer({ [call]: new Error('refused') })
  await expect(upload(fake).result).rejects.toThrow('refused')
  expect(fake.calls).toEqual(calls)
})

it('ends where its bytes are gone, unless the server has them', async () => {
  const gone = async () => {
    throw new Error('gone')
  }
  const fake = fakeServer()
  await expect(upload(fake, { readBytes: gone }).result).rejects.toThrow('gone')
  expect(fake.calls).toEqual(['start'])
  for (let number = 0; number < 5; number += 1) fake.present.set(number, bytesOfPart(size, number))
  await upload(fake, { readBytes: gone }).result
  expect(fake.calls).toEqual(['start', 'start', 'finish'])
})

it('sends no further part once it is given up', async () => {
  const fake = fakeServer()
  const stop = new AbortController()
  const { result } = upload(fake, {
    signal: stop.signal,
    onReceived: (bytes) => bytes > 0 && stop.abort(),
  })
  await expect(result).rejects.toThrow('aborted')
  expect(fake.calls).not.toContain('finish')
  expect(fake.calls.length).toBeLessThan(5)
})

it('finishes as what it is to be by then', async () => {
  const fake = fakeServer()
  await upload(fake, { asFile: () => true }).result
  expect(fake.calls.at(-1)).toBe('finish as file')
})

it('keeps to the slots of the page', async () => {
  const slots = { parts: createSlots(2), finishing: createSlots(1) }
  const fake = fakeServer()
  await Promise.all(
    [1, 2, 3].map((one) => upload(fake, { slots, file: { clientId: `${one}`, name: 'a', size } }).result),
  )
  expect(fake.mostAtOnce()).toBe(2)
})
