import type { DatabaseTransaction } from '../platform/database/database.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'
import { changeEvent } from './event-changes.store.ts'
import { deleteOrganizer } from './event-organizers.store.ts'
import { eventChanged } from './events.news.ts'
import { readEvent } from './events.service.ts'

/** Makes a member the owner of an event whose row is locked, in place of its owner, who organizes it no more; answers the news. */
export async function transferOwnership(
  trx: DatabaseTransaction,
  id: string,
  from: string,
  to: string,
): Promise<Publication> {
  await deleteOrganizer(trx, id, to)
  const number = await changeEvent(
    trx,
    id,
    { organizer_id: to },
    {
      kind: 'handed_over',
      authorId: to,
      changes: { organizerId: { before: from, after: to } },
      isWeighty: false,
    },
  )
  return eventChanged(await readEvent(trx, id, null), number, false)
}
