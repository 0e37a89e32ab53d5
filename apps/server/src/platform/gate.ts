import { AppError } from './app-error.ts'

type GateOptions = {
  /** Work of one name that goes on at once. */
  places: number
  /** Work of one name that may wait for a place; more is refused. */
  waiting: number
  /** Work of all names that goes on at once; the names that wait take turns. */
  total?: number
}

type Lane = { busy: number; waiting: (() => void)[] }

export type Gate = ReturnType<typeof createGate>

/**
 * A semaphore for each name, such as a member's uid, and one for all names: nobody's work keeps others from theirs. A name
 * without work takes no memory.
 */
export function createGate({ places, waiting, total = Number.POSITIVE_INFINITY }: GateOptions) {
  const lanes = new Map<string, Lane>()
  /** The lanes in which work waits, those served last behind the others. */
  const queue = new Map<string, Lane>()
  let busy = 0

  function admitWaiting(): void {
    for (const [name, lane] of queue) {
      if (busy >= total) return
      if (lane.busy >= places) continue
      queue.delete(name)
      const enter = lane.waiting.shift()
      if (lane.waiting.length > 0) queue.set(name, lane)
      lane.busy += 1
      busy += 1
      enter?.()
    }
  }

  function waitIn(name: string, lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        lane.waiting = lane.waiting.filter((other) => other !== enter)
        if (lane.waiting.length === 0) queue.delete(name)
        deleteIfIdle(name, lane)
        reject(tooMuch())
      }
      signal?.addEventListener('abort', leave, { once: true })
      lane.waiting.push(enter)
      queue.set(name, lane)
    })
  }

  function deleteIfIdle(name: string, lane: Lane): void {
    if (lane.busy === 0 && lane.waiting.length === 0) lanes.delete(name)
  }

  /**
   * Does the work of `name` when there is a place for it. Throws `common.rate_limited` where too much of the same name
   * waits already, and where the caller leaves while the work waits.
   * @param watchCaller makes a signal that aborts when the caller leaves; called only where the work has to wait
   */
  async function pass<Result>(
    name: string,
    work: () => Promise<Result>,
    watchCaller?: () => AbortSignal,
  ): Promise<Result> {
    const lane = lanes.get(name) ?? { busy: 0, waiting: [] }
    const isFree = lane.busy < places && busy < total
    if (!isFree && lane.waiting.length >= waiting) throw tooMuch()
    lanes.set(name, lane)
    if (isFree) {
      lane.busy += 1
      busy += 1
    } else await waitIn(name, lane, watchCaller?.())
    try {
      return await work()
    } finally {
      lane.busy -= 1
      busy -= 1
      deleteIfIdle(name, lane)
      admitWaiting()
    }
  }

  return {
    pass,

    /** How many names have work, and how much of it waits. */
    count() {
      const waits = [...queue.values()].reduce((sum, { waiting: { length } }) => sum + length, 0)
      return { names: lanes.size, busy, waiting: waits }
    },
  }
}

function tooMuch(): AppError {
  return new AppError('common.rate_limited', { seconds: 1 })
}
