import { ApiError, describeError } from '../platform/api.ts'
import { showToast } from '../ui/toast.tsx'

/** Hands the sentence for a failed action to the screen, or to a toast where the session ended, which takes the screen away. */
export function showFailure(
  error: unknown,
  texts: Record<string, string> & { fallback: string },
  onFailure: (failure: string) => void,
): void {
  const message = describeError(error, texts)
  if (error instanceof ApiError && error.code === 'common.unauthenticated') showToast('failed', message)
  else onFailure(message)
}
