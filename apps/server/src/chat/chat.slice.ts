import type { Needs, Platform, Slice } from '../slice.ts'
import { chatJobs } from './chat.jobs.ts'
import { chatRoutes } from './chat.routes.ts'
import { createChatService } from './chat.service.ts'
import { conversationTopics, roomHeadTopics } from './chat.topics.ts'
import { watchConversations } from './conversation-watchers.ts'

export async function chatSlice(platform: Platform, needs: Needs<typeof createChatService>) {
  const watchers = await watchConversations(platform)
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
    jobs: chatJobs(platform.database),
    stop: watchers.stop,
  } satisfies Slice & Record<string, unknown>
}
