import type { Context } from 'hono'
import type { HttpEnv } from './router.ts'

/** The name of the cookie that says who is signed in. */
export function sessionCookieName(isHttps: boolean): string {
  return `${isHttps ? '__Host-' : ''}covo.session_token`
}

/** The first cookie of that name in a `Cookie` header, as `name=value`; null where there is none. */
export function findCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const cookie = pair.trim()
    if (cookie.startsWith(`${name}=`)) return cookie
  }
  return null
}

/** Whether the request carries a cookie that says who is signed in, be it true or not. */
export function hasSessionCookie(context: Context<HttpEnv>): boolean {
  return context.req.header('cookie')?.includes('covo.session_token=') ?? false
}

/** Sets on the answer the cookies that the authentication library asked for. */
export function copyCookies(from: Headers, context: Context<HttpEnv>): void {
  for (const cookie of from.getSetCookie()) context.header('Set-Cookie', cookie, { append: true })
}
