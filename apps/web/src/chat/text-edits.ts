/** What takes the place of a part of a text, and the selection after it. All places are UTF-16 units of the text. */
export type TextEdit = { start: number; end: number; insert: string; selection: [start: number, end: number] }

/** Puts marks around the selection, or with nothing selected around the cursor. */
export function surround(start: number, end: number, text: string, mark: string): TextEdit {
  const selected = text.slice(start, end)
  // Marks hold a text only where no blank lies between.
  const content = selected.trim()
  const from = start + selected.length - selected.trimStart().length
  const begin = from + mark.length
  return {
    start: from,
    end: from + content.length,
    insert: `${mark}${content}${mark}`,
    selection: [begin, begin + content.length],
  }
}

/** Puts the selection's lines between fences that no line of theirs closes; with nothing selected, the cursor. */
export function fence(start: number, end: number, text: string): TextEdit {
  const isEmpty = start === end
  const from = isEmpty ? start : text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', text.charAt(end - 1) === '\n' ? end - 1 : end)
  const to = isEmpty ? end : lineEnd < 0 ? text.length : lineEnd
  const code = text.slice(from, to)
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  const before = from > 0 && text.charAt(from - 1) !== '\n' ? '\n' : ''
  const after = to < text.length && text.charAt(to) !== '\n' ? '\n' : ''
  const begin = from + before.length + marks.length + 1
  return {
    start: from,
    end: to,
    insert: `${before}${marks}\n${code}\n${marks}${after}`,
    selection: [begin, begin + code.length],
  }
}

/** Begins a new line in place of the selection. */
export function breakLine(start: number, end: number): TextEdit {
  return { start, end, insert: '\n', selection: [start + 1, start + 1] }
}

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
