import type { ReactNode } from 'react'
import { formattingTexts } from '../chat.texts.it.ts'
import styles from './spoiler.module.css'
import { useExpanded } from './use-expanded.ts'

/**
 * Text that its writer hid. It is not in the document until the reader reveals it, and the button is of one width: the length
 * of a flag would be a hint.
 * @param path names the spoiler among all of the page
 */
export function Spoiler({
  path,
  isBlock,
  children,
}: {
  path: string
  isBlock: boolean
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useExpanded(path)
  const Element = isBlock ? 'div' : 'span'
  return (
    <Element className={isBlock ? styles.block : undefined}>
      {isOpen && <Element className={styles.content}>{children}</Element>}
      <button
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? formattingTexts.hideSpoiler : formattingTexts.showSpoiler}
      </button>
    </Element>
  )
}
