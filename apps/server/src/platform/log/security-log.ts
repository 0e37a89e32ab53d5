import { type ErrorCode, errors } from '@covo/contract/errors'
import type { Log } from './log.ts'

/**
 * Everything that the security log tells (OWASP ASVS 5.0, 16.3): each happening is one line that carries one of these as
 * its `event`. The end of all sessions is a part of `password_reset.done`.
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
  | 'password_reset.requested'
  | 'password_reset.refused'
  | 'password_reset.done'
  /** A cookie of ours that names no session, or no more. */
  | 'session.refused'
  /** Nobody, or somebody who may not, asked for what is private, or for what isn't there. */
  | 'access.refused'
  /** Another site's page, or a program that names none, asked for a change or for a socket. */
  | 'origin.refused'
  | 'limit.reached'
  /** What the browser's part would not have sent. */
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

export function logSecurityEvent(log: Log, event: SecurityEvent, details: SecurityDetails): void {
  log[event === 'request.failed' ? 'error' : 'info']({ event, ...details }, 'security event')
}

const eventsOfCodes: Partial<Record<ErrorCode, SecurityEvent>> = {
  'common.foreign_origin': 'origin.refused',
  'auth.invalid_credentials': 'sign_in.failed',
  'auth.too_many_attempts': 'sign_in.limited',
  'auth.account_blocked': 'sign_in.failed',
  'auth.email_taken': 'registration.refused',
  'auth.username_taken': 'registration.refused',
  'auth.reset_link_invalid': 'password_reset.refused',
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

/** What an answer with this code is to the security log; null for what happens between honest people, such as a race. */
export function securityEventOf(code: ErrorCode): SecurityEvent | null {
  const { status } = errors[code]
  return eventsOfCodes[code] ?? eventsOfStatus[status] ?? (status >= 500 ? 'request.failed' : null)
}
