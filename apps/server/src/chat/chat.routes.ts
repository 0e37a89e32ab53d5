import { listMessagesRoute, sendMessageRoute } from '@covo/contract/chat/chat.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { ChatService } from './chat.service.ts'

export function chatRoutes(chat: ChatService) {
  const router = createRouter()

  router.openapi(listMessagesRoute, async (context) => {
    const { conversationId } = context.req.valid('param')
    return context.json(await chat.listMessages(conversationId, context.req.valid('query')), 200)
  })

  router.openapi(sendMessageRoute, async (context) => {
    const { conversationId } = context.req.valid('param')
    const message = await chat.sendMessage(viewerOf(context).uid, conversationId, context.req.valid('json'))
    return context.json(message, 201)
  })

  return router
}
