import type { Context } from 'hono'
import type { HttpEnv } from './router.ts'

/** Sets on the answer the cookies that the authentication library asked for. */
export function copyCookies(from: Headers, context: Context<HttpEnv>): void {
  for (const cookie of from.getSetCookie()) context.header('Set-Cookie', cookie, { append: true })
}
