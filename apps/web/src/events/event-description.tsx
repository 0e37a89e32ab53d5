import { isWebLink } from '@covo/contract/addresses'
import type { Block, Inline, List } from '@covo/contract/chat/markup.tree'
import { Fragment, type ReactNode } from 'react'
import { LabelledLink, OuterLink, withoutDirections } from '../ui/outer-link.tsx'
import styles from './event-description.module.css'

/** A description with the chat's marks, but without spoilers, mentions and colours of code; as its parser has read it. */
export function EventDescription({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={styles.description}>
      <Blocks blocks={blocks} />
    </div>
  )
}

// biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a text never move
function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <BlockElement key={index} block={block} />)
}

function BlockElement({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Inlines content={block.content} />
        </p>
      )
    case 'gap':
      return <div className={styles.gap} data-lines={block.lines} />
    case 'codeBlock':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'list':
      return <ListElement list={block} />
    default:
      return (
        <blockquote dir="auto">
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
  }
}

/** Numbers as written: a list that begins with 12 does. */
function ListElement({ list: { items } }: { list: List }) {
  return (
    <ul dir="auto">
      {items.map(({ marker, content, nested }, index) => {
        const isNumber = /^\d/.test(marker)
        return (
          <li key={index}>
            <span aria-hidden={!isNumber}>{`${isNumber ? marker : '•'} `}</span>
            <span className={styles.item}>
              <Inlines content={content} />
            </span>
            {nested && <ListElement list={nested} />}
          </li>
        )
      })}
    </ul>
  )
}

function Inlines({ content }: { content: readonly Inline[] }) {
  return content.map((element, index) => (
    <Fragment key={index}>
      <InlineElement element={element} />
    </Fragment>
  ))
}
// biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of a text never move

function InlineElement({ element }: { element: Inline }): ReactNode {
  switch (element.kind) {
    case 'text':
      return <span>{element.text}</span>
    case 'code':
      return <code>{element.text}</code>
    case 'mention':
      return <span>{`<@${element.uid}>`}</span>
    case 'link':
      return <LinkElement href={element.href} content={element.content} />
    case 'bold':
      return (
        <strong>
          <Inlines content={element.content} />
        </strong>
      )
    case 'italic':
      return (
        <em>
          <Inlines content={element.content} />
        </em>
      )
    case 'struck':
      return (
        <s>
          <Inlines content={element.content} />
        </s>
      )
    case 'spoiler':
      return <Inlines content={element.content} />
  }
}

/** An address with a user's name or a password in it, which no event has as its link either, is text. */
function LinkElement({ href, content }: { href: string; content: readonly Inline[] }) {
  const label = withoutDirections(textOf(content))
  if (!isWebLink(href)) return <span>{label === href ? href : `${label} (${href})`}</span>
  if (label === href) return <OuterLink href={href} />
  return (
    <LabelledLink href={href} label={label}>
      {label}
    </LabelledLink>
  )
}

function textOf(content: readonly Inline[]): string {
  return content
    .map((element) => {
      if ('content' in element) return textOf(element.content)
      return 'text' in element ? element.text : `<@${element.uid}>`
    })
    .join('')
}
