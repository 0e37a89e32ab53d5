import { type ChildProcess, fork } from 'node:child_process'
import { AppError } from './app-error.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import type { WorkerMessage } from './worker-process.child.ts'

/** Milliseconds for the start of the process. */
const startTimeoutMs = 10_000
/** Tasks that wait for the one that is worked on. */
const longestQueue = 20
/** Seconds after which who found the queue full may come again. */
export const secondsToDrain = 5

type WorkerProcessOptions = {
  /** Milliseconds for a task. */
  timeoutMs: number
  /** Milliseconds without a task after which the process ends. */
  idleTimeoutMs: number
  /** Of JavaScript's heap, beyond which the process fails; V8's own bound where there is none. */
  heapMegabytes?: number
}

/**
 * Works on tasks that could end the process that works on them, one at a time, in a process that has neither the server's memory nor its
 * settings, and that is there only while there is something to do: it is killed over a task that takes longer than `timeoutMs`,
 * and ends `idleTimeoutMs` after the last one.
 *
 * @param module answers the tasks by `answerTasks` of `worker-process.child.ts`
 */
export function createWorkerProcess<Task, Answer>(
  module: URL,
  { timeoutMs, idleTimeoutMs, heapMegabytes }: WorkerProcessOptions,
) {
  const queue = createKeyedSemaphore({ perKey: 1, queuedPerKey: 1, total: 1 })
  const keys = new Set<string>()
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  /** Whether too many tasks wait, or another of the same key. */
  function isBusy(key: string): boolean {
    return keys.has(key) || queue.count().waiting >= longestQueue
  }

  /**
   * The answer; null where the process fails over the task or takes too long. Rejects with `common.unavailable` where the process
   * can't start on this machine, or not now.
   *
   * @param key for which `isBusy` answers no
   */
  async function run(key: string, task: Task): Promise<Answer | null> {
    keys.add(key)
    try {
      return await queue.run(key, () => runNext(task))
    } finally {
      keys.delete(key)
    }
  }

  /** @param isRetry whether the task could not be sent to a process that had ended; it is sent to one new process alone */
  async function runNext(task: Task, isRetry = false): Promise<Answer | null> {
    clearTimeout(idle)
    const worker = child ?? (await start())
    child = worker
    const answered = nextMessage<Answer>(worker, timeoutMs)
    // A process that is gone doesn't answer; without a function here it would be an error that nobody catches.
    const isSent = new Promise<boolean>((resolve) => {
      worker.send(task as object, (error) => resolve(!error))
    })
    const message = await answered
    if (!message && !isRetry && !(await isSent)) return await runNext(task, true)
    idle = setTimeout(stop, idleTimeoutMs)
    idle.unref()
    return message && message !== 'ready' ? message.answer : null
  }

  async function start(): Promise<ChildProcess> {
    const started = fork(module, {
      serialization: 'advanced',
      // No secret and no address of a database. glibc would keep freed pixels: one arena for all threads, large blocks apart.
      env: {
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        MALLOC_ARENA_MAX: '1',
        MALLOC_MMAP_THRESHOLD_: `${2 ** 20}`,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: heapMegabytes
        ? [...process.execArgv, `--max-old-space-size=${heapMegabytes}`]
        : process.execArgv,
    })
    let complaint = ''
    started.stderr?.on('data', (text) => {
      complaint = `${complaint}${text}`.slice(-2000)
    })
    started.on('error', (error) => {
      complaint += error.message
    })
    started.once('exit', () => {
      if (child === started) child = null
    })
    if ((await nextMessage<Answer>(started, startTimeoutMs)) !== 'ready')
      throw new AppError('common.unavailable', undefined, {
        cause: new Error(`${module.pathname} can't work here: ${complaint}`),
      })
    return started
  }

  /** Ends the process; the next task starts another. */
  function stop(): void {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }

  return { isBusy, run, stop }
}

/** The next message of the process; null where it ends before, or sends none for `timeoutMs`, for which it is killed. */
function nextMessage<Answer>(child: ChildProcess, timeoutMs: number): Promise<WorkerMessage<Answer> | null> {
  return new Promise((resolve) => {
    const settle = (message: WorkerMessage<Answer> | null) => {
      clearTimeout(deadline)
      child.off('message', settle).off('close', fail).off('error', fail)
      resolve(message)
    }
    const fail = () => settle(null)
    // Its end is awaited, so that the next task finds no process that is ending.
    const deadline = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    child.once('message', settle).once('close', fail).once('error', fail)
  })
}
