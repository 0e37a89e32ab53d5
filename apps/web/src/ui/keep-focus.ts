/** What the focus can stop at on a screen; its heading takes it from scripts only. */
const stops = ['h1', 'a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex="0"]']
  .map((stop) => `main ${stop}`)
  .join()

/**
 * When a control that has the focus goes away, such as a button whose work is done, the focus goes to the control before
 * it, or to the screen's heading, and not back to the beginning of the page (WCAG 2.4.3). For the whole document, once.
 */
export function keepFocus(): void {
  let focused: Element | null = null
  let before: HTMLElement[] = []

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    focused = target
    before = [...document.querySelectorAll<HTMLElement>(stops)].filter(
      (stop) => target.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING,
    )
  })

  new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return
    focused = null
    // What is not shown takes no focus.
    before.findLast((stop) => {
      stop.focus()
      return stop === document.activeElement
    })
  }).observe(document.body, { childList: true, subtree: true })
}
