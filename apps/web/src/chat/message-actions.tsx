import { IconArrowBackUp, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { actionTexts, reactionTexts } from './chat.texts.it.ts'
import { useIsCurrent } from './current-message.ts'
import { loadMessageMenu } from './load-message-menu.ts'
import styles from './message-actions.module.css'
import type { MessageHandlers } from './message-bubble.tsx'
import type { MessageRow } from './message-rows.ts'
import { isOwnReaction, type OwnState } from './own-reactions.ts'
import { moveInToolbar } from './toolbar-keys.ts'

/** The reactions in the bar; the others are in the menu. */
const quickKinds = ['up', 'flag'] as const

/** A message whose menu is open beside its button, and the opener: that button or the message itself. */
export type OpenMenu = { row: MessageRow; button: HTMLButtonElement; opener: HTMLElement }

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
  const [hasFocus, setHasFocus] = useState(false)
  // Drawn for all messages they would double the cost of a list.
  const areQuickShown = isHovered || hasFocus
  const isCurrent = useIsCurrent(row.key, row.sequence ?? 0)
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={actionTexts.quick}
      onPointerEnter={loadMessageMenu}
      onKeyDown={moveInToolbar}
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
            <IconButton
              key={kind}
              className={styles.quick}
              tabIndex={-1}
              aria-label={reactionTexts[kind].name}
              aria-describedby={nameId}
              aria-pressed={isOwn}
              onClick={() => onReact(row, kind, !isOwn)}
            >
              <span aria-hidden="true">{reactionTexts[kind].sign}</span>
            </IconButton>
          )
        })}
      {areQuickShown && onReply && !row.isRemoved && (
        <IconButton
          className={styles.quick}
          tabIndex={-1}
          aria-label={actionTexts.reply}
          aria-describedby={nameId}
          onClick={() => onReply(row)}
        >
          <IconArrowBackUp aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        data-action
        tabIndex={isCurrent ? 0 : -1}
        aria-label={actionTexts.more}
        aria-describedby={nameId}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onOpenMenu({ row, button: currentTarget, opener: currentTarget })}
      >
        <IconDots aria-hidden="true" />
      </IconButton>
    </div>
  )
}
