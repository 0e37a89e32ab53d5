import { hash, randomUUID } from 'node:crypto'
import { maximumBodyBytes } from '@covo/contract/body-limit'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { callWebhookRoute } from '@covo/contract/tokens/bots.routes'
import { webhookPath } from '@covo/contract/tokens/bots.rules'
import type { ChatService } from '../chat/chat.service.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { createWorkerProcess } from '../platform/worker-process.ts'
import { findRoomOfWebhook } from './bots.store.ts'
import { type Delivery, type ReadDelivery, readDelivery } from './webhook-delivery.ts'
import type { WebhookSource } from './webhook-messages.ts'
import { type HeaderOf, signaturesOf } from './webhook-signatures.ts'

type WebhooksDependencies = { database: Database; limits: Limits; chat: Pick<ChatService, 'sendMessage'> }

const eventHeaders: [source: WebhookSource, header: string][] = [
  ['github', 'x-github-event'],
  ['gitlab', 'x-gitlab-event'],
  ['ctfd', 'ctfd-webhook-event'],
]
/** How a delivery names itself, the same at each try. */
const deliveryHeaders = ['x-github-delivery', 'idempotency-key', 'x-gitlab-event-uuid']

/** The addresses that other services call: the last part identifies the bot, as its token would. */
export function webhooksRoutes({ database, limits, chat }: WebhooksDependencies) {
  const router = createRouter()
  /** Reads large deliveries, for as long as there are some, with memory for one. */
  const reader = createWorkerProcess<Delivery, ReadDelivery>(
    new URL('./webhook-delivery.child.ts', import.meta.url),
    { timeoutMs: 10_000, idleTimeoutMs: 10_000, heapMegabytes: 256 },
  )

  /** A large body would hold up everybody else for as long as it takes to parse. A process has one of a bot's under way (`limitBody`). */
  async function readAnywhere(uid: string, delivery: Delivery): Promise<ReadDelivery> {
    if (delivery.bytes.length <= maximumBodyBytes) return readDelivery(delivery)
    const read = await reader.run(uid, delivery)
    if (!read) throw new AppError('common.unavailable')
    return read
  }

  // The framework would read the body as JSON, and as a whole.
  router.openAPIRegistry.registerPath(callWebhookRoute)
  router.post(`${webhookPath}:token`, async (context) => {
    const { uid, sessionId: webhookId } = viewerOf(context)
    const callsIn = await limits.take('webhookCalls', webhookId)
    if (callsIn) throw new AppError('webhooks.too_many_posts', { seconds: callsIn })
    const headerOf: HeaderOf = (name) => context.req.header(name)
    const read = await readAnywhere(uid, {
      bytes: new Uint8Array(await context.req.arrayBuffer()),
      isForm: /^application\/x-www-form-urlencoded\b/i.test(headerOf('content-type') ?? ''),
      secret: context.req.param('token'),
      signatures: signaturesOf(headerOf),
      event: eventOf(headerOf),
    })
    if ('refusal' in read) throw new AppError(read.refusal)
    if (read.text === null) return context.body(null, 204)
    const seconds = await limits.take('webhookPosts', webhookId)
    if (seconds) throw new AppError('webhooks.too_many_posts', { seconds })
    let isPosted = false
    try {
      const draft = { clientId: clientIdOf(headerOf, webhookId), text: read.text }
      const room = (await findRoomOfWebhook(database, webhookId)) ?? publicRoomId
      const { message, isNew } = await chat.sendMessage(uid, room, draft)
      isPosted = isNew
      return context.json(message, isNew ? 201 : 200)
    } finally {
      if (!isPosted) await limits.giveBack('webhookPosts', webhookId)
    }
  })

  return { router, stop: reader.stop }
}

function eventOf(headerOf: HeaderOf): Delivery['event'] {
  for (const [source, header] of eventHeaders) {
    const name = headerOf(header)
    if (name !== undefined) return { source, name }
  }
  return null
}

/** The same for each try of one delivery: the chat stores one message by it. */
function clientIdOf(headerOf: HeaderOf, webhookId: string): string {
  const delivery = deliveryHeaders.map(headerOf).find((name) => name !== undefined)
  if (delivery === undefined) return randomUUID()
  const hex = hash('sha256', `${webhookId} ${delivery}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
