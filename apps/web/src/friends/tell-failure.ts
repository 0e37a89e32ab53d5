import { ApiError, describeError } from '../platform/api.ts'
import { showToast } from '../ui/toast.tsx'

/** Tells why an action failed: the screen shows it, but for the end of the session, which takes the screen away. */
export function tellFailure(
  error: unknown,
  texts: Record<string, string> & { fallback: string },
  tell: (failure: string) => void,
): void {
  const message = describeError(error, texts)
  if (error instanceof ApiError && error.code === 'common.unauthenticated') showToast('failed', message)
  else tell(message)
}
