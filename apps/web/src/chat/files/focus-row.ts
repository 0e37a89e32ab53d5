/** After a row of a list is taken off, leads the focus to the next one's first button, the last one's, or elsewhere. */
export function focusRow(list: HTMLElement | null, place: number, onLeave: () => void): void {
  requestAnimationFrame(() => {
    const rows = list?.isConnected ? [...list.children] : []
    const button = (rows[place] ?? rows.at(-1))?.querySelector('button')
    if (button) button.focus()
    else onLeave()
  })
}
