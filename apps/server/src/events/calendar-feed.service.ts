import type { CalendarFeed, FeedChoice } from '@covo/contract/events/calendar-feed.routes'
import { eventCategories } from '@covo/contract/events/events.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import {
  chooseFeed,
  type FeedRow,
  findFeed,
  findFeedEntries,
  findOpenFeed,
  noteRead,
  renewFeed,
  revokeFeed,
} from './calendar-feed.store.ts'
import type { CalendarFeedTokens } from './calendar-feed-tokens.ts'
import type { Calendar, EventCalendars } from './event-calendars.ts'

export type CalendarFeedService = ReturnType<typeof createCalendarFeedService>

type CalendarFeedDependencies = {
  database: Database
  limits: Limits
  tokens: CalendarFeedTokens
  calendars: EventCalendars
  /** Of this instance, without a slash at its end. */
  origin: string
}

/** The calendars of members for other programs. */
export function createCalendarFeedService(dependencies: CalendarFeedDependencies) {
  const { database, limits, tokens, calendars, origin } = dependencies
  const pathOf = (id: string) => `/calendario/${tokens.make(id)}.ics`

  function toFeed(row: FeedRow | undefined): CalendarFeed {
    return {
      url: row?.id ? `${origin}${pathOf(row.id)}` : null,
      scope: row?.scope ?? 'own',
      categories: row?.categories ?? [...eventCategories],
      lastReadAt: row?.lastReadAt?.toISOString() ?? null,
    }
  }

  return {
    async readFeed(uid: string): Promise<CalendarFeed> {
      return toFeed(await findFeed(database, uid))
    },

    async makeFeed(uid: string): Promise<CalendarFeed> {
      const seconds = await limits.take('feedsMade', uid)
      if (seconds) throw new AppError('events.too_many_feeds', { seconds })
      return toFeed(await renewFeed(database, uid))
    },

    async chooseFeed(uid: string, { scope, categories }: FeedChoice): Promise<CalendarFeed> {
      return toFeed(
        await chooseFeed(database, uid, {
          scope,
          categories: categories && eventCategories.filter((category) => categories.includes(category)),
        }),
      )
    },

    async revokeFeed(uid: string): Promise<CalendarFeed> {
      return toFeed(await revokeFeed(database, uid))
    },

    /** The calendar that a token opens; null where it opens none. */
    async readCalendar(token: string): Promise<Calendar | null> {
      const id = tokens.read(token)
      const feed = id && (await findOpenFeed(database, id))
      if (!feed) return null
      const seconds = await limits.take('feedReads', feed.userId)
      if (seconds) throw new AppError('common.rate_limited', { seconds })
      // The note waits for the disk, which the events do not.
      const [entries] = await Promise.all([findFeedEntries(database, feed), noteRead(database, id)])
      return calendars.make(entries, pathOf(id), feed.userId)
    },
  }
}
