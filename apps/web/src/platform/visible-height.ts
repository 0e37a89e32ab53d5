/** Pixels that only a keyboard takes from a page; the browser's own bars take fewer. */
const leastKeyboard = 120

/**
 * Sets the height of the page above a keyboard on the screen for the styles, until the returned function is called: as
 * `--visible-height`, and `data-keyboard` on the root. Needed by Safari alone, which lays the keyboard over the
 * page and pans it; other browsers make the page itself smaller (`interactive-widget` in index.html).
 */
export function followVisibleHeight(): () => void {
  const { visualViewport } = window
  if (!visualViewport) return () => {}
  const viewport = visualViewport
  const root = document.documentElement

  function follow() {
    // A zoom shows less of the page too.
    const isCovered = viewport.scale === 1 && root.clientHeight - viewport.height > leastKeyboard
    root.toggleAttribute('data-keyboard', isCovered)
    if (isCovered) {
      root.style.setProperty('--visible-height', `${viewport.height}px`)
      scrollTo(0, 0)
    } else root.style.removeProperty('--visible-height')
  }

  viewport.addEventListener('resize', follow)
  return () => viewport.removeEventListener('resize', follow)
}
