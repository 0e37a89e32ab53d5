import { useState } from 'react'
import type { EditDraft } from './edits.ts'
import { readEditDraft, saveEditDraft } from './unsent.ts'

/** What stands in the composer in place of a message; it outlives a reload of the tab. */
export function useEditDraft(conversationId: string, memberId: string) {
  const [draft, setDraft] = useState(() => readEditDraft(conversationId, memberId))

  function change(next: EditDraft | null) {
    setDraft(next)
    saveEditDraft(conversationId, memberId, next)
  }

  return [draft, change] as const
}
