import type { KeyboardEvent, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { mayEdit } from './edits.ts'
import { focusWhenShown } from './focus-when-shown.ts'
import type { MessageHandlers } from './message-bubble.tsx'
import type { MessageRow } from './message-rows.ts'

/**
 * The keys of a list of messages: from the list ↑ leads to the newest message in view and End to the newest of all, from a message
 * ↑ and ↓ from one to the next, and at a bar of actions from bar to bar. At a message Enter opens its menu, R replies and E edits. Escape leads to the box.
 */
export function useMessageKeys(
  scroller: RefObject<HTMLElement | null>,
  virtualizer: RefObject<VirtualizerHandle | null>,
  rows: MessageRow[],
  { onOpenMenu, onReply, onEdit, onLeave }: MessageHandlers,
  onEnd: () => void,
) {
  const elementOf = (row: MessageRow) =>
    scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"]`) ?? null
  const buttonOf = (row: MessageRow) =>
    elementOf(row)?.querySelector<HTMLButtonElement>('[data-action]') ?? null

  function focusRow(row: MessageRow | undefined, find: (row: MessageRow) => HTMLElement | null) {
    if (!row) return
    focusWhenShown(
      () => find(row),
      (element) => element.scrollIntoView({ block: 'nearest' }),
    )
  }

  function newestInView(): MessageRow | undefined {
    const list = virtualizer.current
    return list ? rows[list.findItemIndex(list.scrollOffset + list.viewportSize - 1)] : undefined
  }

  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const article = target.closest('article')
    const place = rows.findIndex((row) => row.key === article?.dataset.key)
    const row = rows[place]
    const step = { ArrowUp: -1, ArrowDown: 1 }[key]
    const isInBar = target.closest('[role=toolbar]') !== null
    if (key === 'Escape') onLeave()
    else if (target === currentTarget && key === 'ArrowUp') focusRow(newestInView(), elementOf)
    // The browser would scroll to where the end was estimated before the rows there were measured.
    else if (target === currentTarget && key === 'End') onEnd()
    else if (article && step && (target === article || isInBar)) {
      const neighbour = rows[place + step]
      // Beyond an edge of a high message that is out of sight, its neighbour is not in the document.
      if (neighbour && !elementOf(neighbour)) article.scrollIntoView({ block: step < 0 ? 'start' : 'end' })
      focusRow(neighbour, isInBar ? buttonOf : elementOf)
    } else if (!row || target !== article) return
    else if (key === 'Enter') {
      const button = buttonOf(row)
      if (button) onOpenMenu({ row, button, opener: article })
    } else if (key.toLowerCase() === 'r' && onReply && !row.isRemoved && row.sequence !== null) {
      onReply(row)
      onLeave()
    } else if (key.toLowerCase() === 'e' && onEdit && mayEdit(row)) {
      onEdit(row)
      onLeave()
    } else return
    event.preventDefault()
  }
}
