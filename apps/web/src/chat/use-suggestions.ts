import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { applyEdit } from './text-edits.ts'

/** What may take the place of the word that is being written. */
export type Suggestion = {
  key: string
  content: ReactNode
  description?: string | undefined
  insert: string
  onChoose: () => void
}

/** The typed part of such a word before the cursor, and the place of the sign that begins it. */
export type Begun = { start: number; typed: string }

/** One kind of them. */
export type SuggestionSource = {
  /** Names the list. */
  label: string
  begun: (text: string, cursor: number) => Begun | null
  find: (typed: string) => Suggestion[]
}

/** Suggestions of one kind at most, while in the box a word of its kind is begun. */
export function useSuggestions(
  box: RefObject<HTMLTextAreaElement | null>,
  text: string,
  sources: SuggestionSource[],
) {
  const listId = useId()
  // -1: the box has no focus.
  const [cursor, setCursor] = useState(-1)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [marked, setMarked] = useState({ start: -1, typed: '', index: 0 })
  const words = sources.flatMap(({ label, begun, find }) => {
    const word = begun(text, cursor)
    return word ? [{ ...word, label, find }] : []
  })
  // Another word opens it again.
  if (closedAt !== null && words.every(({ start }) => start !== closedAt)) setClosedAt(null)
  const open = words
    .filter(({ start }) => start !== closedAt)
    .map(({ find, ...word }) => ({ ...word, found: find(word.typed) }))
    .find(({ found }) => found.length > 0)
  const found = open?.found ?? []
  const isMarked = marked.start === open?.start && marked.typed === open.typed
  const index = isMarked ? Math.min(marked.index, found.length - 1) : 0
  const optionId = (place: number) => `${listId}-${place}`

  function choose({ insert, onChoose }: Suggestion) {
    if (!open || !box.current) return
    const end = open.start + insert.length
    onChoose()
    applyEdit(box.current, { start: open.start, end: cursor, insert, selection: [end, end] })
    setCursor(end)
  }

  return {
    listId,
    label: open?.label,
    found,
    index,
    optionId,
    choose,
    boxProps: {
      onSelect: () => setCursor(box.current?.selectionStart ?? -1),
      onBlur: () => setCursor(-1),
      ...(found.length > 0 && {
        'aria-autocomplete': 'list' as const,
        'aria-controls': listId,
        'aria-activedescendant': optionId(index),
      }),
    },

    /** Whether the list took the key. */
    handleKeyDown(event: KeyboardEvent): boolean {
      const suggestion = found[index]
      if (!open || !suggestion) return false
      const { start, typed } = open
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) setMarked({ start, typed, index: (index + step + found.length) % found.length })
      else if (event.key === 'Enter' || event.key === 'Tab') choose(suggestion)
      else if (event.key === 'Escape') setClosedAt(start)
      else return false
      event.preventDefault()
      return true
    },
  }
}

export type SuggestionListState = ReturnType<typeof useSuggestions>
