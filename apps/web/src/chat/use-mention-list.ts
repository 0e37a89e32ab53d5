import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { type Chosen, nameBegun, type Offered, peopleNamed } from './mentions.ts'
import { applyEdit } from './text-edits.ts'

/** The list of people to mention, which opens while a name is begun in the box. */
export function useMentionList(
  box: RefObject<HTMLTextAreaElement | null>,
  { text, people, onChoose }: { text: string; people: () => Offered[]; onChoose: (person: Chosen) => void },
) {
  const listId = useId()
  // -1: the box has no focus.
  const [cursor, setCursor] = useState(-1)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [marked, setMarked] = useState({ start: -1, typed: '', index: 0 })
  const begun = nameBegun(text, cursor)
  // Another word opens it again.
  if (closedAt !== null && begun?.start !== closedAt) setClosedAt(null)
  const found = begun && begun.start !== closedAt ? peopleNamed(people(), begun.typed) : []
  const isMarked = marked.start === begun?.start && marked.typed === begun.typed
  const index = isMarked ? Math.min(marked.index, found.length - 1) : 0
  const optionId = (place: number) => `${listId}-${place}`

  function choose({ uid, displayName }: Chosen) {
    if (!begun || !box.current) return
    const insert = `@${displayName} `
    const end = begun.start + insert.length
    onChoose({ uid, displayName })
    applyEdit(box.current, { start: begun.start, end: cursor, insert, selection: [end, end] })
    setCursor(end)
  }

  return {
    listId,
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
      const person = found[index]
      if (!begun || !person) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) setMarked({ ...begun, index: (index + step + found.length) % found.length })
      else if (event.key === 'Enter' || event.key === 'Tab') choose(person)
      else if (event.key === 'Escape') setClosedAt(begun.start)
      else return false
      event.preventDefault()
      return true
    },
  }
}

export type MentionListState = ReturnType<typeof useMentionList>
