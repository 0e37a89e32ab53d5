import { useState } from 'react'
import { readDraftPart, saveDraftPart } from './unsent.ts'

/** What goes with the text in the composer: it is kept as long as that. */
export function useDraftPart<Part>(name: string, conversationId: string, memberId: string) {
  const [part, setPart] = useState(() => readDraftPart<Part>(name, conversationId, memberId))

  function change(next: Part | null) {
    setPart(next)
    saveDraftPart(name, conversationId, memberId, next)
  }

  return [part, change] as const
}
