const contentPolicy = [
  // Kinds of resources that aren't named below are loaded from nowhere.
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  // Forms are sent by scripts; without them nothing, such as a password, may go into an address.
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Text can't become HTML or script by any of the browser's interfaces, in our code or a library's.
  "require-trusted-types-for 'script'",
  // The one policy lets the address of the service worker through and nothing else (apps/web/src/platform/register-worker.ts).
  'trusted-types covo',
].join('; ')

/**
 * The headers of every answer, set by `guarded-server.ts`. Scripts, styles, pictures and connections come from the own origin only; nothing is inline.
 * The opener policy keeps a sign-in popup able to talk to the page that opened it. No page sends its own address to
 * other sites. On https browsers stay there for a year (RFC 6797).
 */
export function securityHeaders(isHttps: boolean): ReadonlyMap<string, string> {
  return new Map([
    ['Content-Security-Policy', contentPolicy],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
    ...(isHttps ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const] : []),
  ])
}
