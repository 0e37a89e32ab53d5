import type { Block, Inline, List } from '@covo/contract/chat/markup.tree'

/** The lines of a message outside its code blocks, which fold by themselves. A closed spoiler is one. */
export function countLines(blocks: readonly Block[]): number {
  return sum(blocks.map(linesOfBlock))
}

/** A message up to that number of lines, and the code blocks between them. */
export function firstLines(blocks: readonly Block[], maximum: number): Block[] {
  const kept: Block[] = []
  let left = maximum
  for (const block of blocks) {
    if (left <= 0) break
    const lines = linesOfBlock(block)
    kept.push(lines <= left ? block : cutBlock(block, left))
    left -= lines
  }
  return kept
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function linesOfBlock(block: Block): number {
  switch (block.kind) {
    case 'paragraph':
      return linesOfInline(block.content)
    case 'gap':
      return block.lines
    case 'codeBlock':
      return 0
    case 'quote':
      return countLines(block.blocks)
    case 'spoilerBlock':
      return 1
    case 'list':
      return linesOfList(block)
  }
}

function linesOfList({ items }: List): number {
  return sum(items.map(({ content, nested }) => linesOfInline(content) + (nested ? linesOfList(nested) : 0)))
}

function linesOfInline(content: readonly Inline[]): number {
  return 1 + sum(content.map(breaksIn))
}

function breaksIn(element: Inline): number {
  if (element.kind === 'text' || element.kind === 'code') return element.text.split('\n').length - 1
  if (element.kind === 'mention' || element.kind === 'spoiler') return 0
  return sum(element.content.map(breaksIn))
}

function cutBlock(block: Block, maximum: number): Block {
  if (block.kind === 'paragraph') return { ...block, content: cutInline(block.content, maximum) }
  if (block.kind === 'quote') return { ...block, blocks: firstLines(block.blocks, maximum) }
  if (block.kind === 'list') return cutList(block, maximum)
  return block
}

function cutList({ items }: List, maximum: number): List {
  const kept: List['items'] = []
  let left = maximum
  for (const item of items) {
    if (left <= 0) break
    const lines = linesOfInline(item.content)
    const content = cutInline(item.content, left)
    left -= lines
    const nested = item.nested && left > 0 ? cutList(item.nested, left) : null
    if (item.nested) left -= linesOfList(item.nested)
    kept.push({ ...item, content, nested })
  }
  return { kind: 'list', items: kept }
}

/** Up to the line break that ends the last of the lines. */
function cutInline(content: readonly Inline[], maximum: number): Inline[] {
  const kept: Inline[] = []
  let left = maximum
  for (const element of content) {
    const breaks = breaksIn(element)
    if (breaks < left) {
      kept.push(element)
      left -= breaks
      continue
    }
    if (element.kind === 'text' || element.kind === 'code')
      kept.push({ ...element, text: element.text.split('\n').slice(0, left).join('\n') })
    else if ('content' in element) kept.push({ ...element, content: cutInline(element.content, left) })
    break
  }
  return kept
}
