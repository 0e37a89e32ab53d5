/**
 * Keeps the keys that belong to an input method from all handlers, for the whole document, once: the Enter and Escape that end a
 * composition and the arrows among its candidates choose letters, and nothing on the page. Safari sends the last one when the
 * composition is over already, with the code of all such keys (UI Events, 229).
 */
export function dropComposedKeys(): void {
  const drop = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  }
  addEventListener('keydown', drop, { capture: true })
}
