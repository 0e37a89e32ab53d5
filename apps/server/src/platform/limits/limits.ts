import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

type Limit = { points: number; seconds: number }

/**
 * Every limit of the product. A lecture hall sits behind one address, so limits of an address are wide; a stranger must
 * not lock a member out, so limits of an account count what one address tried before what the world tried.
 */
export const defaultLimits = {
  wrongPasswordsPerAccountAndAddress: { points: 10, seconds: 600 },
  wrongPasswordsPerAccount: { points: 100, seconds: 3600 },
  signInsPerAddress: { points: 1000, seconds: 600 },
  registrationsPerAddress: { points: 500, seconds: 3600 },
  resetMailsPerAddressOfMail: { points: 3, seconds: 3600 },
  resetMailsPerAddress: { points: 60, seconds: 3600 },
  friendRequests: { points: 60, seconds: 3600 },
  userSearches: { points: 60, seconds: 60 },
  eventsCreated: { points: 20, seconds: 3600 },
  messageBurst: { points: 30, seconds: 10 },
  messagesSustained: { points: 300, seconds: 300 },
} as const satisfies Record<string, Limit>

type LimitName = keyof typeof defaultLimits
export type LimitTable = Record<LimitName, Limit>

/** Asked for on every message or key stroke; counted in memory, where the others are counted in the database. */
const countedInMemory: ReadonlySet<LimitName> = new Set(['messageBurst', 'messagesSustained', 'userSearches'])

export type Limits = {
  /** Takes one point. Answers 0, or the seconds to wait when none is left. Exact under parallel calls. */
  take(name: LimitName, key: string): Promise<number>
  /** Gives a point back that was taken for an attempt which turned out not to count. */
  giveBack(name: LimitName, key: string): Promise<void>
}

export function createLimits(pool: pg.Pool, table: LimitTable): Limits {
  const limiters = new Map(
    Object.entries(table).map(([name, { points, seconds }]) => {
      const options = { keyPrefix: name, points, duration: seconds }
      const limiter = countedInMemory.has(name as LimitName)
        ? new RateLimiterMemory(options)
        : new RateLimiterPostgres({
            ...options,
            storeClient: pool,
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
          })
      return [name as LimitName, limiter]
    }),
  )

  function limiterOf(name: LimitName) {
    const limiter = limiters.get(name)
    if (!limiter) throw new Error(`no limit named ${name}`)
    return limiter
  }

  return {
    async take(name, key) {
      try {
        await limiterOf(name).consume(fingerprintOf(key))
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
    async giveBack(name, key) {
      await limiterOf(name).reward(fingerprintOf(key))
    },
  }
}

/** Keys are as long as people make them, and may be somebody's email: neither belongs into the table of counters. */
function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
