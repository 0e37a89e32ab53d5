import { useEffect, useState } from 'react'

/** Times that an animation is shown until it stops. */
const rounds = 3

export type Animation = {
  isMoving: boolean
  toggle: () => void
  /** Its bytes are there: the first round begins. */
  begin: () => void
}

/**
 * Whether a picture moves: when somebody asks for it, and for three rounds. Another picture stands still.
 * @param movingMs of a round
 */
export function useAnimation(id: string, movingMs: number): Animation {
  const [moving, setMoving] = useState<{ id: string; hasBegun: boolean } | null>(null)
  const isMoving = moving?.id === id
  const hasBegun = isMoving && moving.hasBegun
  useEffect(() => {
    if (!hasBegun) return
    const timeout = setTimeout(() => setMoving(null), rounds * movingMs)
    return () => clearTimeout(timeout)
  }, [hasBegun, movingMs])
  return {
    isMoving,
    toggle: () => setMoving(isMoving ? null : { id, hasBegun: false }),
    begin: () => setMoving({ id, hasBegun: true }),
  }
}
