import type { Needs, Platform, Slice } from '../slice.ts'
import { chatRoutes } from './chat.routes.ts'
import { createChatService } from './chat.service.ts'
import { conversationTopics, roomHeadTopics } from './chat.topics.ts'
import { watchEventRooms } from './event-room-watchers.ts'
import { startDeletingRooms } from './orphaned-rooms.ts'
import { startSearchIndexing } from './search-index.ts'

export async function chatSlice(platform: Platform, needs: Needs<typeof createChatService>) {
  const { database, log } = platform
  const eventRooms = await watchEventRooms(platform)
  const service = createChatService({ ...platform, ...needs })
  return {
    service,
    routes: [chatRoutes(service)],
    topics: [conversationTopics(service), roomHeadTopics(service)],
    metrics: [
      {
        counter: 'covo_messages_stored_total',
        help: 'Messages that this server stored',
        read: service.countStored,
      },
    ],
    start: () => [startSearchIndexing(database, log), startDeletingRooms(database, log)],
    stop: eventRooms.stop,
  } satisfies Slice & Record<string, unknown>
}
