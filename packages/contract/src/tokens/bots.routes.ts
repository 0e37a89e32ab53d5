import { createRoute, z } from '@hono/zod-openapi'
import { messageSchema } from '../chat/chat.routes.ts'
import { json, jsonBody, namedId, problems, signedIn, withLargeBody, withScope } from '../http.ts'
import { maximumSlugLength } from '../rooms/rooms.rules.ts'
import { webhookPermission } from '../scopes.ts'
import { botScopes, maximumWebhookText, webhookPath } from './bots.rules.ts'
import { expiresInDays, tokenFields } from './tokens.routes.ts'

const scope = z.enum(botScopes)

const slug = z.string().min(1).max(maximumSlugLength)

const webhookSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The room that it posts to; null: the public one. */
  room: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** A day, in UTC; null where nothing has called it. */
  lastUsedOn: z.iso.date().nullable(),
})

const botSchema = z
  .object({
    uid: z.uuid(),
    displayName: z.string(),
    createdAt: z.iso.datetime(),
    /** While it is suspended or blocked, and its token opens nothing; `until` is null without an end. */
    suspension: z.object({ until: z.iso.datetime().nullable() }).nullable(),
    /** Null where it has ended, as by a reset of the owner's password. */
    token: z.object(tokenFields).nullable(),
    /** The newest first. */
    webhooks: z.array(webhookSchema),
    /** Those that its owner is in, archived ones among them, and whether the bot is in each. */
    rooms: z.array(z.object({ slug: z.string(), isMember: z.boolean() })),
  })
  .openapi('Bot')

/** A bot of the member, without its token's secret, which is shown once. */
export type Bot = z.infer<typeof botSchema>

const tags = ['bots']
const path = '/api/bots'

export const listBotsRoute = createRoute({
  operationId: 'listBots',
  summary: "Lists the member's bots, newest first",
  description:
    'Each has the expiry and scopes of its token, and its webhooks, without secrets, and the rooms that it is or may be in.',
  method: 'get',
  path,
  tags,
  security: signedIn,
  responses: {
    200: json('The bots', z.object({ bots: z.array(botSchema) })),
    ...problems('common.unauthenticated'),
  },
})

const tokenForm = {
  scopes: z.array(scope).max(botScopes.length),
  expiresInDays,
}
const tokenFormSchema = z.object(tokenForm)
const formSchema = z.object({ name: z.string().max(1000), ...tokenForm })

export type BotTokenForm = z.infer<typeof tokenFormSchema>
export type BotForm = z.infer<typeof formSchema>

const madeSchema = z.object({ bot: botSchema, secret: z.string() })

/** A bot with a new token, and the secret that its program sends. */
export type MadeBot = z.infer<typeof madeSchema>

export const createBotRoute = createRoute({
  operationId: 'createBot',
  summary: 'Creates a bot with its token',
  description:
    'A bot is a member with its own name. It can write in the public room, in the rooms of events that its owner organizes, and in rooms that it entered. The secret of its token cannot be read again later: only its hash is stored.',
  method: 'post',
  path,
  tags,
  security: signedIn,
  request: jsonBody(formSchema, { name: 'Bot dei risultati', scopes: ['chat:write'], expiresInDays: 90 }),
  responses: {
    201: json('The bot and the secret of its token', madeSchema),
    ...problems(
      'common.unauthenticated',
      'account.confirmation_needed',
      'profiles.display_name_empty',
      'profiles.display_name_too_short',
      'profiles.display_name_too_long',
      'profiles.display_name_invalid',
      'profiles.display_name_taken',
      'profiles.name_check_failed',
      'tokens.scopes_missing',
      'bots.too_many',
      'bots.too_many_made',
    ),
  },
})

export const renewBotTokenRoute = createRoute({
  operationId: 'renewBotToken',
  summary: 'Replaces the token of a bot',
  description: 'The old token stops working within one second, on all server processes.',
  method: 'post',
  path: `${path}/{uid}/token`,
  tags,
  security: signedIn,
  request: {
    params: z.object({ uid: namedId }),
    ...jsonBody(tokenFormSchema, { scopes: ['chat:write'], expiresInDays: 90 }),
  },
  responses: {
    201: json('The bot and the secret of its token', madeSchema),
    ...problems(
      'common.unauthenticated',
      'account.confirmation_needed',
      'tokens.scopes_missing',
      'tokens.too_many_made',
      'bots.not_found',
    ),
  },
})

export const deleteBotRoute = createRoute({
  operationId: 'deleteBot',
  summary: 'Deletes a bot',
  description:
    'Its token stops working within one second, on all server processes. Its messages stay, without its name. Idempotent; the response is the same for bots of other members.',
  method: 'delete',
  path: `${path}/{uid}`,
  tags,
  security: signedIn,
  request: { params: z.object({ uid: namedId }) },
  responses: {
    204: { description: 'Deleted' },
    ...problems('common.unauthenticated'),
  },
})

export const createWebhookRoute = createRoute({
  operationId: 'createWebhook',
  summary: 'Creates a webhook URL that posts as a bot, to the public room or to one that the bot is in',
  description:
    'The URL cannot be read again later: only the hash of its last part is stored, which is also the secret for signatures.',
  method: 'post',
  path: `${path}/{uid}/webhooks`,
  tags,
  security: signedIn,
  request: {
    params: z.object({ uid: namedId }),
    ...jsonBody(z.object({ name: z.string().max(1000), room: slug.nullish() }), {
      name: 'Integrazione continua',
    }),
  },
  responses: {
    201: json(
      'The bot and the last part of the webhook URL',
      z.object({ bot: botSchema, secret: z.string() }),
    ),
    ...problems(
      'common.unauthenticated',
      'account.confirmation_needed',
      'tokens.name_missing',
      'tokens.name_too_long',
      'tokens.too_many_made',
      'bots.not_found',
      'webhooks.too_many',
      'rooms.not_member',
    ),
  },
})

export const revokeWebhookRoute = createRoute({
  operationId: 'revokeWebhook',
  summary: 'Revokes a webhook URL',
  description:
    'The URL stops working within one second, on all server processes. Idempotent; the response is the same for webhooks of other members.',
  method: 'delete',
  path: `${path}/{uid}/webhooks/{id}`,
  tags,
  security: signedIn,
  request: { params: z.object({ uid: namedId, id: namedId }) },
  responses: {
    204: { description: 'Revoked' },
    ...problems('common.unauthenticated'),
  },
})

const roomOfBot = {
  path: `${path}/{uid}/rooms/{slug}` as const,
  tags,
  security: signedIn,
  request: { params: z.object({ uid: namedId, slug }) },
}

export const addBotToRoomRoute = createRoute({
  operationId: 'addBotToRoom',
  summary: 'Lets a bot enter a room that its owner is in',
  description: 'It leaves the room with its owner. Idempotent.',
  method: 'put',
  ...roomOfBot,
  responses: {
    204: { description: 'The bot is in the room' },
    ...problems(
      'common.unauthenticated',
      'bots.not_found',
      'rooms.not_found',
      'rooms.archived',
      'rooms.not_member',
      'rooms.too_many',
      'common.rate_limited',
    ),
  },
})

export const removeBotFromRoomRoute = createRoute({
  operationId: 'removeBotFromRoom',
  summary: 'Lets a bot leave a room',
  description: 'Idempotent.',
  method: 'delete',
  ...roomOfBot,
  responses: {
    204: { description: 'The bot is not in the room' },
    ...problems('common.unauthenticated', 'bots.not_found', 'rooms.not_found', 'common.rate_limited'),
  },
})

export const callWebhookRoute = createRoute({
  operationId: 'callWebhook',
  summary: 'Posts to the room of the webhook as its bot',
  description:
    'Takes `{ "text" }`, a message as a member writes it, or an event of GitHub (`X-GitHub-Event`), GitLab (`X-Gitlab-Event`) or CTFd (`CTFd-Webhook-Event`), which becomes one short message. Idempotent by the id of the delivery (`X-GitHub-Delivery`, `X-Gitlab-Event-UUID` or `Idempotency-Key`). The secret is the last part of the URL. If `X-Hub-Signature-256` is sent, it must be `sha256=` and the HMAC-SHA-256 of the body with that secret, in hex; if `X-Gitlab-Token` is sent, it must be the secret. A body of type `application/x-www-form-urlencoded` contains the JSON in its field `payload`, as GitHub sends it. A text that is too long is cut and ends in an ellipsis. Calls that post nothing do not count against the limit of posts. The URL alone authenticates the caller: no cookie, `Origin` or token is required.',
  method: 'post',
  path: `${webhookPath}{token}`,
  tags,
  security: withScope([], webhookPermission),
  ...withLargeBody,
  request: {
    params: z.object({ token: z.string().max(200) }),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.looseObject({ text: z.string().max(maximumWebhookText).optional() }),
          example: { text: 'Il server di prova è di nuovo attivo' },
        },
        'application/x-www-form-urlencoded': {
          schema: z.object({ payload: z.string() }),
          example: { payload: '{"text":"Il server di prova è di nuovo attivo"}' },
        },
      },
    },
  },
  responses: {
    200: json('The message that is already stored for this delivery', messageSchema),
    201: json('The new message', messageSchema),
    204: { description: 'The event is of a kind that is not posted' },
    ...problems(
      'common.unauthenticated',
      'webhooks.signature_wrong',
      'webhooks.too_many_posts',
      'chat.message_empty',
      'chat.message_too_long',
      'chat.too_fast',
      'chat.too_many_links',
      'chat.too_many_mentions',
      'chat.mention_invalid',
      'chat.read_only',
      'rooms.not_member',
    ),
  },
})
