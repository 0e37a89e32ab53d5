import { useState } from 'react'
import type { EditDraft } from './edits.ts'
import { keepEditDraft, readEditDraft, saveEditDraft, takeEditDraft } from './unsent.ts'

/** The draft of an edit in the composer; it outlives a reload of the tab. */
export function useEditDraft(conversationId: string, memberId: string) {
  const [editDraft, setDraft] = useState(() => readEditDraft(conversationId, memberId))

  /** Replaces the draft, or ends the edit. */
  function changeEdit(next: EditDraft | null) {
    setDraft(next)
    saveEditDraft(conversationId, memberId, next)
  }

  /** Begins another edit, or none. The text that was typed is back when its message is edited again. */
  function switchEdit(next: EditDraft | null) {
    // From the store: the rows hold this function for longer than one draft.
    const left = readEditDraft(conversationId, memberId)
    if (left && (left.text !== left.source || left.changesFiles))
      keepEditDraft(conversationId, memberId, left)
    changeEdit(next && (takeEditDraft(conversationId, memberId, next.sequence) ?? next))
  }

  return { editDraft, changeEdit, switchEdit }
}
