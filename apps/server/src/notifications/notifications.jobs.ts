import type { Jobs, NoPayload } from '../platform/jobs/jobs.ts'
import { deleteOldDigests } from './digests.store.ts'
import { type DigestsDependencies, sendDigests } from './digests.ts'
import { deleteOldMails } from './event-mails.store.ts'
import { type EventMailsDependencies, sendEventMails } from './event-mails.ts'
import { deleteOldNotifications } from './notifications.store.ts'
import { queueReminders } from './reminders.ts'
import { queueUpdateMails } from './update-mails.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'notifications.queue-event-mails': NoPayload
    'notifications.send-event-mails': NoPayload
    'notifications.send-digests': NoPayload
  }
}

/** Milliseconds: twice that and a mail about an event is sent within a minute. */
const eventMailsIntervalMs = 20_000
const digestsIntervalMs = 60_000

/** The mails about events, and digests where members can turn them on. */
export function notificationsJobs(dependencies: EventMailsDependencies & DigestsDependencies): Jobs {
  const { database, hasSwitches } = dependencies
  return {
    // Apart from sending, which takes hours where there are many: reminders are due meanwhile.
    'notifications.queue-event-mails': {
      every: eventMailsIntervalMs,
      async run(_nothing, { signal }) {
        await queueReminders(database)
        await queueUpdateMails(database, signal)
        await deleteOldMails(database)
        await deleteOldNotifications(database)
      },
    },
    'notifications.send-event-mails': {
      every: eventMailsIntervalMs,
      run: (_nothing, { signal }) => sendEventMails(dependencies, signal),
    },
    ...(hasSwitches && {
      'notifications.send-digests': {
        every: digestsIntervalMs,
        async run(_nothing: NoPayload, { signal }: { signal: AbortSignal }) {
          await sendDigests(dependencies, signal)
          await deleteOldDigests(database)
        },
      },
    }),
  }
}
