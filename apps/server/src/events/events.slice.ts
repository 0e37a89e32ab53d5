import { eventsTopic } from '@covo/contract/events/events.news'
import { openTopic } from '../platform/realtime/hub.ts'
import type { Needs, Platform, Slice } from '../slice.ts'
import { calendarRoutes } from './calendar.routes.ts'
import { calendarFeedRoutes } from './calendar-feed.routes.ts'
import { createCalendarFeedService } from './calendar-feed.service.ts'
import { createCalendarFeedTokens } from './calendar-feed-tokens.ts'
import { ctftimeRoutes } from './ctftime.routes.ts'
import { createCtftimeService } from './ctftime.service.ts'
import { createEventCalendars } from './event-calendars.ts'
import { createEventCards } from './event-card.ts'
import { eventChangesRoutes } from './event-changes.routes.ts'
import { createEventChangesService } from './event-changes.service.ts'
import { eventOrganizersRoutes } from './event-organizers.routes.ts'
import { createEventOrganizersService } from './event-organizers.service.ts'
import { eventParticipantsRoutes } from './event-participants.routes.ts'
import { createEventParticipantsService } from './event-participants.service.ts'
import { eventsRoutes } from './events.routes.ts'
import { createEventsService } from './events.service.ts'
import { publicEventsFeedRoutes, publicEventsRoutes } from './public-events.routes.ts'
import { createPublicEvents } from './public-events.ts'
import { publicEventRoutes } from './public-page.routes.ts'

type EventsNeeds = Needs<typeof createEventsService> &
  Needs<typeof createEventOrganizersService> &
  Needs<typeof createEventParticipantsService>

export function eventsSlice(platform: Platform, needs: EventsNeeds) {
  const { settings, database, origin, name, limitConcurrency } = platform
  const services = { ...platform, ...needs }
  const organizers = createEventOrganizersService(services)
  const service = createEventsService(services)
  const calendars = createEventCalendars(database, { origin, name })
  const tokens = createCalendarFeedTokens(settings.secret)
  const feeds = createCalendarFeedService({ ...platform, tokens, calendars })
  const publicEvents = createPublicEvents(database)
  const cards = createEventCards(platform)
  const instance = { name, origin: settings.publicOrigin ?? '' }
  return {
    service,
    organizers,
    routes: [
      // Before the events, whose ids are a part of their paths: it has /api/events/feed.
      calendarFeedRoutes(feeds, limitConcurrency),
      ctftimeRoutes(createCtftimeService({ ...platform, ctftimeUrl: settings.ctftimeUrl })),
      eventsRoutes(service),
      eventChangesRoutes(createEventChangesService(services)),
      eventOrganizersRoutes(organizers),
      eventParticipantsRoutes(createEventParticipantsService(services)),
    ],
    pages: ({ site }) => [
      calendarRoutes(calendars, limitConcurrency),
      publicEventRoutes(service, cards, site, instance, limitConcurrency),
      ...(settings.publicEvents === 'on'
        ? [
            publicEventsRoutes(publicEvents, site, instance, limitConcurrency),
            publicEventsFeedRoutes(publicEvents, { name, origin }, limitConcurrency),
          ]
        : []),
    ],
    topics: [openTopic(eventsTopic, 'Events, and how many take part in them.', 'events:read')],
    stop: cards.stop,
  } satisfies Slice & Record<string, unknown>
}
