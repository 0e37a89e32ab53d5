import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Whether a mouse is over an element or the focus within it, and the handlers by which it knows. */
export function useIsActive() {
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  return {
    isActive: isHovered || isFocused,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setIsHovered(pointerType !== 'touch'),
      onPointerLeave: () => setIsHovered(false),
      onFocus: () => setIsFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setIsFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  }
}
