import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, namedId, problems, signedIn } from '../http.ts'
import { botScopes } from './bots.rules.ts'
import { tokenFields } from './tokens.routes.ts'
import { tokenLifetimes } from './tokens.rules.ts'

const scope = z.enum(botScopes)

const botSchema = z
  .object({
    uid: z.uuid(),
    displayName: z.string(),
    createdAt: z.iso.datetime(),
    /** Null where it has ended, as by a reset of the owner's password. */
    token: z.object(tokenFields).nullable(),
  })
  .openapi('Bot')

/** A bot of the member, without its token's secret, which is shown once. */
export type Bot = z.infer<typeof botSchema>

const tags = ['bots']
const path = '/api/bots'

export const listBotsRoute = createRoute({
  operationId: 'listBots',
  summary: 'The bots of the member, the newest first',
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
  /** Null: it never expires. */
  expiresInDays: z.literal(tokenLifetimes).nullable(),
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
  request: jsonBody(formSchema),
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
  request: { params: z.object({ uid: namedId }), ...jsonBody(tokenFormSchema) },
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
