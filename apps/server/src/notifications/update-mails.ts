import { sumChanges } from '@covo/contract/events/event-changes.rules'
import type { Database } from '../platform/database/database.ts'
import {
  insertRun,
  lockUnqueued,
  markQueued,
  queueNextMails,
  type UnqueuedUpdate,
} from './update-mails.store.ts'

/**
 * Queues the mails of organizers' updates: of cancelling, restoring and writing at once; of edits, five minutes after the last
 * one, the sum of all, and none where everything is as it was before.
 */
export async function queueUpdateMails(database: Database, signal: AbortSignal): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const updates = await lockUnqueued(trx)
    for (const group of groupsOf(updates)) {
      const [first, last] = [group[0], group.at(-1)]
      if (!first || !last) continue
      const { eventId, kind } = first
      const isNothing = kind === 'edited' && sumChanges(group.map(({ changes }) => changes)).length === 0
      if (!isNothing) await insertRun(trx, { eventId, kind, first: first.number, last: last.number })
    }
    await markQueued(trx, updates)
  })
  while (!signal.aborted && (await queueNextMails(database)));
}

/** The edits of an event together, each other update by itself. */
function groupsOf(updates: UnqueuedUpdate[]): UnqueuedUpdate[][] {
  const groups = Map.groupBy(updates, ({ eventId, kind, number }) =>
    kind === 'edited' ? eventId : `${eventId} ${number}`,
  )
  return [...groups.values()]
}
