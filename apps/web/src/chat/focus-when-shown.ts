/**
 * Gives the focus to an element of a virtualized list, without scrolling to it. It may not be in the document yet, and the
 * virtualizer hides a row until it has measured it: a hidden element takes no focus.
 */
export function focusWhenShown(
  find: () => HTMLElement | null,
  onFocused?: (element: HTMLElement) => void,
  frames = 60,
): void {
  const element = find()
  element?.focus({ preventScroll: true })
  if (element && document.activeElement === element) onFocused?.(element)
  else if (frames > 0) requestAnimationFrame(() => focusWhenShown(find, onFocused, frames - 1))
}
