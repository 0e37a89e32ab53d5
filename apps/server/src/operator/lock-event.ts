import { sql } from 'kysely'
import { lockEvent } from '../events/event-changes.store.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { StartupError } from '../platform/startup-error.ts'

/** Locks the event of a typed id; fails with a sentence where there is none. */
export async function lockEventById(trx: DatabaseTransaction, typedId: string) {
  const found = await trx
    .selectFrom('events')
    .select('id')
    .where(sql<string>`id::text`, '=', typedId.toLowerCase())
    .executeTakeFirst()
  const event = found && (await lockEvent(trx, found.id))
  if (!event) throw new StartupError(`There is no event with the id ${typedId}.`)
  return event
}
