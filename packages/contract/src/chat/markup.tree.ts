/**
 * A part of a message, on lines of its own. A line break in a text is '\n'; a gap stands for empty lines between two blocks.
 * Quotes are two deep at most, and no spoiler lies in another.
 */
export type Block =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'gap'; lines: 1 | 2 }
  | { kind: 'codeBlock'; language: string | null; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'spoilerBlock'; blocks: Block[] }
  | List

/** Three deep at most. */
export type List = { kind: 'list'; items: ListItem[] }

/** The marker is as typed: '-', '*', '+', '12.' or '12)'. */
export type ListItem = { marker: string; content: Inline[]; nested: List | null }

/**
 * An element of a line. `href` is an http or https address as typed, `uid` a UUID in lower case. Mentions in code stay
 * as typed; `nameMentions` shows them. No element lies in one that was written in the same way.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'struck' | 'spoiler'; content: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; content: Inline[] }
  | { kind: 'mention'; uid: string }

/** The blocks around the parsed text, with the number of quotes, and how many elements its message may still have. */
export type Surroundings = {
  budget: { elements: number }
  quotes: number
  isInSpoiler: boolean
  isInLink: boolean
}
