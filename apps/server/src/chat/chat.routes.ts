import {
  editMessageRoute,
  listChangesRoute,
  listMentionsRoute,
  listMessagesRoute,
  listOwnReactionsRoute,
  listOwnRoomsRoute,
  listPrivateChatsRoute,
  listReactingRoute,
  listUnreadChatsRoute,
  markReadRoute,
  muteConversationRoute,
  noteTypingRoute,
  openPrivateChatRoute,
  readMentionRoute,
  readMessageRoute,
  readPartnerRoute,
  removeMessageRoute,
  searchMessagesRoute,
  sendMessageRoute,
  setReactionRoute,
  takeReactionBackRoute,
} from '@covo/contract/chat/chat.routes'
import { conversationKind, messagePageSize, missedPageSize } from '@covo/contract/chat/chat.rules'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import { answerSerialized, answerTagged } from '../platform/http/serialized-json.ts'
import type { ChatService } from './chat.service.ts'

export function chatRoutes(chat: ChatService) {
  const router = createRouter()

  router.openapi(listMessagesRoute, async (context) => {
    const { uid } = viewerOf(context)
    const { conversationId } = context.req.valid('param')
    const { before, after, around, limit } = context.req.valid('query')
    const usual = after === undefined ? messagePageSize : missedPageSize
    const isShared = before === undefined && around === undefined && (limit ?? usual) === usual
    if (conversationKind(conversationId) === 'public' && isShared) {
      const page =
        after === undefined ? chat.readNewestPublicPage(uid) : chat.readMissedPublicPage(uid, after)
      return answerSerialized(context, await page)
    }
    const request = { before, after, around, limit: limit ?? usual }
    return answerTagged(context, await chat.listMessages(uid, conversationId, request))
  })

  router.openapi(readMessageRoute, async (context) => {
    const { conversationId, sequence } = context.req.valid('param')
    return answerTagged(context, await chat.readMessage(viewerOf(context).uid, conversationId, sequence))
  })

  router.openapi(listChangesRoute, async (context) => {
    const { conversationId } = context.req.valid('param')
    const { after } = context.req.valid('query')
    const { uid } = viewerOf(context)
    if (conversationKind(conversationId) === 'public')
      return answerSerialized(context, await chat.readPublicChanges(uid, after))
    return answerTagged(context, await chat.listChanges(uid, conversationId, after))
  })

  router.openapi(searchMessagesRoute, async (context) =>
    context.json(await chat.searchMessages(viewerOf(context).uid, context.req.valid('query')), 200),
  )

  router.openapi(editMessageRoute, async (context) => {
    const { conversationId, sequence } = context.req.valid('param')
    const edit = context.req.valid('json')
    return context.json(await chat.editMessage(viewerOf(context).uid, conversationId, sequence, edit), 200)
  })

  router.openapi(removeMessageRoute, async (context) => {
    const { conversationId, sequence } = context.req.valid('param')
    await chat.removeMessage(viewerOf(context).uid, conversationId, sequence)
    return context.body(null, 204)
  })

  router.openapi(setReactionRoute, async (context) =>
    context.json(
      await chat.setReaction({ ...context.req.valid('param'), memberId: viewerOf(context).uid }, true),
      200,
    ),
  )

  router.openapi(takeReactionBackRoute, async (context) =>
    context.json(
      await chat.setReaction({ ...context.req.valid('param'), memberId: viewerOf(context).uid }, false),
      200,
    ),
  )

  router.openapi(listReactingRoute, async (context) => {
    const { reaction, after } = context.req.valid('query')
    const message = { ...context.req.valid('param'), reaction }
    return context.json(await chat.listReacting(viewerOf(context).uid, message, after), 200)
  })

  router.openapi(listOwnReactionsRoute, async (context) => {
    const { conversationId } = context.req.valid('param')
    const range = context.req.valid('query')
    return context.json(await chat.listOwnReactions(viewerOf(context).uid, conversationId, range), 200)
  })

  router.openapi(listMentionsRoute, async (context) =>
    context.json(await chat.listMentions(viewerOf(context).uid), 200),
  )

  router.openapi(readMentionRoute, async (context) => {
    const { conversationId, sequence } = context.req.valid('param')
    await chat.readMention(viewerOf(context).uid, conversationId, sequence)
    return context.body(null, 204)
  })

  router.openapi(noteTypingRoute, async (context) => {
    const { conversationId } = context.req.valid('param')
    await chat.noteTyping(viewerOf(context).uid, conversationId)
    return context.body(null, 204)
  })

  router.openapi(sendMessageRoute, async (context) => {
    const { conversationId } = context.req.valid('param')
    const draft = context.req.valid('json')
    const { message, isNew } = await chat.sendMessage(viewerOf(context).uid, conversationId, draft)
    return context.json(message, isNew ? 201 : 200)
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

  router.openapi(muteConversationRoute, async (context) => {
    const { conversationId } = context.req.valid('param')
    await chat.mute(viewerOf(context).uid, conversationId, context.req.valid('json').until)
    return context.body(null, 204)
  })

  router.openapi(listUnreadChatsRoute, async (context) =>
    context.json(await chat.listUnreadChats(viewerOf(context).uid), 200),
  )

  router.openapi(listOwnRoomsRoute, async (context) =>
    context.json(await chat.listOwnRooms(viewerOf(context).uid), 200),
  )

  router.openapi(listPrivateChatsRoute, async (context) => {
    const { cursor } = context.req.valid('query')
    return context.json(await chat.listPrivateChats(viewerOf(context).uid, cursor), 200)
  })

  return router
}
