import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'

const buttons = [
  { step: -1, Icon: IconArrowUp },
  { step: 1, Icon: IconArrowDown },
] as const

/**
 * Arrows that move an item of a list before its neighbour and behind it, each there as long as the item can be moved so. The focus
 * stays with the item.
 */
export function MoveButtons({
  names,
  moves,
  nameId,
  onMove,
}: {
  names: { [-1]: string; 1: string }
  /** Whether it can be moved before another, and behind one. */
  moves: { [-1]: boolean; 1: boolean }
  /** Of the element that names the item. */
  nameId: string
  onMove: (step: -1 | 1) => void
}) {
  /** The arrow that was pressed last, until the focus is given back or goes elsewhere. */
  const pressed = useRef<{ button: HTMLElement; item: Element | null } | null>(null)
  // An item that is put elsewhere loses the focus, and at the end there is the way back alone.
  useEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return
    const { button, item } = pressed.current
    pressed.current = null
    const other = item?.querySelector<HTMLElement>('[data-move]')
    const focused = button.isConnected ? button : other
    focused?.focus({ preventScroll: true })
  })
  return buttons.map(
    ({ step, Icon }) =>
      moves[step] && (
        <IconButton
          key={step}
          data-move
          aria-label={names[step]}
          aria-describedby={nameId}
          title={names[step]}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget) pressed.current = null
          }}
          onClick={({ currentTarget }) => {
            pressed.current = { button: currentTarget, item: currentTarget.closest('li') }
            onMove(step)
          }}
        >
          <Icon aria-hidden="true" />
        </IconButton>
      ),
  )
}
