import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, namedId, problems, signedIn } from '../http.ts'
import { scopes } from '../scopes.ts'
import { tokenLifetimes } from './tokens.rules.ts'

const scope = z.enum(scopes)

/** The fields of a token in a list, a member's or a bot's. */
export const tokenFields = {
  scopes: z.array(scope),
  createdAt: z.iso.datetime(),
  /** Null for one that never expires. */
  expiresAt: z.iso.datetime().nullable(),
  /** A day, in UTC; null where no program has used it. */
  lastUsedOn: z.iso.date().nullable(),
}

const tokenSchema = z.object({ id: z.uuid(), name: z.string(), ...tokenFields }).openapi('Token')

/** A token of the member, without its secret, which is shown once. */
export type Token = z.infer<typeof tokenSchema>

const tags = ['tokens']
const path = '/api/tokens'

export const listTokensRoute = createRoute({
  operationId: 'listTokens',
  summary: "Lists the member's tokens, newest first, expired ones included",
  description: 'Each has its scopes, its expiry and the day of its last use, without the secret.',
  method: 'get',
  path,
  tags,
  security: signedIn,
  responses: {
    200: json('The tokens', z.object({ tokens: z.array(tokenSchema) })),
    ...problems('common.unauthenticated'),
  },
})

/** Null: the token never expires. The generator of descriptions reads the first value of a literal alone. */
export const expiresInDays = z
  .literal(tokenLifetimes)
  .nullable()
  .openapi({ type: ['integer', 'null'], enum: [...tokenLifetimes, null] })

const formSchema = z.object({
  name: z.string().max(1000),
  scopes: z.array(scope).max(scopes.length),
  expiresInDays,
})
export type TokenForm = z.infer<typeof formSchema>

export const createTokenRoute = createRoute({
  operationId: 'createToken',
  summary: 'Creates a token',
  description: 'The secret cannot be read again later: only its hash is stored.',
  method: 'post',
  path,
  tags,
  security: signedIn,
  request: jsonBody(formSchema, { name: 'Il mio script', scopes: ['events:read'], expiresInDays: 30 }),
  responses: {
    201: json('The token and its secret', z.object({ token: tokenSchema, secret: z.string() })),
    ...problems(
      'common.unauthenticated',
      'account.confirmation_needed',
      'tokens.name_missing',
      'tokens.name_too_long',
      'tokens.scopes_missing',
      'tokens.too_many',
      'tokens.too_many_made',
    ),
  },
})

export const revokeTokenRoute = createRoute({
  operationId: 'revokeToken',
  summary: 'Revokes a token',
  description:
    'The token stops working within one second, on all server processes. Idempotent; the response is the same for tokens of other members.',
  method: 'delete',
  path: `${path}/{id}`,
  tags,
  security: signedIn,
  request: { params: z.object({ id: namedId }) },
  responses: {
    204: { description: 'Revoked' },
    ...problems('common.unauthenticated'),
  },
})
