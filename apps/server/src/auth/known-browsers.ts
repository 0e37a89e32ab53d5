import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'

/** Seconds. Twice the longest session: a member is still known when its end has signed them out. */
const lifetime = 180 * 24 * 60 * 60

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/**
 * A cookie by which a browser proves that somebody signed in to an account there (OWASP, "Slow Down Online Guessing Attacks
 * with Device Cookies"). It signs nobody in; docs/decisions/0023 says what it allows. It doesn't show whose it is.
 */
export function createKnownBrowsers(secret: string, origin: string) {
  const isHttps = origin.startsWith('https:')
  const name = isHttps ? '__Host-covo.known_browser' : 'covo.known_browser'
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'covo known browser', 32))

  function signatureOf(email: string, id: string, end: string): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify([email, id, end]))
      .digest()
  }

  return {
    /** The `Set-Cookie` of a browser in which somebody just proved that the account is theirs. */
    cookieFor(email: string): string {
      const id = randomUUID()
      const end = String(Math.floor(Date.now() / 1000) + lifetime)
      const value = [id, end, signatureOf(email, id, end).toString('base64url')].join('.')
      return serialize(name, value, {
        path: '/',
        maxAge: lifetime,
        httpOnly: true,
        secure: isHttps,
        sameSite: 'Lax',
      })
    },

    /** The id of the browser, where its cookie is of this account; null where it has none. */
    find(requestHeaders: Headers, email: string): string | null {
      const value = parse(requestHeaders.get('cookie') ?? '', name)[name] ?? ''
      const [id = '', end = '', signature = ''] = value.split('.')
      if (Number(end) * 1000 <= Date.now()) return null
      const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(email, id, end)]
      return given.length === right.length && timingSafeEqual(given, right) ? id : null
    },
  }
}
