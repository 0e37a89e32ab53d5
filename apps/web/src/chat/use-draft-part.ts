import { useState } from 'react'
import { readDraftPart, saveDraftPart } from './unsent.ts'

/** Data that goes with the text in the composer, and is kept as long. */
export function useDraftPart<Part>(
  name: string,
  conversationId: string,
  memberId: string,
  isPart: (stored: unknown) => stored is Part,
) {
  const [part, setPart] = useState(() => readDraftPart(name, conversationId, memberId, isPart))

  function change(next: Part | null) {
    setPart(next)
    saveDraftPart(name, conversationId, memberId, next)
  }

  return [part, change] as const
}
