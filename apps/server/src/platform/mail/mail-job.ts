import { type Job, type JobRun, PermanentFailure } from '../jobs/jobs.ts'
import { isRefused, type Mail, type Mailer } from './mailer.ts'

/** With the pauses between them some six hours, in which the mail server may be away. */
const attempts = 12

/** Mails of a kind that a process sends at once. */
const concurrency = 2

/** A job that sends a mail and rejects with the mail server's words; one that it refuses is not sent again. */
export function sendingJob<Payload>(send: Job<Payload>['run']): Job<Payload> {
  return {
    attempts,
    concurrency,
    async run(payload, run) {
      try {
        await send(payload, run)
      } catch (error) {
        throw isRefused(error) ? new PermanentFailure('the mail was refused', { cause: error }) : error
      }
    },
  }
}

/**
 * A job that sends the mail that `compose` answers, unless it is null. Where its process dies between the mail server's answer
 * and the note of it, it is sent once more, under the same Message-ID unless the mail has an id of its own.
 *
 * @param undo called when it could not be sent
 */
export function mailJob<Payload>(
  mailer: Pick<Mailer, 'send'>,
  compose: (payload: Payload, run: JobRun) => Promise<Mail | null>,
  undo?: (payload: Payload) => Promise<unknown>,
): Job<Payload> {
  return sendingJob(async (payload, run) => {
    const mail = await compose(payload, run)
    if (!mail) return
    try {
      await mailer.send({ id: run.id, ...mail })
    } catch (error) {
      await undo?.(payload)
      throw error
    }
  })
}
