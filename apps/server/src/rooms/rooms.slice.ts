import type { Needs, Platform, Slice } from '../slice.ts'
import { roomsRoutes } from './rooms.routes.ts'
import { createRoomsService } from './rooms.service.ts'
import { headsTopic, listTopic } from './rooms.topics.ts'

export function roomsSlice(platform: Platform, needs: Needs<typeof createRoomsService>) {
  const service = createRoomsService({ ...platform, ...needs })
  return {
    service,
    routes: [roomsRoutes(service)],
    topics: [listTopic, headsTopic(platform.database)],
  } satisfies Slice & Record<string, unknown>
}
