import type { Message } from '@covo/contract/chat/chat.routes'
import { parseMarkup } from '@covo/contract/chat/markup'
import { nameMentions, textOfInline } from '@covo/contract/chat/markup.text'
import type { Block, Inline, List } from '@covo/contract/chat/markup.tree'
import { namesIn } from '@covo/contract/chat/quote'
import { Fragment, type ReactNode, useContext, useMemo } from 'react'
import { Link } from 'react-router'
import { LabelledLink, OuterLink, withoutDirections } from '../../ui/outer-link.tsx'
import { innerPathOf } from '../message-link.ts'
import { CodeBlock } from './code-block.tsx'
import { countLines, firstLines } from './first-lines.ts'
import { FoldButton, foldedLines } from './fold-button.tsx'
import { Mention, MentionsContext } from './mention.tsx'
import styles from './message-text.module.css'
import { Spoiler } from './spoiler.tsx'
import { useExpanded } from './use-expanded.ts'

/**
 * A message's source, drawn as elements.
 * @param path names the message among all of the page
 */
export function MessageText({
  source,
  mentions,
  readerId,
  path,
}: {
  source: string
  mentions: Message['mentions']
  readerId: string
  path: string
}) {
  const blocks = useMemo(() => parseMarkup(source), [source])
  const [isOpen, setIsOpen] = useExpanded(path)
  const lines = useMemo(() => countLines(blocks), [blocks])
  const isLong = lines > foldedLines
  const named = useMemo(() => ({ nameOf: namesIn(mentions), readerId }), [mentions, readerId])
  return (
    <div className={styles.text}>
      <MentionsContext value={named}>
        <Blocks blocks={isLong && !isOpen ? firstLines(blocks, foldedLines) : blocks} path={path} />
      </MentionsContext>
      {isLong && <FoldButton isOpen={isOpen} lines={lines} onChange={setIsOpen} />}
    </div>
  )
}

/** Blocks with a line break between two, which copied text keeps. */
function Blocks({ blocks, path }: { blocks: readonly Block[]; path: string }) {
  return joinParagraphs(blocks).map(({ block, key }, index) => (
    <Fragment key={key}>
      {index > 0 && '\n'}
      <BlockElement block={block} path={`${path}/${key}`} />
    </Fragment>
  ))
}

/** Paragraphs and the empty lines around them are one element, whose text is as typed. */
function joinParagraphs(blocks: readonly Block[]): { block: Block; key: number }[] {
  const all: { block: Block; key: number }[] = []
  for (const [key, block] of blocks.entries()) {
    const content = contentOf(block)
    const last = all.at(-1)
    const before = last && contentOf(last.block)
    if (!content) all.push({ block, key })
    else if (!last || !before) all.push({ block: { kind: 'paragraph', content }, key })
    else
      last.block = {
        kind: 'paragraph',
        content: [...before, { kind: 'text', text: '\n' }, ...content],
      }
  }
  return all
}

function contentOf(block: Block): Inline[] | null {
  if (block.kind === 'paragraph') return block.content
  if (block.kind !== 'gap') return null
  return [{ kind: 'text', text: '\n'.repeat(block.lines - 1) }]
}

function BlockElement({ block, path }: { block: Block; path: string }) {
  const { nameOf } = useContext(MentionsContext)
  switch (block.kind) {
    case 'paragraph':
      return <p dir="auto">{inlinesOf(block.content, path)}</p>
    case 'gap':
      return null
    case 'codeBlock':
      return <CodeBlock language={block.language} text={nameMentions(block.text, nameOf)} path={path} />
    case 'quote':
      return (
        <blockquote dir="auto">
          <Blocks blocks={block.blocks} path={path} />
        </blockquote>
      )
    case 'spoilerBlock':
      return (
        <Spoiler path={path} isBlock>
          <Blocks blocks={block.blocks} path={path} />
        </Spoiler>
      )
    case 'list':
      return <ListElement list={block} path={path} />
  }
}

/** Numbers as written: a list that begins with 12 does. */
function ListElement({ list: { items }, path }: { list: List; path: string }) {
  return (
    <ul dir="auto">
      {items.map(({ marker, content, nested }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text's items never move
        <li key={index}>
          <span aria-hidden={!isNumber(marker)}>{`${isNumber(marker) ? marker : '•'} `}</span>
          <span className={styles.item}>{inlinesOf(content, `${path}/${index}`)}</span>
          {nested && <ListElement list={nested} path={`${path}/${index}/nested`} />}
        </li>
      ))}
    </ul>
  )
}

function isNumber(marker: string): boolean {
  return /^\d/.test(marker)
}

/** The content of an element; a text alone needs no other around it. */
function inlinesOf(content: readonly Inline[], path: string): ReactNode {
  const [only, ...others] = content
  if (only?.kind === 'text' && others.length === 0) return only.text
  return <Inlines content={content} path={path} />
}

function Inlines({ content, path }: { content: readonly Inline[]; path: string }): ReactNode {
  return content.map((element, index) => {
    const key = `${path}/${index}`
    return <InlineElement key={key} element={element} path={key} />
  })
}

function InlineElement({ element, path }: { element: Inline; path: string }): ReactNode {
  const { nameOf } = useContext(MentionsContext)
  switch (element.kind) {
    case 'text':
      // An element of its own, as in a page that the browser has translated.
      return <span>{element.text}</span>
    case 'code':
      return <code>{nameMentions(element.text, nameOf)}</code>
    case 'mention':
      return <Mention uid={element.uid} />
    case 'link':
      return <LinkElement href={element.href} content={element.content} path={path} />
    case 'spoiler':
      return (
        <Spoiler path={path} isBlock={false}>
          <Inlines content={element.content} path={path} />
        </Spoiler>
      )
    default: {
      const Element = marked[element.kind]
      return <Element>{inlinesOf(element.content, path)}</Element>
    }
  }
}

const marked = { bold: 'strong', italic: 'em', struck: 's' } as const

function LinkElement({ href, content, path }: { href: string; content: Inline[]; path: string }) {
  const { nameOf } = useContext(MentionsContext)
  const label = textOfInline(content, nameOf)
  const inner = innerPathOf(href)
  if (label === href && inner === null) return <OuterLink href={href} />
  const plainLabel = withoutDirections(label)
  // No button lies in a link: a spoiler there stays closed.
  const shown = hasSpoiler(content) ? plainLabel : inlinesOf(stripDirections(content), path)
  if (inner !== null) return <Link to={inner}>{shown}</Link>
  return (
    <LabelledLink href={href} label={plainLabel}>
      {shown}
    </LabelledLink>
  )
}

function hasSpoiler(content: readonly Inline[]): boolean {
  return content.some(
    (element) => element.kind === 'spoiler' || ('content' in element && hasSpoiler(element.content)),
  )
}

function stripDirections(content: readonly Inline[]): Inline[] {
  return content.map((element) => {
    if ('text' in element) return { ...element, text: withoutDirections(element.text) }
    return 'content' in element ? { ...element, content: stripDirections(element.content) } : element
  })
}
