import type { Log } from './log/log.ts'

type PeriodicWork = {
  /** Ends early when the signal is aborted: the server stops. */
  work: (signal: AbortSignal) => Promise<unknown>
  /** Milliseconds between two beginnings; one that finds the last still under way is left out. */
  intervalMs: number
  /** The message of the log when the work fails. */
  failure: string
  log: Log
}

/** Does work now and again and again, one at a time, until it is stopped. A failure ends nothing but this one time. */
export function startPeriodicWork({ work, intervalMs, failure, log }: PeriodicWork) {
  const stopping = new AbortController()
  let running: Promise<void> | null = null

  async function runOnce(): Promise<void> {
    try {
      await work(stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, failure)
    }
    running = null
  }

  function run(): void {
    running ??= runOnce()
  }

  run()
  const timer = setInterval(run, intervalMs)
  return {
    /** Resolves when nothing is under way any more. */
    async stop(): Promise<void> {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}
