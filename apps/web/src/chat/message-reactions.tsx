import { reactionsTexts, reactionTexts } from './chat.texts.it.ts'
import styles from './message-reactions.module.css'
import type { MessageRow } from './message-rows.ts'
import { type OwnState, shownReactions } from './own-reactions.ts'
import type { React } from './react-to.ts'

/** The reactions to a message, each with how many there are. */
export function MessageReactions({
  row,
  own,
  onReact,
}: {
  row: MessageRow
  own: OwnState
  onReact: React | null
}) {
  const shown = shownReactions(row.reactions, own)
  if (shown.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div className={styles.reactions} role="group" aria-label={reactionsTexts.group}>
      {shown.map(({ kind, count, isOwn }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={isOwn}
          aria-label={reactionsTexts.counted(reactionTexts[kind].name, count)}
          title={reactionTexts[kind].name}
          aria-disabled={!onReact}
          onClick={() => onReact?.(row, kind, !isOwn)}
        >
          <span aria-hidden="true">{reactionTexts[kind].sign}</span> <span>{count}</span>
        </button>
      ))}
    </div>
  )
}
