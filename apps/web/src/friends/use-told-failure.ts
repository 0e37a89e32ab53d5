import { useEffect, useRef } from 'react'
import { describeError } from '../platform/api.ts'

/** Tells every failure of a query once; what had failed before is asked for again when the screen opens. */
export function useToldFailure(
  { error, errorUpdatedAt }: { error: Error | null; errorUpdatedAt: number },
  texts: Record<string, string> & { fallback: string },
  tell: (failure: string) => void,
) {
  const toldAt = useRef(errorUpdatedAt)
  useEffect(() => {
    if (!error || errorUpdatedAt <= toldAt.current) return
    toldAt.current = errorUpdatedAt
    tell(describeError(error, texts))
  }, [error, errorUpdatedAt, texts, tell])
}
