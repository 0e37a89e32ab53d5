import type { Context } from 'hono'
import type { HttpEnv } from './router.ts'

/** The name of the cookie that says who is signed in. */
export function sessionCookieName(isHttps: boolean): string {
  return `${isHttps ? '__Host-' : ''}covo.session_token`
}

/** A token and its signature by HMAC-SHA-256, as the authentication library writes them. */
const signedToken = /^[\w-]{32}\.[\w+/]{43}=$/

/**
 * The session's cookie of a `Cookie` header, as `name=value` in its canonical spelling: it is the key of the session cache,
 * and other spellings would each be a session to look up. Null where there is none, or none that can be ours.
 */
export function findSessionCookie(header: string | null, name: string): string | null {
  const pair = header?.split(';').find((one) => one.trim().startsWith(`${name}=`))
  try {
    const value = decodeURIComponent(pair?.trim().slice(name.length + 1) ?? '')
    return signedToken.test(value) ? `${name}=${encodeURIComponent(value)}` : null
  } catch {
    return null
  }
}

/** Whether the request carries a cookie that says who is signed in, be it true or not. */
export function hasSessionCookie(context: Context<HttpEnv>): boolean {
  return context.req.header('cookie')?.includes('covo.session_token=') ?? false
}

/** Sets on the answer the cookies that the authentication library asked for. */
export function copyCookies(from: Headers, context: Context<HttpEnv>): void {
  for (const cookie of from.getSetCookie()) context.header('Set-Cookie', cookie, { append: true })
}
