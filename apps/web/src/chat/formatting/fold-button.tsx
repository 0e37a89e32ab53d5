import { formattingTexts } from '../chat.texts.it.ts'
import styles from './fold-button.module.css'

/** Lines that a folded message or code block shows; longer ones fold. */
export const foldedLines = 20

/** Unfolds a block with more lines than are shown at first, `lines` in all, and folds it again. */
export function FoldButton({
  isOpen,
  lines,
  onChange,
}: {
  isOpen: boolean
  lines: number
  onChange: (isOpen: boolean) => void
}) {
  return (
    <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => onChange(!isOpen)}>
      {isOpen ? formattingTexts.showLess : formattingTexts.showAll(lines)}
    </button>
  )
}
