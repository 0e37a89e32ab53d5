import {
  archiveRoomRoute,
  createRoomRoute,
  editRoomRoute,
  enterRoomRoute,
  leaveRoomRoute,
  listRoomsRoute,
  orderRoomsRoute,
  reopenRoomRoute,
} from '@covo/contract/rooms/rooms.routes'
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

  router.openapi(createRoomRoute, async (context) => {
    const slug = await rooms.createRoom(viewerOf(context), context.req.valid('json'))
    return context.json({ slug }, 201)
  })

  router.openapi(orderRoomsRoute, async (context) => {
    await rooms.orderRooms(viewerOf(context), context.req.valid('json').slugs)
    return context.body(null, 204)
  })

  router.openapi(editRoomRoute, async (context) => {
    await rooms.editRoom(viewerOf(context), context.req.valid('param').slug, context.req.valid('json'))
    return context.body(null, 204)
  })

  router.openapi(archiveRoomRoute, async (context) => {
    await rooms.archiveRoom(viewerOf(context), context.req.valid('param').slug, true)
    return context.body(null, 204)
  })

  router.openapi(reopenRoomRoute, async (context) => {
    await rooms.archiveRoom(viewerOf(context), context.req.valid('param').slug, false)
    return context.body(null, 204)
  })

  return router
}
