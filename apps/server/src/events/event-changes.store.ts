import {
  type EventChanges,
  type EventField,
  type EventUpdateKind,
  eventFields,
} from '@covo/contract/events/event-changes.rules'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBlockedBetween } from '../platform/database/block-filter.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { columnsOf } from './events.store.ts'

/** Locks the event's row, and answers what decides on its changes. Every change begins with it, as those of seats do. */
export async function lockEvent(trx: DatabaseTransaction, id: string) {
  return await trx
    .selectFrom('events')
    .select(['id', 'organizer_id as organizerId', 'had_participants as hadParticipants'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type EventColumns = Partial<ReturnType<typeof columnsOf>> & {
  organizer_id?: string
  status?: 'planned' | 'cancelled'
  cancel_reason?: string
  cancelled_at?: Date | null
}

type NewUpdate = {
  kind: EventUpdateKind
  /** Null for the operator. */
  authorId: string | null
  changes?: EventChanges
  isWeighty: boolean
  text?: string
  clientId?: string
}

/** Makes a new version of a locked event with one row of its history; answers that row's number. */
export async function changeEvent(
  trx: DatabaseTransaction,
  id: string,
  columns: EventColumns,
  update: NewUpdate,
): Promise<number> {
  await trx
    .updateTable('events')
    .set((expression) => ({
      ...columns,
      version: expression('version', '+', 1),
      version_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute()
  return await insertUpdate(trx, id, update)
}

/** Adds a row to the history of a locked event; answers its number. */
export async function insertUpdate(trx: DatabaseTransaction, id: string, update: NewUpdate): Promise<number> {
  const { number } = await trx
    .updateTable('events')
    .set((expression) => ({ update_number: expression('update_number', '+', 1) }))
    .where('id', '=', id)
    .returning('update_number as number')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('event_updates')
    .values({
      event_id: id,
      number,
      kind: update.kind,
      author_id: update.authorId,
      changes: update.changes ?? {},
      is_weighty: update.isWeighty,
      text: update.text ?? '',
      client_id: update.clientId ?? null,
    })
    .execute()
  return number
}

export async function deleteEvent(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('events').where('id', '=', id).execute()
}

export type UpdateRow = NonNullable<Awaited<ReturnType<typeof findMessage>>> & {
  isAuthorHidden?: SqlBool
  isOwnerHidden?: SqlBool
}

/**
 * The history of an event before a number, newest first; with the messages for viewers who may read them, but those of whom they
 * do not see.
 */
export async function findUpdates(
  database: Database,
  id: string,
  {
    before,
    withMessages,
    limit,
    viewerId,
  }: { before: number | null; withMessages: boolean; limit: number; viewerId: string | null },
) {
  const isHidden = (uid: RawBuilder<unknown>) => isBlockedBetween(uid, sql`${viewerId}::uuid`)
  return await selectUpdates(database)
    .select([isHidden(sql`author_id`).as('isAuthorHidden'), isHidden(sql`owner.id`).as('isOwnerHidden')])
    .where('event_id', '=', id)
    .$if(before !== null, (query) => query.where('number', '<', before))
    .$if(!withMessages, (query) => query.where('kind', '<>', 'message'))
    .where(sql<SqlBool>`not (kind = 'message' and ${isHidden(sql`author_id`)})`)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

/** The message that a client sent under this id. */
export async function findMessage(database: Database, id: string, clientId: string) {
  return await selectUpdates(database)
    .where('event_id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

function selectUpdates(database: Database) {
  return database
    .selectFrom('event_updates')
    .leftJoin('users as author', 'author.id', 'author_id')
    .leftJoin('users as owner', (join) =>
      join.on('owner.id', '=', sql<string>`(changes -> 'organizerId' ->> 'after')::uuid`),
    )
    .select([
      'number',
      'kind',
      'author_id as authorId',
      'author.display_name as authorName',
      'changes',
      'is_weighty as isWeighty',
      'text',
      'owner.display_name as ownerName',
      'event_updates.created_at as createdAt',
    ])
}

/** The changed fields in the order of the form. */
export function listChanges(changes: EventChanges) {
  return eventFields.flatMap((field: EventField) => {
    const change = changes[field]
    return change ? [{ field, ...change }] : []
  })
}

/** Whether the member takes part in an event or waits for a seat. */
export async function takesPart(database: Database, id: string, uid: string): Promise<boolean> {
  const row = await database
    .selectFrom('event_participants')
    .select('event_id')
    .where('event_id', '=', id)
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return row !== undefined
}

/** How many take part, wait or organize, besides one of them. */
export async function countConcerned(database: Database, id: string, besides: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select user_id from event_participants where event_id = ${id}
      union select user_id from event_organizers where event_id = ${id}
      union select organizer_id from events where id = ${id}
    ) as concerned
    where user_id <> ${besides}
  `.execute(database)
  return rows[0]?.count ?? 0
}
