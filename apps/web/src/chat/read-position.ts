import { readNote, saveNote } from '../platform/last-seen.ts'

/** The sequence up to which a member has read a conversation on this device; null when they never did. */
export function readPosition(conversationId: string, memberId: string): number | null {
  const position = readNote(noteOf(conversationId, memberId))
  return position !== null && /^\d+$/.test(position) ? Number(position) : null
}

export function savePosition(conversationId: string, memberId: string, sequence: number): void {
  saveNote(noteOf(conversationId, memberId), String(sequence))
}

function noteOf(conversationId: string, memberId: string): string {
  return `read.${memberId}.${conversationId}`
}
