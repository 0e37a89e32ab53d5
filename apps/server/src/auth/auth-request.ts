import type { RecordEvent } from '../platform/log/security-log.ts'

/** The parts of a request that signing in depends on. */
export type AuthRequest = {
  /** The caller's network, as limits count it. */
  address: string
  headers: Headers
  /** Writes a line of the security log. */
  record: RecordEvent
}

/** A member who just signed in, with the cookies to set. */
export type SignedIn = { uid: string; headers: Headers }

/** A sign-in that is done, or whose second step is taken by a challenge. */
export type SignInStep = SignedIn | { challenge: string }
