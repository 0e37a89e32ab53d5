/** The focusable elements of a screen; its heading takes the focus from scripts only. */
const stops = ['h1', 'a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex="0"]']
  .map((stop) => `main ${stop}`)
  .join()

/** Layers over the page, such as a dialog, a menu or a toast, wherever they stand in the document. */
const layers = 'dialog, [data-portal]'

/**
 * When a control that has the focus goes away, such as a button whose work is done, the focus goes to the control before
 * it, or to the screen's heading, and not back to the beginning of the page (WCAG 2.4.3). From a layer it goes to where it
 * was on the page, which is the control that opened a dialog. For the whole document, once.
 */
export function keepFocus(): void {
  let focused: Element | null = null
  let onPage: HTMLElement[] = []

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    focused = target
    if (target.closest(layers)) return
    const before = [...document.querySelectorAll<HTMLElement>(stops)].filter(
      (stop) => target.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING,
    )
    onPage = [...before, target]
  })

  // Mantine gives the focus back some milliseconds after a layer has closed; without motion the layer is gone by then.
  new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return
    focused = null
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!onPage.findLast(giveFocus) && heading) giveFocus(heading)
  }).observe(document.body, { childList: true, subtree: true })
}

/** Answers whether the focus is there: a hidden element takes none. A pointer's user is not scrolled away. */
export function giveFocus(stop: HTMLElement): boolean {
  stop.focus({ preventScroll: true })
  uncoverFocus()
  return stop === document.activeElement
}

/** Scrolls the focused element into sight, out from under toasts too; toasts.module.css makes the room. */
export function uncoverFocus(): void {
  document.querySelector(':focus-visible')?.scrollIntoView({ block: 'nearest' })
}
