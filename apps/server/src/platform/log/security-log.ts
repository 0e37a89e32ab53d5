import { type ErrorCode, errors } from '@covo/contract/errors'
import { siteOf } from '../http/network.ts'
import type { Log } from './log.ts'

/**
 * All events of the security log (OWASP ASVS 5.0, 16.3): each event is one line with one of these as its `event`. The end of all sessions is a part of `password_reset.done`.
 */
export type SecurityEvent =
  | 'registered'
  | 'registration.refused'
  | 'sign_in.succeeded'
  | 'sign_in.failed'
  | 'sign_in.limited'
  | 'provider_sign_in.succeeded'
  | 'provider_sign_in.failed'
  | 'signed_out'
  | 'identity.confirmed'
  | 'password.changed'
  | 'devices.signed_out'
  | 'token.made'
  | 'token.revoked'
  | 'bot.made'
  | 'bot.deleted'
  | 'second_factor.changed'
  | 'passkey.added'
  | 'passkey.removed'
  | 'password_reset.requested'
  | 'password_reset.done'
  | 'email_confirmation.requested'
  | 'email_confirmation.done'
  | 'email_change.requested'
  | 'email_change.cancelled'
  | 'email_change.done'
  | 'email_change.reverted'
  | 'deletion.requested'
  | 'deletion.cancelled'
  | 'export.requested'
  | 'export.downloaded'
  | 'report.sent'
  | 'appeal.sent'
  /** A moderator decided, reverted a decision or answered an appeal. */
  | 'moderation.acted'
  | 'photo.saved'
  | 'photo.removed'
  /** A token that no link has, or has no more. */
  | 'link.refused'
  /** A cookie of ours that names no valid session. */
  | 'session.refused'
  /** A request without permission, or for a resource that doesn't exist. */
  | 'access.refused'
  /** Another site's page, or a program that names none, asked for a change or for a socket. */
  | 'origin.refused'
  | 'limit.reached'
  /** Input that the web app would not have sent. */
  | 'input.refused'
  | 'request.failed'

export type SecurityDetails = {
  /** The network that it came from, as limits count it. */
  address: string
  /** Method and path as the contract writes it, so that nothing which somebody put into a path is kept. */
  route: string
  uid?: string | undefined
  /** As the answer names it. */
  requestId?: string
  /** The code that was answered. */
  reason?: string
  err?: unknown
}

/** Writes a line of the security log with the details of the request; `details` are added to them. */
export type RecordEvent = (event: SecurityEvent, details?: Partial<SecurityDetails>) => void

/** Successes are limited at their source, and each of them is written: who signed in, and when. */
const alwaysWritten: ReadonlySet<SecurityEvent> = new Set([
  'registered',
  'sign_in.succeeded',
  'provider_sign_in.succeeded',
  'signed_out',
  'identity.confirmed',
  'password.changed',
  'token.made',
  'bot.made',
  'second_factor.changed',
  'passkey.added',
  'passkey.removed',
  'password_reset.done',
  'email_confirmation.done',
  'email_change.done',
  'email_change.reverted',
  'deletion.requested',
  'deletion.cancelled',
  'export.requested',
  'moderation.acted',
])

/** Milliseconds after which the counts of repeated events are written, and every event is written again. */
const countingPeriod = 60_000
/** Lines of one kind of event, from one member and network, on one route, in one period; more are counted. */
const linesOfKind = 5
/** Kinds of one site in one period; beyond it, events of the site count as one kind. */
const maximumKindsOfSite = 50
/** Kinds in one period, beyond which a site's events count together, and beyond twice as many those of all. */
const maximumKinds = 300

export type SecurityLog = ReturnType<typeof createSecurityLog>

/**
 * The security log. An event that anybody can repeat is written a few times and then counted, so that no client
 * fills the disk: the count is a line with `repeated` at the end of the period.
 */
export function createSecurityLog(log: Log) {
  let kinds = new Map<string, { lines: number; repeated: number; event: SecurityEvent; details: object }>()
  let kindsOfSite = new Map<string, number>()

  function write(event: SecurityEvent, details: object): void {
    log[event === 'request.failed' ? 'error' : 'info']({ event, ...details }, 'security event')
  }

  function writeCounts(): void {
    const counted = kinds
    kinds = new Map()
    kindsOfSite = new Map()
    for (const { event, details, repeated } of counted.values())
      if (repeated > 0) write(event, { ...details, repeated })
  }

  /** The key by which an event is counted, and the details of the line that counts it. */
  function kindOf(event: SecurityEvent, { address, route, uid, reason }: SecurityDetails): [string, object] {
    // A failure is ours, not the caller's.
    if (event === 'request.failed') return [`${event} ${route} ${reason}`, { route, reason }]
    const exact = JSON.stringify([event, route, reason, address, uid])
    const details = { route, reason, address, uid }
    if (kinds.has(exact)) return [exact, details]
    const site = siteOf(address)
    const kindsBefore = kindsOfSite.get(site) ?? 0
    if (kindsBefore < maximumKindsOfSite && kinds.size < maximumKinds) {
      kindsOfSite.set(site, kindsBefore + 1)
      return [exact, details]
    }
    const ofSite = `${event} ${site}`
    return kinds.has(ofSite) || kinds.size < 2 * maximumKinds ? [ofSite, { address: site }] : [event, {}]
  }

  const timer = setInterval(writeCounts, countingPeriod)

  return {
    write(event: SecurityEvent, details: SecurityDetails): void {
      if (alwaysWritten.has(event)) {
        write(event, details)
        return
      }
      const [key, shared] = kindOf(event, details)
      const kind = kinds.get(key) ?? { lines: 0, repeated: 0, event, details: shared }
      kinds.set(key, kind)
      if (kind.lines === linesOfKind) {
        kind.repeated += 1
        return
      }
      kind.lines += 1
      write(event, details)
    },

    /** Writes the counts that are left. */
    stop(): void {
      clearInterval(timer)
      writeCounts()
    },
  }
}

const eventsOfCodes: Partial<Record<ErrorCode, SecurityEvent>> = {
  'common.foreign_origin': 'origin.refused',
  'auth.invalid_credentials': 'sign_in.failed',
  'auth.too_many_attempts': 'sign_in.limited',
  'auth.account_blocked': 'sign_in.failed',
  'auth.second_factor_wrong': 'sign_in.failed',
  'auth.passkey_refused': 'sign_in.failed',
  'auth.deletion_pending': 'sign_in.failed',
  'account.confirmation_failed': 'sign_in.failed',
  'auth.account_suspended': 'sign_in.failed',
  'account.current_password_wrong': 'sign_in.failed',
  'auth.email_taken': 'registration.refused',
  'auth.invite_invalid': 'registration.refused',
  'auth.registration_closed': 'registration.refused',
  'auth.username_taken': 'registration.refused',
  'auth.reset_link_invalid': 'link.refused',
  'notifications.link_invalid': 'link.refused',
}

const eventsOfStatus: Partial<Record<number, SecurityEvent>> = {
  400: 'input.refused',
  401: 'access.refused',
  403: 'access.refused',
  404: 'access.refused',
  413: 'input.refused',
  415: 'input.refused',
  422: 'input.refused',
  429: 'limit.reached',
}

/** The security event of an answer with this code; null for answers between honest people, such as a race. */
export function securityEventOf(code: ErrorCode): SecurityEvent | null {
  const { status } = errors[code]
  return eventsOfCodes[code] ?? eventsOfStatus[status] ?? (status >= 500 ? 'request.failed' : null)
}
