import { IconArrowBackUp, IconDots } from '@tabler/icons-react'
import { type KeyboardEvent, useContext, useState } from 'react'
import { ActionBarsContext, useIsStop } from './action-bars.ts'
import { actionTexts, reactionTexts } from './chat.texts.it.ts'
import { loadMessageMenu } from './load-message-menu.ts'
import styles from './message-actions.module.css'
import type { MessageHandlers } from './message-bubble.tsx'
import type { MessageRow } from './message-rows.ts'
import { isOwnReaction, type OwnState } from './own-reactions.ts'

/** What is a press away; the others are in the menu. */
const quickKinds = ['up', 'flag'] as const

/** A message whose menu is open, and the button that opened it. */
export type OpenMenu = { row: MessageRow; button: HTMLButtonElement }

/** The bar of a message. `nameId`: the element that names the message. */
export function MessageActions({
  row,
  nameId,
  own,
  isHovered,
  handlers: { onOpenMenu, onReact, onReply },
}: {
  row: MessageRow
  nameId: string
  own: OwnState | null
  /** Whether a mouse is over the message. */
  isHovered: boolean
  handlers: Pick<MessageHandlers, 'onOpenMenu' | 'onReact' | 'onReply'>
}) {
  const bars = useContext(ActionBarsContext)
  const [hasFocus, setHasFocus] = useState(false)
  // Drawn for all messages they would double what a list costs.
  const areQuickShown = isHovered || hasFocus
  const isStop = useIsStop(row.key, row.sequence ?? 0)
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={actionTexts.quick}
      onPointerEnter={loadMessageMenu}
      onKeyDown={moveFocus}
      onFocus={() => setHasFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => setHasFocus(currentTarget.contains(relatedTarget))}
    >
      {areQuickShown &&
        own &&
        onReact &&
        !row.isRemoved &&
        quickKinds.map((kind) => {
          const isOwn = isOwnReaction(own, kind)
          return (
            <button
              key={kind}
              type="button"
              className={styles.quick}
              tabIndex={-1}
              aria-label={reactionTexts[kind].name}
              aria-describedby={nameId}
              aria-pressed={isOwn}
              onClick={() => onReact(row, kind, !isOwn)}
            >
              <span aria-hidden="true">{reactionTexts[kind].sign}</span>
            </button>
          )
        })}
      {areQuickShown && onReply && !row.isRemoved && (
        <button
          type="button"
          className={styles.quick}
          tabIndex={-1}
          aria-label={actionTexts.reply}
          aria-describedby={nameId}
          onClick={() => onReply(row)}
        >
          <IconArrowBackUp aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        data-action
        tabIndex={isStop ? 0 : -1}
        aria-label={actionTexts.more}
        aria-describedby={nameId}
        aria-haspopup="menu"
        onFocus={() => {
          bars?.choose(row.key)
          void loadMessageMenu()
        }}
        onClick={({ currentTarget }) => onOpenMenu({ row, button: currentTarget })}
      >
        <IconDots aria-hidden="true" />
      </button>
    </div>
  )
}

/** ← and → lead from button to button of a bar, ↑ and ↓ from bar to bar. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (!(event.target instanceof HTMLElement)) return
  const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (across) {
    event.preventDefault()
    const own = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    own[own.indexOf(event.target) + across]?.focus()
  }
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (!step) return
  event.preventDefault()
  const bar = event.currentTarget
  const buttons = [
    ...(event.target.closest('[role=log]')?.querySelectorAll<HTMLElement>('[data-action]') ?? []),
  ]
  const neighbour = buttons[buttons.findIndex((button) => bar.contains(button)) + step]
  neighbour?.focus({ preventScroll: true })
  neighbour?.scrollIntoView({ block: 'nearest' })
}
