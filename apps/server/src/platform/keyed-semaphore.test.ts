import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createKeyedSemaphore } from './keyed-semaphore.ts'

/** Tasks that run until they are ended, and the names of all tasks in the order in which they started. */
function createTasks() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    task: (name: string) => () => {
      started.push(name)
      return new Promise<void>((end) => ends.set(name, end))
    },
    async end(name: string) {
      ends.get(name)?.()
      await nextTurn()
    },
  }
}

describe('a keyed semaphore', () => {
  it('runs the tasks of a key up to its limit, and the rest in order', async () => {
    const { run } = createKeyedSemaphore({ perKey: 2, queuedPerKey: 10 })
    const { started, task, end } = createTasks()
    for (const name of ['1', '2', '3', '4']) void run('anna', task(name))
    void run('bruno', task('5'))
    expect(started).toEqual(['1', '2', '5'])
    await end('2')
    await end('1')
    expect(started).toEqual(['1', '2', '5', '3', '4'])
  })

  it('refuses a task of a key whose queue is full, and takes one when there is room again', async () => {
    const { run } = createKeyedSemaphore({ perKey: 1, queuedPerKey: 1 })
    const { started, task, end } = createTasks()
    void run('anna', task('1'))
    void run('anna', task('2'))
    await expect(run('anna', task('3'))).rejects.toMatchObject({ code: 'common.rate_limited' })
    void run('bruno', task('4'))
    await end('1')
    void run('anna', task('5'))
    await end('2')
    expect(started).toEqual(['1', '4', '2', '5'])
  })

  it('serves the keys in turn where the total is reached', async () => {
    const { run } = createKeyedSemaphore({ perKey: 2, queuedPerKey: 10, total: 2 })
    const { started, task, end } = createTasks()
    for (const name of ['1', '2', '3', '4']) void run('anna', task(name))
    void run('bruno', task('5'))
    void run('carla', task('6'))
    for (const name of ['1', '2', '3', '5']) await end(name)
    expect(started).toEqual(['1', '2', '3', '5', '6', '4'])
  })

  it('drops a task whose caller leaves the queue, and runs those behind it', async () => {
    const { run } = createKeyedSemaphore({ perKey: 1, queuedPerKey: 2 })
    const { started, task, end } = createTasks()
    const leaving = new AbortController()
    void run('anna', task('1'))
    const dropped = run('anna', task('2'), () => leaving.signal)
    void run('anna', task('3'))
    leaving.abort()
    await expect(dropped).rejects.toMatchObject({ code: 'common.rate_limited' })
    void run('anna', task('4'))
    await end('1')
    await end('3')
    expect(started).toEqual(['1', '3', '4'])
  })

  it('keeps nothing of keys whose tasks are over, dropped or refused', async () => {
    const { run, count } = createKeyedSemaphore({ perKey: 1, queuedPerKey: 1, total: 1 })
    const { task, end } = createTasks()
    const leaving = new AbortController()
    const over = run('anna', task('1'))
    const dropped = run('bruno', task('2'), () => leaving.signal)
    await expect(run('bruno', task('3'))).rejects.toMatchObject({ code: 'common.rate_limited' })
    expect(count()).toEqual({ keys: 2, running: 1, waiting: 1 })
    leaving.abort()
    await expect(dropped).rejects.toMatchObject({ code: 'common.rate_limited' })
    await end('1')
    await over
    expect(count()).toEqual({ keys: 0, running: 0, waiting: 0 })
  })

  it('releases the place of a task that fails', async () => {
    const { run } = createKeyedSemaphore({ perKey: 1, queuedPerKey: 0, total: 1 })
    await expect(run('anna', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    await expect(run('bruno', async () => 'done')).resolves.toBe('done')
  })
})
