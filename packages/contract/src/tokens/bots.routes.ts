import { createRoute, z } from '@hono/zod-openapi'
import { messageSchema } from '../chat/chat.routes.ts'
import { json, jsonBody, namedId, problems, signedIn, withLargeBody, withScope } from '../http.ts'
import { webhookPermission } from '../scopes.ts'
import { botScopes, maximumWebhookText, webhookPath } from './bots.rules.ts'
import { expiresInDays, tokenFields } from './tokens.routes.ts'

const scope = z.enum(botScopes)

const webhookSchema = z.object({
  id: z.uuid(),
  name: z.string(),
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
  })
  .openapi('Bot')

/** A bot of the member, without its token's secret, which is shown once. */
export type Bot = z.infer<typeof botSchema>

const tags = ['bots']
const path = '/api/bots'

export const listBotsRoute = createRoute({
  operationId: 'listBots',
  summary: 'The bots of the member, the newest first',
  description: "Each with its token's end and permissions, and its webhooks; no secret is in it.",
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
  summary: 'Makes a bot with its token',
  description:
    'A bot is a member of its own: it writes by its own name, in the public room and in the rooms of the events that its owner organizes. The answer alone has the secret of its token: it is stored by its hash.',
  method: 'post',
  path,
  tags,
  security: signedIn,
  request: jsonBody(formSchema, { name: 'Bot dei risultati', scopes: ['chat:write'], expiresInDays: 90 }),
  responses: {
    201: json('The bot, and the secret that its program sends', madeSchema),
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
  summary: 'Gives a bot another token',
  description: 'The old one ends within a second at every process.',
  method: 'post',
  path: `${path}/{uid}/token`,
  tags,
  security: signedIn,
  request: {
    params: z.object({ uid: namedId }),
    ...jsonBody(tokenFormSchema, { scopes: ['chat:write'], expiresInDays: 90 }),
  },
  responses: {
    201: json('The bot, and the secret that its program sends', madeSchema),
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
  summary: 'Deletes a bot: its token ends within a second at every process',
  description:
    "What it wrote stays, without its name. One that is gone, or is somebody else's, is answered alike.",
  method: 'delete',
  path: `${path}/{uid}`,
  tags,
  security: signedIn,
  request: { params: z.object({ uid: namedId }) },
  responses: {
    204: { description: 'It is no more' },
    ...problems('common.unauthenticated'),
  },
})

export const createWebhookRoute = createRoute({
  operationId: 'createWebhook',
  summary: 'Makes an address that posts into the public room as a bot',
  description:
    'The answer alone has the address: it is stored by the hash of its last part, which is also the secret of its signatures.',
  method: 'post',
  path: `${path}/{uid}/webhooks`,
  tags,
  security: signedIn,
  request: {
    params: z.object({ uid: namedId }),
    ...jsonBody(z.object({ name: z.string().max(1000) }), { name: 'Integrazione continua' }),
  },
  responses: {
    201: json('The bot, and the last part of the address', z.object({ bot: botSchema, secret: z.string() })),
    ...problems(
      'common.unauthenticated',
      'account.confirmation_needed',
      'tokens.name_missing',
      'tokens.name_too_long',
      'tokens.too_many_made',
      'bots.not_found',
      'webhooks.too_many',
    ),
  },
})

export const revokeWebhookRoute = createRoute({
  operationId: 'revokeWebhook',
  summary: 'Ends the address of a webhook, within a second at every process',
  description: "One that is gone, or is somebody else's, is answered alike.",
  method: 'delete',
  path: `${path}/{uid}/webhooks/{id}`,
  tags,
  security: signedIn,
  request: { params: z.object({ uid: namedId, id: namedId }) },
  responses: {
    204: { description: 'It posts no more' },
    ...problems('common.unauthenticated'),
  },
})

export const callWebhookRoute = createRoute({
  operationId: 'callWebhook',
  summary: 'Posts into the public room as the bot of the address',
  description:
    'Takes `{ "text" }`, a message as a member writes it; or what GitHub (`X-GitHub-Event`), GitLab (`X-Gitlab-Event`) and CTFd (`CTFd-Webhook-Event`) send, of which it makes one short message. A delivery that names itself (`X-GitHub-Delivery`, `X-Gitlab-Event-UUID`, `Idempotency-Key`) is stored once, however often it comes. `X-Hub-Signature-256` and `X-Gitlab-Token`, where they are sent, have to be made with the last part of the address: the first is `sha256=` and, in hex, the HMAC-SHA-256 of the body under it; the second is it. A body of `application/x-www-form-urlencoded` has the same in its field `payload`, as GitHub sends it. A text that is too long for a message is cut, and ends in an ellipsis. Calls that post nothing do not count against the posts of an address. The address is all that identifies the caller: no cookie, `Origin` or other token is needed.',
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
    200: json('The message that was stored of this delivery before', messageSchema),
    201: json('The stored message', messageSchema),
    204: { description: 'An event that is not posted' },
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
    ),
  },
})
