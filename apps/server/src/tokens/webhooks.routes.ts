import { hash, randomUUID } from 'node:crypto'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { callWebhookRoute } from '@covo/contract/tokens/bots.routes'
import type { ChatService } from '../chat/chat.service.ts'
import { AppError } from '../platform/app-error.ts'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { type WebhookSource, webhookMessage } from './webhook-messages.ts'
import { type HeaderOf, isSignedRight } from './webhook-signatures.ts'

type WebhooksDependencies = { limits: Limits; chat: Pick<ChatService, 'sendMessage'> }

const eventHeaders: [source: WebhookSource, header: string][] = [
  ['github', 'x-github-event'],
  ['gitlab', 'x-gitlab-event'],
  ['ctfd', 'ctfd-webhook-event'],
]
/** How a delivery names itself, the same at each try. */
const deliveryHeaders = ['x-github-delivery', 'idempotency-key', 'x-gitlab-event-uuid']

/** The addresses that other services call: the last part identifies the bot, as its token would. */
export function webhooksRoutes({ limits, chat }: WebhooksDependencies) {
  const router = createRouter()

  router.openapi(callWebhookRoute, async (context) => {
    const { uid, sessionId: webhookId } = viewerOf(context)
    const headerOf: HeaderOf = (name) => context.req.header(name)
    const { token } = context.req.valid('param')
    if (!isSignedRight(headerOf, token, await context.req.text()))
      throw new AppError('webhooks.signature_wrong')
    const seconds = await limits.take('webhookPosts', webhookId)
    if (seconds) throw new AppError('webhooks.too_many_posts', { seconds })
    const text = textOf(headerOf, context.req.valid('json'))
    if (text === null) return context.body(null, 204)
    const clientId = clientIdOf(headerOf, webhookId)
    const { message, isNew } = await chat.sendMessage(uid, publicRoomId, { clientId, text })
    return context.json(message, isNew ? 201 : 200)
  })

  return router
}

/** The text to post; null where there is none. */
function textOf(headerOf: HeaderOf, body: { text?: string | undefined }): string | null {
  for (const [source, header] of eventHeaders) {
    const event = headerOf(header)
    if (event !== undefined) return webhookMessage(source, event, body)
  }
  if (body.text === undefined) throw new AppError('common.invalid_request')
  return body.text
}

/** The same for each try of one delivery: the chat stores one message by it. */
function clientIdOf(headerOf: HeaderOf, webhookId: string): string {
  const delivery = deliveryHeaders.map(headerOf).find((name) => name !== undefined)
  if (delivery === undefined) return randomUUID()
  const hex = hash('sha256', `${webhookId} ${delivery}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
