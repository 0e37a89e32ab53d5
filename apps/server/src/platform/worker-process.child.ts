import { constants, getPriority, setPriority } from 'node:os'

/** The messages of a worker process: it can work; then, for each task that it is sent, the answer, or null where it failed. */
export type WorkerMessage<Answer> = 'ready' | { answer: Answer | null }

/** Answers the tasks that `worker-process.ts` sends to this process. A task for which `work` rejects has no answer. */
export function answerTasks<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  // A lower priority than the server's: its requests come first, however many tasks wait.
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  const say = (message: WorkerMessage<Answer>) => process.send?.(message)
  process.on('message', async (task: Task) => {
    say({ answer: await work(task).catch(() => null) })
  })
  // The server ended, in whatever way.
  process.on('disconnect', () => process.exit())
  say('ready')
}
