import {
  listMessagesRoute,
  listPrivateChatsRoute,
  listUnreadChatsRoute,
  markReadRoute,
  openPrivateChatRoute,
  readPartnerRoute,
  sendMessageRoute,
} from '@covo/contract/chat/chat.routes'
import { messagePageSize, missedPageSize, publicRoomId } from '@covo/contract/chat/chat.rules'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import { answerSerialized } from '../platform/http/serialized-json.ts'
import type { ChatService } from './chat.service.ts'

export function chatRoutes(chat: ChatService) {
  const router = createRouter()

  router.openapi(listMessagesRoute, async (context) => {
    const { uid } = viewerOf(context)
    const { conversationId } = context.req.valid('param')
    const { before, after, limit } = context.req.valid('query')
    const usual = after === undefined ? messagePageSize : missedPageSize
    if (conversationId === publicRoomId && before === undefined && (limit ?? usual) === usual) {
      const page = after === undefined ? chat.readNewestPublicPage() : chat.readMissedPublicPage(after)
      return answerSerialized(context, await page)
    }
    const page = await chat.listMessages(uid, conversationId, { before, after, limit: limit ?? usual })
    return context.json(page, 200)
  })

  router.openapi(sendMessageRoute, async (context) => {
    const { conversationId } = context.req.valid('param')
    const message = await chat.sendMessage(viewerOf(context).uid, conversationId, context.req.valid('json'))
    return context.json(message, 201)
  })

  router.openapi(openPrivateChatRoute, async (context) => {
    const { uid } = context.req.valid('json')
    return context.json({ conversationId: await chat.openPrivateChat(viewerOf(context).uid, uid) }, 200)
  })

  router.openapi(readPartnerRoute, async (context) => {
    const { conversationId } = context.req.valid('param')
    return context.json(await chat.readPartner(viewerOf(context).uid, conversationId), 200)
  })

  router.openapi(markReadRoute, async (context) => {
    const { conversationId } = context.req.valid('param')
    await chat.markRead(viewerOf(context).uid, conversationId, context.req.valid('json').sequence)
    return context.body(null, 204)
  })

  router.openapi(listUnreadChatsRoute, async (context) =>
    context.json(await chat.listUnreadChats(viewerOf(context).uid), 200),
  )

  router.openapi(listPrivateChatsRoute, async (context) => {
    const { cursor } = context.req.valid('query')
    return context.json(await chat.listPrivateChats(viewerOf(context).uid, cursor), 200)
  })

  return router
}
