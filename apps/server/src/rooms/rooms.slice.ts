import { roomsTopic } from '@covo/contract/rooms/rooms.news'
import { openTopic } from '../platform/realtime/hub.ts'
import type { Needs, Platform, Slice } from '../slice.ts'
import { roomsRoutes } from './rooms.routes.ts'
import { createRoomsService } from './rooms.service.ts'

export function roomsSlice(platform: Platform, needs: Needs<typeof createRoomsService>): Slice {
  return {
    routes: [roomsRoutes(createRoomsService({ ...platform, ...needs }))],
    topics: [openTopic(roomsTopic, 'That the list of rooms changed.', 'chat:read')],
  }
}
