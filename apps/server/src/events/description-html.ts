import { isWebLink } from '@covo/contract/addresses'
import { parseDescription } from '@covo/contract/chat/markup'
import { textOfInline } from '@covo/contract/chat/markup.text'
import type { Block, Inline, List } from '@covo/contract/chat/markup.tree'
import { escapeHtml } from '@covo/contract/escape-html'

/** An event's description as HTML, for a page without script. Each text in it is escaped; a link leads to the web alone. */
export function descriptionHtml(description: string): string {
  return htmlOfBlocks(parseDescription(description))
}

function htmlOfBlocks(blocks: readonly Block[]): string {
  return blocks.map(htmlOfBlock).join('')
}

function htmlOfBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${htmlOfInlines(block.content)}</p>`
    case 'gap':
      return ''
    case 'codeBlock':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`
    case 'list':
      return htmlOfList(block)
    default:
      return `<blockquote>${htmlOfBlocks(block.blocks)}</blockquote>`
  }
}

/** Numbers as written: a list that begins with 12 does. */
function htmlOfList({ items }: List): string {
  const list = items.map(({ marker, content, nested }) => {
    const number = /^\d/.test(marker) ? `${marker} ` : ''
    return `<li>${number}${htmlOfInlines(content)}${nested ? htmlOfList(nested) : ''}</li>`
  })
  return `<ul>${list.join('')}</ul>`
}

const elements = { bold: 'strong', italic: 'em', struck: 's', spoiler: 'span' } as const

function htmlOfInlines(content: readonly Inline[]): string {
  return content.map(htmlOfInline).join('')
}

function htmlOfInline(element: Inline): string {
  switch (element.kind) {
    case 'text':
      return htmlOfText(element.text)
    case 'code':
      return `<code>${escapeHtml(element.text)}</code>`
    case 'mention':
      return escapeHtml(`<@${element.uid}>`)
    case 'link':
      return htmlOfLink(element.href, element.content)
    default:
      return `<${elements[element.kind]}>${htmlOfInlines(element.content)}</${elements[element.kind]}>`
  }
}

/** The address stands behind a name that somebody gave it, which may say another one. */
function htmlOfLink(href: string, content: readonly Inline[]): string {
  const label = textOfInline(content, () => undefined)
  const address = escapeHtml(href)
  const shown = isWebLink(href)
    ? `<a href="${address}" rel="nofollow ugc noopener noreferrer">${address}</a>`
    : address
  return label === href ? shown : `<bdi>${htmlOfText(label)}</bdi> (${shown})`
}

function htmlOfText(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br />')
}
