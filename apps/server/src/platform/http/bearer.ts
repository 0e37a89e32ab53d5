import type { IncomingMessage } from 'node:http'
import { webhookPath } from '@covo/contract/tokens/bots.rules'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { HttpEnv } from './router.ts'

/**
 * The token that a request has as `Authorization: Bearer …` (RFC 6750, section 2.1), be it good or not; null where it has none.
 * No browser adds it by itself, as it does a cookie: another site's page must have been given it.
 */
export function bearerOf({ headers }: IncomingMessage): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** The token of a request, or of the webhook whose address it has; null where it has none. */
export function tokenOf(request: IncomingMessage): string | null {
  const { url = '' } = request
  const inAddress = url.startsWith(webhookPath) && url.slice(webhookPath.length).split('?', 1)[0]
  return bearerOf(request) ?? (inAddress || null)
}

const allowAnyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match'],
  exposeHeaders: ['API-Version', 'Covo-Epoch', 'ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
  maxAge: 86_400,
})

/** Lets the page of any site send a token and read the answer (CORS): no cookie counts beside one, and none is allowed. */
export function allowTokensOfPages(): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const { incoming } = context.env
    const asked = incoming.headers['access-control-request-headers'] ?? ''
    const isPreflight = context.req.method === 'OPTIONS' && /(^|,)\s*authorization\s*(,|$)/i.test(asked)
    return isPreflight || bearerOf(incoming) !== null ? await allowAnyOrigin(context, next) : await next()
  }
}
