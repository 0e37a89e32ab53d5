import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createGate } from './gate.ts'

/** Work that goes on until it is ended, and the names of all work in the order in which it began. */
function createWorks() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name)
      return new Promise<void>((end) => ends.set(name, end))
    },
    async end(name: string) {
      ends.get(name)?.()
      await nextTurn()
    },
  }
}

describe('a gate', () => {
  it('lets so much work of a name go on at once, and the rest in order', async () => {
    const { pass } = createGate({ places: 2, waiting: 10 })
    const { begun, work, end } = createWorks()
    for (const name of ['1', '2', '3', '4']) void pass('anna', work(name))
    void pass('bruno', work('5'))
    expect(begun).toEqual(['1', '2', '5'])
    await end('2')
    await end('1')
    expect(begun).toEqual(['1', '2', '5', '3', '4'])
  })

  it('refuses what would wait behind too much of the same name, and takes it when there is room', async () => {
    const { pass } = createGate({ places: 1, waiting: 1 })
    const { begun, work, end } = createWorks()
    void pass('anna', work('1'))
    void pass('anna', work('2'))
    await expect(pass('anna', work('3'))).rejects.toMatchObject({ code: 'common.rate_limited' })
    void pass('bruno', work('4'))
    await end('1')
    void pass('anna', work('5'))
    await end('2')
    expect(begun).toEqual(['1', '4', '2', '5'])
  })

  it('lets names take turns where the places of all are taken', async () => {
    const { pass } = createGate({ places: 2, waiting: 10, total: 2 })
    const { begun, work, end } = createWorks()
    for (const name of ['1', '2', '3', '4']) void pass('anna', work(name))
    void pass('bruno', work('5'))
    void pass('carla', work('6'))
    for (const name of ['1', '2', '3', '5']) await end(name)
    expect(begun).toEqual(['1', '2', '3', '5', '6', '4'])
  })

  it('drops work whose caller left while it waited, and what waits behind it goes on', async () => {
    const { pass } = createGate({ places: 1, waiting: 2 })
    const { begun, work, end } = createWorks()
    const leaving = new AbortController()
    void pass('anna', work('1'))
    const dropped = pass('anna', work('2'), () => leaving.signal)
    void pass('anna', work('3'))
    leaving.abort()
    await expect(dropped).rejects.toMatchObject({ code: 'common.rate_limited' })
    void pass('anna', work('4'))
    await end('1')
    await end('3')
    expect(begun).toEqual(['1', '3', '4'])
  })

  it('holds nothing of names whose work is over, was dropped or was refused', async () => {
    const { pass, count } = createGate({ places: 1, waiting: 1, total: 1 })
    const { work, end } = createWorks()
    const leaving = new AbortController()
    const over = pass('anna', work('1'))
    const dropped = pass('bruno', work('2'), () => leaving.signal)
    await expect(pass('bruno', work('3'))).rejects.toMatchObject({ code: 'common.rate_limited' })
    expect(count()).toEqual({ names: 2, busy: 1, waiting: 1 })
    leaving.abort()
    await expect(dropped).rejects.toMatchObject({ code: 'common.rate_limited' })
    await end('1')
    await over
    expect(count()).toEqual({ names: 0, busy: 0, waiting: 0 })
  })

  it('gives a place back when work fails', async () => {
    const { pass } = createGate({ places: 1, waiting: 0, total: 1 })
    await expect(pass('anna', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    await expect(pass('bruno', async () => 'done')).resolves.toBe('done')
  })
})
