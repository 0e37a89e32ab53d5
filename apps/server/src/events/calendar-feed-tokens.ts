import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type CalendarFeedTokens = ReturnType<typeof createCalendarFeedTokens>

/**
 * Tokens in the addresses of calendars: the feed's id and a signature (HMAC-SHA-256, 128 bits). The database has the id alone,
 * so that neither it nor a backup opens a calendar.
 */
export function createCalendarFeedTokens(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'covo calendar feed', 32))

  function make(id: string): string {
    const signature = createHmac('sha256', key).update(id).digest().subarray(0, 16)
    return `${id}-${signature.toString('base64url')}`
  }

  return {
    make,

    /** The feed's id; null where the token is not one of ours. Each id has one spelling of its token. */
    read(token: string): string | null {
      const id = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-[\w-]{22}$/.exec(token)?.[1]
      return id && timingSafeEqual(Buffer.from(token), Buffer.from(make(id))) ? id : null
    },
  }
}
