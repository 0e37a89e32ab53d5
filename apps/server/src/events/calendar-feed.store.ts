import type { FeedChoice } from '@covo/contract/events/calendar-feed.routes'
import { type SqlBool, sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import {
  type CalendarEntry,
  canManageOf,
  maximumCalendarEvents,
  ownEventIds,
  participationOf,
} from './events.store.ts'

export type FeedRow = NonNullable<Awaited<ReturnType<typeof findFeed>>>

const columns = ['user_id as userId', 'id', 'scope', 'categories', 'last_read_at as lastReadAt'] as const

export async function findFeed(database: Database, uid: string) {
  return await database
    .selectFrom('calendar_feeds')
    .select(columns)
    .where('user_id', '=', uid)
    .executeTakeFirst()
}

/** Gives the member's feed another id, and with it another address. */
export async function renewFeed(database: Database, uid: string): Promise<FeedRow> {
  const renewed = { id: sql<string>`gen_random_uuid()`, last_read_at: null }
  return await database
    .insertInto('calendar_feeds')
    .values({ user_id: uid, ...renewed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(renewed))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Stores the feed's choice of events; omitted parts stay. */
export async function chooseFeed(
  database: Database,
  uid: string,
  { scope, categories }: FeedChoice,
): Promise<FeedRow> {
  return await database
    .insertInto('calendar_feeds')
    .values({ user_id: uid, ...(scope && { scope }), ...(categories && { categories }) })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((expression) => ({
        scope: scope ?? expression.ref('calendar_feeds.scope'),
        categories: categories ?? expression.ref('calendar_feeds.categories'),
      })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Takes the feed's id and address away. */
export async function revokeFeed(database: Database, uid: string): Promise<FeedRow | undefined> {
  return await database
    .updateTable('calendar_feeds')
    .set({ id: null, last_read_at: null })
    .where('user_id', '=', uid)
    .returning(columns)
    .executeTakeFirst()
}

/** The feed of an address; undefined where there is none, or its member can't sign in. */
export async function findOpenFeed(database: Database, id: string): Promise<FeedRow | undefined> {
  return await database
    .selectFrom('calendar_feeds')
    .modifyFront(sql`/* prepared */`)
    .select(columns)
    .where('id', '=', id)
    .where(
      sql<SqlBool>`exists (
        select from users
        where users.id = user_id and blocked_at is null and deletion_at is null
          and coalesce(suspended_until <= now(), true)
      )`,
    )
    .executeTakeFirst()
}

/** Notes that a program reads the feed. */
export async function noteRead(database: Database, id: string): Promise<void> {
  await sql`/* prepared */ update calendar_feeds set last_read_at = now() where id = ${id}`.execute(database)
}

/**
 * The events of a feed: those to come, and those of the last 90 days, cancelled ones for 30 days from then; with more than 1,000
 * the last to begin are left out. Each with the time since when the member takes part or waits.
 */
export async function findFeedEntries(
  database: Database,
  { userId, scope, categories }: FeedRow,
): Promise<CalendarEntry[]> {
  const rows = await database
    .selectFrom('events')
    .select(['events.id', 'version', participationOf(userId), canManageOf(userId)])
    .modifyFront(sql`/* prepared */`)
    .select(
      sql<Date | null>`(
        select joined_at from event_participants p where p.event_id = events.id and p.user_id = ${userId}
      )`.as('joinedAt'),
    )
    .where(sql<SqlBool>`ends_at >= now() - interval '90 days'`)
    .where(sql<SqlBool>`coalesce(cancelled_at >= now() - interval '30 days', true)`)
    .where('category', 'in', categories)
    .$if(scope === 'own', (query) => query.where('events.id', 'in', ownEventIds(userId)))
    .orderBy('starts_at')
    .orderBy('events.id')
    .limit(literalLimit(maximumCalendarEvents))
    .execute()
  return rows.map(({ id, version, participation, canManage, joinedAt }) => ({
    id,
    version,
    // Of an event in which the member has no part the text is everybody's.
    ...((canManage || participation !== 'none') && { part: { participation, canManage, joinedAt } }),
  }))
}
