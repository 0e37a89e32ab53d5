import { AppError } from './app-error.ts'

type KeyedSemaphoreOptions = {
  /** Tasks of one key that run at once. */
  perKey: number
  /** Tasks of one key that may wait; more are refused. */
  queuedPerKey: number
  /** Tasks of all keys that run at once; the keys that wait are served in turn. */
  total?: number
}

type Lane = { running: number; queue: (() => void)[] }

export type KeyedSemaphore = ReturnType<typeof createKeyedSemaphore>

/**
 * A semaphore for each key, such as a member's uid, with a FIFO queue, and one for all keys: no key's tasks keep others from
 * running. A key without tasks takes no memory.
 */
export function createKeyedSemaphore({
  perKey,
  queuedPerKey,
  total = Number.POSITIVE_INFINITY,
}: KeyedSemaphoreOptions) {
  const lanes = new Map<string, Lane>()
  /** The lanes with a queue, those served last behind the others. */
  const waiting = new Map<string, Lane>()
  let running = 0

  function startWaiting(): void {
    for (const [key, lane] of waiting) {
      if (running >= total) return
      if (lane.running >= perKey) continue
      waiting.delete(key)
      const start = lane.queue.shift()
      if (lane.queue.length > 0) waiting.set(key, lane)
      lane.running += 1
      running += 1
      start?.()
    }
  }

  function waitIn(key: string, lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        lane.queue = lane.queue.filter((other) => other !== start)
        if (lane.queue.length === 0) waiting.delete(key)
        deleteIfIdle(key, lane)
        reject(tooMany())
      }
      signal?.addEventListener('abort', leave, { once: true })
      lane.queue.push(start)
      waiting.set(key, lane)
    })
  }

  function deleteIfIdle(key: string, lane: Lane): void {
    if (lane.running === 0 && lane.queue.length === 0) lanes.delete(key)
  }

  /**
   * Runs the task as soon as its key and the total allow it. Rejects with `common.rate_limited` where the key's queue is full,
   * and where the caller leaves the queue.
   * @param watchCaller makes a signal that aborts when the caller leaves; called only where the task has to wait
   */
  async function run<Result>(
    key: string,
    task: () => Promise<Result>,
    watchCaller?: () => AbortSignal,
  ): Promise<Result> {
    const lane = lanes.get(key) ?? { running: 0, queue: [] }
    const isFree = lane.running < perKey && running < total
    if (!isFree && lane.queue.length >= queuedPerKey) throw tooMany()
    lanes.set(key, lane)
    if (isFree) {
      lane.running += 1
      running += 1
    } else await waitIn(key, lane, watchCaller?.())
    try {
      return await task()
    } finally {
      lane.running -= 1
      running -= 1
      deleteIfIdle(key, lane)
      startWaiting()
    }
  }

  return {
    run,

    /** Keys with tasks, and the numbers of tasks that run and that wait. */
    count() {
      const queued = [...waiting.values()].reduce((sum, { queue }) => sum + queue.length, 0)
      return { keys: lanes.size, running, waiting: queued }
    },
  }
}

function tooMany(): AppError {
  return new AppError('common.rate_limited', { seconds: 1 })
}
