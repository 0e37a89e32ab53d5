import { AppError } from '../platform/app-error.ts'

/** The outcome of a sign-in to an account that may be about to be deleted: the date is that of its deletion. */
type Settled = 'open' | 'kept' | 'gone' | Date

/** Settles, with a session that has begun, the fate of an account that is to be deleted: see the deletion's service. */
export type SettleSignIn = (uid: string, keepsAccount: boolean, headers: Headers) => Promise<Settled>

/** The error of a sign-in that was settled so; null where it succeeds. */
export function refusalOf(settled: Settled): AppError | null {
  if (settled === 'gone') return new AppError('auth.invalid_credentials')
  if (settled instanceof Date) return new AppError('auth.deletion_pending', { until: settled.toISOString() })
  return null
}
