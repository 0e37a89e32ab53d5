import { type PointerEvent, type TouchEvent, useEffect, useRef } from 'react'

/** Milliseconds for which a finger rests, as phones have it. */
const holdMs = 500
/** Pixels that a resting finger may move. */
const tolerance = 10
/** What a finger's hold already has a meaning for: a link's own menu, and selecting code. */
const others = 'a, button, pre, code'

/** Handlers of an element at which a finger may rest. */
export function useLongPress(onLongPress: (element: HTMLElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const isLong = useRef(false)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    onPointerDown({
      target,
      currentTarget,
      pointerType,
      isPrimary,
      clientX,
      clientY,
    }: PointerEvent<HTMLElement>) {
      cancel()
      isLong.current = false
      if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element) || target.closest(others))
        return
      start.current = { x: clientX, y: clientY }
      timer.current = setTimeout(() => {
        isLong.current = true
        onLongPress(currentTarget)
      }, holdMs)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > tolerance) cancel()
    },
    onPointerUp: cancel,
    // The browser scrolls.
    onPointerCancel: cancel,
    /** The lifted finger presses nothing of what has come under it. */
    onTouchEnd(event: TouchEvent) {
      if (isLong.current) event.preventDefault()
    },
  }
}
