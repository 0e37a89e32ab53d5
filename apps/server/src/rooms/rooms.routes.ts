import { enterRoomRoute, leaveRoomRoute, listRoomsRoute } from '@covo/contract/rooms/rooms.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import { answerTagged } from '../platform/http/serialized-json.ts'
import type { RoomsService } from './rooms.service.ts'

export function roomsRoutes(rooms: RoomsService) {
  const router = createRouter()

  router.openapi(listRoomsRoute, async (context) => answerTagged(context, await rooms.listRooms()))

  router.openapi(enterRoomRoute, async (context) => {
    const { slug } = context.req.valid('param')
    return context.json(await rooms.enter(viewerOf(context).uid, slug), 200)
  })

  router.openapi(leaveRoomRoute, async (context) => {
    await rooms.leave(viewerOf(context).uid, context.req.valid('param').slug)
    return context.body(null, 204)
  })

  return router
}
