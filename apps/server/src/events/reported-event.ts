import type { Database } from '../platform/database/database.ts'
import { toEvent } from './events.service.ts'
import { findEvent } from './events.store.ts'

/** An event's fields, as a member who reports it sees them; null where there is none. */
export async function findReportedEvent(trx: Database, { uid }: { uid: string }, id: string) {
  const row = await findEvent(trx, id, uid)
  if (!row) return null
  const { title, description, dateTime, deadline, link, address, mapLink, cancelReason, organizerName } =
    toEvent(row)
  return {
    memberId: row.organizerId,
    isOwn: row.canManage,
    snapshot: {
      kind: 'event' as const,
      name: title,
      fields: { title, description, dateTime, deadline, link, address, mapLink, cancelReason, organizerName },
    },
  }
}
