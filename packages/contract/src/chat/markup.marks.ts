import { isSeen } from '../names.ts'
import type { Inline, Surroundings } from './markup.tree.ts'

const kinds = { '*': 'italic', _: 'italic', '**': 'bold', '~~': 'struck' } as const
type Mark = keyof typeof kinds

/** The marks that a run of one character stands for. Any other run is text, as in `__init__`. */
const marksOf: Partial<Record<string, Mark[]>> = {
  '*': ['*'],
  '**': ['**'],
  '***': ['*', '**'],
  _: ['_'],
  '~~': ['~~'],
}

/** A mark: text, until its other half is found. `place` is its index among the pieces, `end` where its run ends. */
type Delimiter = {
  kind: 'delimiter'
  mark: Mark
  role: 'text' | 'open' | 'close'
  place: number
  end: number
}

type Piece = Inline | Delimiter

/**
 * The marks that wait for their other half, at most one of each: a later one takes its place, since the nearest pair counts
 * and no element lies in its like.
 */
export type OpenMarks = Map<Mark, Delimiter>

/** A text that has been read up to `at`. */
export type Reading = { text: string; at: number; around: Surroundings; pieces: Piece[]; open: OpenMarks }

/** A letter or digit, with its combining marks; the selector at the end of an emoji makes no letter of it. */
const letterBefore = /[[\p{L}\p{N}\p{Mn}\p{Mc}]--\p{Variation_Selector}]$/v
const letterAfter = /^[[\p{L}\p{N}\p{Mn}\p{Mc}]--\p{Variation_Selector}]/v

/** Whether the run of marks from `at` to `end` can open: before a character, but not after a letter or digit. */
export function canOpen(text: string, at: number, end: number): boolean {
  return text.charAt(end).trim() !== '' && !letterBefore.test(text.slice(Math.max(at - 2, 0), at))
}

/** Whether the run of marks from `at` to `end` can close: after a character, but not before a letter or digit. */
export function canClose(text: string, at: number, end: number): boolean {
  return text.charAt(at - 1).trim() !== '' && !letterAfter.test(text.slice(end, end + 2))
}

/** Where the run of the one character at `at` ends. */
export function endOfRun(text: string, at: number): number {
  let end = at + 1
  while (text[end] === text[at]) end += 1
  return end
}

/** Reads a run of marks: each closes what is open, else opens, else is text. False where the run stands for no mark. */
export function readMarks(reading: Reading, run: string): boolean {
  const { text, at, pieces, open } = reading
  const end = at + run.length
  let marks = marksOf[run]
  if (!marks) return false
  if (canClose(text, at, end))
    marks = marks
      .toSorted((one, other) => placeOf(open, other) - placeOf(open, one))
      .filter((mark) => !closeMark(reading, mark))
  const isOpening = canOpen(text, at, end)
  for (const mark of marks) {
    const delimiter: Delimiter = { kind: 'delimiter', mark, role: 'text', place: pieces.length, end }
    pieces.push(delimiter)
    if (isOpening) open.set(mark, delimiter)
  }
  reading.at = end
  return true
}

function placeOf(open: OpenMarks, mark: Mark): number {
  return open.get(mark)?.place ?? -1
}

/** Pairs a mark at `at` with the open one of its kind. Marks that opened in between would cross the pair, and are text. */
function closeMark({ text, at, pieces, open, around }: Reading, mark: Mark): boolean {
  let opener = open.get(mark)
  if (!opener || around.budget.elements === 0 || !isSeen(text.slice(opener.end, at))) return false
  const next = pieces[opener.place + 1]
  // Two marks of one run nest in the order in which they are closed.
  if (next?.kind === 'delimiter' && next.end === opener.end && open.get(next.mark) === next) {
    opener.mark = next.mark
    open.set(opener.mark, opener)
    next.mark = mark
    opener = next
  }
  opener.role = 'open'
  pieces.push({ ...opener, role: 'close' })
  around.budget.elements -= 1
  open.delete(mark)
  for (const [other, { place }] of open) if (place > opener.place) open.delete(other)
  return true
}

/** The tree of the pieces, in which pairs never cross. */
export function nest(pieces: Piece[]): Inline[] {
  let content: Inline[] = []
  const outer: Inline[][] = []
  for (const piece of pieces) {
    if (piece.kind !== 'delimiter') add(content, piece)
    else if (piece.role === 'text') add(content, { kind: 'text', text: piece.mark })
    else if (piece.role === 'open') {
      outer.push(content)
      content = []
    } else {
      const element: Inline = { kind: kinds[piece.mark], content }
      content = outer.pop() ?? []
      content.push(element)
    }
  }
  return content
}

function add(content: Inline[], piece: Inline): void {
  const last = content.at(-1)
  if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text
  else content.push(piece)
}
