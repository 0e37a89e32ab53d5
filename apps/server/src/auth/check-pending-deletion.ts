import { AppError } from '../platform/app-error.ts'

/** The deletion of an account that is signed in to; `cancelled` by this sign-in, `erased` while it went on. */
type PendingDeletion = { state: 'none' | 'cancelled' | 'erased' } | { state: 'pending'; until: Date }

/** Looks, with a session that has begun, for a deletion of the account, and cancels it where asked: see the deletion's service. */
export type CheckPendingDeletion = (
  uid: string,
  keepsAccount: boolean,
  headers: Headers,
) => Promise<PendingDeletion>

/** The error of a sign-in to an account with such a deletion; null where it succeeds. */
export function refusalOf(deletion: PendingDeletion): AppError | null {
  if (deletion.state === 'erased') return new AppError('auth.invalid_credentials')
  if (deletion.state === 'pending')
    return new AppError('auth.deletion_pending', { until: deletion.until.toISOString() })
  return null
}
