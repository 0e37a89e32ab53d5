import { IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { formattingTexts } from '../chat.texts.it.ts'
import { copyText } from '../copy-text.ts'
import styles from './code-block.module.css'
import { codeLanguage } from './code-languages.ts'
import { FoldButton, foldedLines } from './fold-button.tsx'
import type { CodeTree } from './highlighter.ts'
import { useExpanded } from './use-expanded.ts'
import { useHighlighting } from './use-highlighting.ts'

/**
 * Code, with its colours where its language is known, and a button that copies it.
 * @param path names the block among all of the page
 * @param copied what the button copies, where that is not the shown text
 */
export function CodeBlock({
  language,
  text,
  copied = text,
  path,
}: {
  language: string | null
  text: string
  copied?: string
  path: string
}) {
  const known = codeLanguage(language)
  const [isOpen, setIsOpen] = useExpanded(path)
  const lines = text.split('\n')
  const isFolded = lines.length > foldedLines && !isOpen
  const shown = isFolded ? lines.slice(0, foldedLines).join('\n') : text
  const tree = useHighlighting(known?.grammar ?? null, shown)
  const pre = useRef<HTMLPreElement>(null)
  const [isScrolling, setIsScrolling] = useState(false)

  useEffect(() => {
    const { current } = pre
    if (!current) return
    const observer = new ResizeObserver(() => setIsScrolling(current.scrollWidth > current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div className={styles.block} role="group" aria-label={formattingTexts.code(known?.name)}>
      <div className={styles.head}>
        <span className={styles.language} aria-hidden="true">
          {known?.name ?? language}
        </span>
        <Button
          variant="quiet"
          size="small"
          onClick={() => void copyText(copied, formattingTexts.codeCopied)}
        >
          <IconCopy aria-hidden="true" />
          {formattingTexts.copyCode}
        </Button>
      </div>
      <pre ref={pre} dir="auto" tabIndex={isScrolling ? 0 : undefined}>
        <code>{tree ? nodesOf(tree.children) : shown}</code>
      </pre>
      {lines.length > foldedLines && <FoldButton isOpen={isOpen} lines={lines.length} onChange={setIsOpen} />}
    </div>
  )
}

/** Classes that the style sheet doesn't know are left out. */
function nodesOf(nodes: CodeTree['children']): ReactNode {
  return nodes.map((node, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens never move
    if (node.type === 'text') return <span key={index}>{node.value}</span>
    if (node.type !== 'element') return null
    const names = [node.properties.className].flat().map((name) => styles[String(name)])
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: tokens never move
      <span key={index} className={names.filter(Boolean).join(' ') || undefined}>
        {nodesOf(node.children)}
      </span>
    )
  })
}
