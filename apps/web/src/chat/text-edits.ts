import { closesFence, fenceOf } from '@covo/contract/chat/markup'

/** The replacement for a part of a text, and the selection after it. All places are UTF-16 units of the text. */
export type TextEdit = { start: number; end: number; insert: string; selection: [start: number, end: number] }

/** From the places and the text of a selection. */
export type MakeEdit = (start: number, end: number, text: string) => TextEdit

export const bold: MakeEdit = (...selection) => surround(...selection, '**')
export const italic: MakeEdit = (...selection) => surround(...selection, '*')
export const struck: MakeEdit = (...selection) => surround(...selection, '~~')

/** Puts marks around the selection, around each paragraph of it, or with nothing selected around the cursor. */
function surround(start: number, end: number, text: string, mark: string, closing = mark): TextEdit {
  const selected = text.slice(start, end)
  // Marks hold a text only where no blank lies between.
  const content = selected.trim()
  const from = start + selected.length - selected.trimStart().length
  const insert = content
    .split(/(\n\s*\n)/)
    .map((part, index) => (index % 2 === 0 ? mark + part + closing : part))
    .join('')
  return {
    start: from,
    end: from + content.length,
    insert,
    selection: [from + mark.length, from + insert.length - closing.length],
  }
}

/** Puts the selection between marks of code that no run of its own closes. */
export function codeInLine(start: number, end: number, text: string): TextEdit {
  const content = text.slice(start, end).trim()
  const marks = '`'.repeat(longestRun(content) + 1)
  const edge = /^`|`$/.test(content) ? ' ' : ''
  return surround(start, end, text, marks + edge, edge + marks)
}

/** Puts the selection's lines between fences that no line of theirs closes; with nothing selected, the cursor. */
export function fence(start: number, end: number, text: string): TextEdit {
  return enclose(start, end, text, (content) => '`'.repeat(Math.max(2, longestRun(content)) + 1))
}

/** The word of language at which a block of code begins, '' for none, and its place. */
type FenceLanguage = { start: number; end: number; word: string }

/** That of the code around the cursor; null outside of code, and where more than a word stands there. */
export function languageAt(cursor: number, text: string): FenceLanguage | null {
  const opening = fenceAround(cursor, text)
  return opening && !/\s/.test(opening.word) ? opening : null
}

/** Whether the cursor is in code, between fences or in a line, whose end may not be written yet. */
export function isInCode(cursor: number, text: string): boolean {
  if (fenceAround(cursor, text)) return true
  const line = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, cursor)
  let opened = 0
  for (const [{ length }] of line.matchAll(/`+/g))
    if (opened === 0) opened = length
    else if (opened === length) opened = 0
  return opened > 0
}

/** The beginning of the code around the cursor; null outside of code. */
function fenceAround(cursor: number, text: string): FenceLanguage | null {
  let opening: (FenceLanguage & { marks: string }) | null = null
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    const isClosing: boolean = opening !== null && closesFence(line, opening)
    const opened: ReturnType<typeof fenceOf> = opening ? null : fenceOf(line)
    if (opened) opening = { marks: opened.marks, start: start + opened.marks.length, end, word: opened.info }
    if (cursor <= end) return opening
    if (isClosing) opening = null
    start = end + 1
  }
  return null
}

/** Writes the language of the code around the cursor, which stays where it is in the code. */
export function writeLanguage(word: string): MakeEdit {
  return (cursor, _end, text) => {
    const place = languageAt(cursor, text) ?? { start: cursor, end: cursor }
    const moved =
      cursor > place.end ? cursor + word.length - (place.end - place.start) : place.start + word.length
    return { start: place.start, end: place.end, insert: word, selection: [moved, moved] }
  }
}

/** Hides the selection, in one line between marks, and of several lines between two lines of marks. */
export function spoiler(start: number, end: number, text: string): TextEdit {
  if (!text.slice(start, end).trim().includes('\n')) return surround(start, end, text, '||')
  return enclose(start, end, text, () => '||')
}

/** Makes the selection's lines items of a list, without the empty ones among them. */
export function listItems(start: number, end: number, text: string): TextEdit {
  return changeLines(start, end, text, '- ', (lines) => lines.filter((line) => line.trim() !== ''))
}

/** Makes the selection's lines a quote. */
export function quote(start: number, end: number, text: string): TextEdit {
  return changeLines(start, end, text, '> ')
}

/** Begins each line that the selection touches with a mark; the cursor stays where it is in its line. */
function changeLines(
  start: number,
  end: number,
  text: string,
  mark: string,
  choose = (lines: string[]) => lines,
): TextEdit {
  const [from, to] = linesAt(start, end, text)
  const lines = text.slice(from, to).split('\n')
  const insert = (lines.length > 1 ? choose(lines) : lines).map((line) => mark + line).join('\n')
  const cursor = start + mark.length
  return {
    start: from,
    end: to,
    insert,
    selection: start === end ? [cursor, cursor] : [from, from + insert.length],
  }
}

/** Puts the selection's lines, or with nothing selected the cursor, between two lines of marks. */
function enclose(start: number, end: number, text: string, marksOf: (content: string) => string): TextEdit {
  const [from, to] = start === end ? [start, end] : linesAt(start, end, text)
  const content = text.slice(from, to)
  const marks = marksOf(content)
  const before = from > 0 && text.charAt(from - 1) !== '\n' ? '\n' : ''
  const after = to < text.length && text.charAt(to) !== '\n' ? '\n' : ''
  const begin = from + before.length + marks.length + 1
  return {
    start: from,
    end: to,
    insert: `${before}${marks}\n${content}\n${marks}${after}`,
    selection: [begin, begin + content.length],
  }
}

/** The places from which and to which the lines of a selection reach, without the line break behind them. */
function linesAt(start: number, end: number, text: string): [from: number, to: number] {
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end > start && text.charAt(end - 1) === '\n' ? end - 1 : end)
  return [from, lineEnd < 0 ? text.length : lineEnd]
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
}

/** Puts a text in place of the selection. */
export function insert(written: string): MakeEdit {
  return (start, end) => {
    const behind = start + written.length
    return { start, end, insert: written, selection: [behind, behind] }
  }
}

/** Begins a new line in place of the selection. */
export const breakLine = insert('\n')

/** Makes an edit in the box, as one step that Ctrl or ⌘ Z undoes. */
export function applyEdit(box: HTMLTextAreaElement, edit: TextEdit): void {
  box.focus()
  box.setSelectionRange(edit.start, edit.end)
  // Deprecated, and the one way to a step of the browser's own undoing.
  if (!document.execCommand('insertText', false, edit.insert)) {
    box.setRangeText(edit.insert)
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  box.setSelectionRange(...edit.selection)
}
