import type { Database } from '../platform/database/database.ts'
import { isAddedOrganizer } from './event-organizers.store.ts'

/** The owner adds and removes organizers, hands the event over, and deletes it. */
export function isOwner(uid: string, event: { organizerId: string }): boolean {
  return event.organizerId === uid
}

/** The owner, or a member whom they added: they change the event, and neither join nor leave (specification, point 6). */
export async function isOrganizer(
  database: Database,
  uid: string,
  event: { id: string; organizerId: string },
): Promise<boolean> {
  return isOwner(uid, event) || (await isAddedOrganizer(database, event.id, uid))
}
