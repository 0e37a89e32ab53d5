import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import type pg from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import type { Redis } from '../redis/redis.ts'

/** So many `points` in so many `seconds`, counted from the first. */
export type Limit = { points: number; seconds: number }

/**
 * Every limit of the product, each a setting of the instance (docs/limits.md). A lecture hall sits behind one address, so
 * limits of an address are wide; a stranger must not lock a member out, so limits of an account count what one address
 * tried before what the world tried.
 */
export const defaultLimits = {
  wrongPasswordsPerAccountAndAddress: { points: 10, seconds: 600 },
  wrongPasswordsPerAccount: { points: 100, seconds: 3600 },
  wrongPasswordsPerKnownBrowser: { points: 10, seconds: 3600 },
  signInsPerAddress: { points: 1000, seconds: 600 },
  passwordChanges: { points: 10, seconds: 3600 },
  secondFactorPerAccountAndAddress: { points: 10, seconds: 600 },
  secondFactorPerAccount: { points: 50, seconds: 3600 },
  secondFactorChanges: { points: 20, seconds: 3600 },
  registrationsPerAddress: { points: 500, seconds: 3600 },
  resetMailsPerRecipient: { points: 3, seconds: 3600 },
  // Of unconfirmed addresses, of which many may lead to one mailbox.
  resetMailsPerMailbox: { points: 5, seconds: 3600 },
  resetMailsPerAddress: { points: 60, seconds: 3600 },
  resetMailsPerMember: { points: 10, seconds: 3600 },
  signInMails: { points: 5, seconds: 3600 },
  verificationMails: { points: 5, seconds: 86_400 },
  emailChanges: { points: 3, seconds: 86_400 },
  // To confirm addresses that are written otherwise than their mailbox is named.
  mailsPerRecipient: { points: 5, seconds: 3600 },
  // That strangers cause: apart from those by which the address's owner registers.
  changeMailsPerRecipient: { points: 2, seconds: 3600 },
  unconfirmedFriendRequests: { points: 5, seconds: 86_400 },
  unconfirmedEvents: { points: 1, seconds: 86_400 },
  unconfirmedTeams: { points: 1, seconds: 86_400 },
  unconfirmedTeamRequests: { points: 5, seconds: 86_400 },
  // In the first day, where addresses are confirmed.
  newMemberFriendRequests: { points: 5, seconds: 86_400 },
  newMemberLinks: { points: 3, seconds: 600 },
  newMemberTeams: { points: 1, seconds: 86_400 },
  newMemberTeamRequests: { points: 5, seconds: 86_400 },
  exports: { points: 1, seconds: 86_400 },
  linksTriedPerAddress: { points: 60, seconds: 3600 },
  friendRequests: { points: 60, seconds: 3600 },
  blocksChanged: { points: 60, seconds: 3600 },
  reports: { points: 20, seconds: 86_400 },
  // To the operator, of all members together.
  reportMails: { points: 20, seconds: 3600 },
  userSearches: { points: 60, seconds: 60 },
  // Different people, in any such time: the friends slice counts them by person (docs/decisions/0011).
  peopleFound: { points: 480, seconds: 86_400 },
  peopleFoundByEmail: { points: 90, seconds: 86_400 },
  // Different searches for a part of an email, hit or not (docs/decisions/0022).
  emailSearches: { points: 15, seconds: 86_400 },
  emailSearchesPerAddress: { points: 2000, seconds: 86_400 },
  eventsCreated: { points: 20, seconds: 3600 },
  eventEdits: { points: 60, seconds: 3600 },
  eventMessages: { points: 5, seconds: 86_400 },
  organizersAdded: { points: 20, seconds: 86_400 },
  ctftimeLookups: { points: 30, seconds: 3600 },
  // A member's share of `ctftimeRequests`.
  ctftimeRequestsPerMember: { points: 10, seconds: 3600 },
  // Of the whole instance.
  ctftimeRequests: { points: 120, seconds: 3600 },
  participationChanges: { points: 120, seconds: 3600 },
  feedsMade: { points: 10, seconds: 3600 },
  tokensMade: { points: 20, seconds: 3600 },
  botsMade: { points: 10, seconds: 86_400 },
  webhookCalls: { points: 600, seconds: 60 },
  // Of which something is posted.
  webhookPosts: { points: 30, seconds: 60 },
  feedReads: { points: 240, seconds: 3600 },
  profilesSaved: { points: 60, seconds: 3600 },
  photosChanged: { points: 20, seconds: 3600 },
  profileViews: { points: 300, seconds: 3600 },
  privacyChanges: { points: 60, seconds: 3600 },
  notificationChanges: { points: 60, seconds: 3600 },
  pushSubscriptions: { points: 20, seconds: 3600 },
  pushTests: { points: 5, seconds: 3600 },
  eventMailsPerMember: { points: 20, seconds: 86_400 },
  // Of the whole instance.
  mailRate: { points: 10, seconds: 1 },
  messageBurst: { points: 30, seconds: 10 },
  messagesSustained: { points: 300, seconds: 300 },
  // People whom their messages mention or reply to.
  mentions: { points: 60, seconds: 300 },
  messageChanges: { points: 60, seconds: 60 },
  typing: { points: 30, seconds: 60 },
  readPositions: { points: 300, seconds: 60 },
  reactionBurst: { points: 30, seconds: 10 },
  reactionsSustained: { points: 300, seconds: 300 },
  // With those of the member's bots.
  filesPerMember: { points: 100, seconds: 86_400 },
  fileKibibytesPerMember: { points: 200 * 1024, seconds: 86_400 },
  // In the first day, where addresses are confirmed.
  newMemberFiles: { points: 10, seconds: 86_400 },
  fileParts: { points: 400, seconds: 60 },
  fileReads: { points: 1200, seconds: 60 },
  messageSearches: { points: 30, seconds: 60 },
  roomMemberships: { points: 120, seconds: 3600 },
  mutings: { points: 120, seconds: 3600 },
  roomChanges: { points: 60, seconds: 3600 },
  teamsMade: { points: 10, seconds: 3600 },
  teamChanges: { points: 60, seconds: 3600 },
  // With invitations, and answers to these.
  teamRequests: { points: 30, seconds: 3600 },
  teamCodesTried: { points: 20, seconds: 3600 },
  // With line-ups, and looking for a team.
  teamEntries: { points: 120, seconds: 3600 },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits
export type LimitTable = Record<LimitName, Limit>

/** Limits that every message, key stroke, message that is read, read of a calendar, call of a webhook or part of a file counts against: too often for the database, which counts the others. */
const hotLimits: ReadonlySet<LimitName> = new Set([
  'messageBurst',
  'messagesSustained',
  'mentions',
  'typing',
  'readPositions',
  'reactionBurst',
  'reactionsSustained',
  'userSearches',
  'feedReads',
  'webhookCalls',
  'fileParts',
  'fileReads',
])

/** Milliseconds for an answer of Redis; a busy process is late itself. */
const redisTimeoutMs = 1000

/** How a counter stands: so many points of its limit are `left`, and it begins again in so many seconds. */
type Standing = { name: LimitName; limit: Limit; left: number; seconds: number }

export type Limits = {
  /** Takes one point, or several. Answers 0, or the seconds to wait when too few are left. Exact under parallel calls. */
  take(name: LimitName, key: string, points?: number): Promise<number>
  /** Gives a point back that was taken for an attempt which turned out not to count. */
  giveBack(name: LimitName, key: string): Promise<void>
  /** How often `take` answered that none is left, since the start. */
  refusals: ReadonlyMap<LimitName, number>
  /** Counts from nothing. */
  forget(name: LimitName, key: string): Promise<void>
  /** Runs something, and answers how the counters of this key stand that it took from, in the order of their first use. */
  observe(key: string, run: () => Promise<void>): Promise<Standing[]>
}

type LimitsOptions = {
  pool: pg.Pool
  /** Counts the hot limits for all processes; without it, or while it is away, each process counts for itself. */
  redis: Redis | null
  instanceKey: string
  table: LimitTable
}

export function createLimits({ pool, redis, instanceKey, table }: LimitsOptions): Limits {
  const limiters = new Map(
    Object.entries(table).map(([name, { points, seconds }]) => {
      const options = { keyPrefix: name, points, duration: seconds }
      const limiter = hotLimits.has(name as LimitName)
        ? createHotLimiter(options, redis, instanceKey)
        : new RateLimiterPostgres({
            ...options,
            storeClient: pool,
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            // Every five minutes, rows of all keys that ended an hour ago. One limiter does it for all.
            clearExpiredByTimeout: name === 'signInsPerAddress',
          })
      return [name as LimitName, limiter]
    }),
  )

  function limiterOf(name: LimitName) {
    const limiter = limiters.get(name)
    if (!limiter) throw new Error(`no limit named ${name}`)
    return limiter
  }

  const refusals = new Map(limiters.keys().map((name) => [name, 0]))
  const observed = new AsyncLocalStorage<{ key: string; standings: Map<LimitName, Standing> }>()

  function note(name: LimitName, key: string, { remainingPoints, msBeforeNext }: RateLimiterRes): void {
    const observation = observed.getStore()
    if (observation?.key !== key) return
    const seconds = Math.ceil(msBeforeNext / 1000)
    observation.standings.set(name, { name, limit: table[name], left: Math.max(0, remainingPoints), seconds })
  }

  return {
    refusals,
    async take(name, key, points = 1) {
      try {
        note(name, key, await limiterOf(name).consume(keyOf(name, key), points))
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        note(name, key, refusal)
        refusals.set(name, (refusals.get(name) ?? 0) + 1)
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
    async giveBack(name, key) {
      await limiterOf(name).reward(keyOf(name, key))
    },
    async forget(name, key) {
      await limiterOf(name).delete(keyOf(name, key))
    },
    async observe(key, run) {
      const standings = new Map<LimitName, Standing>()
      await observed.run({ key, standings }, run)
      return [...standings.values()]
    },
  }
}

function createHotLimiter(
  options: { keyPrefix: string; points: number; duration: number },
  redis: Redis | null,
  instanceKey: string,
) {
  const inMemory = new RateLimiterMemory(options)
  if (!redis) return inMemory
  const inRedis = new RateLimiterRedis({
    ...options,
    keyPrefix: `covo:${instanceKey}:limit:${options.keyPrefix}`,
    storeClient: redis,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
  })
  // The memory insures the wrapper alone: a call that fails after its timeout would be counted twice.
  const insured = { limiter: inRedis, timeoutMs: redisTimeoutMs, insuranceLimiter: inMemory }
  return new RLWrapperTimeouts(insured)
}

/**
 * Keys are as long as callers make them, and may be somebody's email: neither belongs into the table of counters. Those of the hot
 * limits are ids, which a hash would cost more than counting.
 */
function keyOf(name: LimitName, key: string): string {
  return hotLimits.has(name) ? key : hash('sha256', key, 'base64url')
}
