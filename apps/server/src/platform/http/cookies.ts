import type { Context } from 'hono'
import type { HttpEnv } from './router.ts'

/** Whether the request carries a cookie that says who is signed in, be it true or not. */
export function hasSessionCookie(context: Context<HttpEnv>): boolean {
  return context.req.header('cookie')?.includes('covo.session_token=') ?? false
}

/** Sets on the answer the cookies that the authentication library asked for. */
export function copyCookies(from: Headers, context: Context<HttpEnv>): void {
  for (const cookie of from.getSetCookie()) context.header('Set-Cookie', cookie, { append: true })
}
