import { readDeviceDraft, saveDeviceDraft } from '../platform/device-drafts.ts'
import type { Echo } from './echoes.ts'
import type { Edit, EditDraft } from './edits.ts'

// Of this tab alone, so that two tabs don't overwrite each other's; and by member, so that nobody reads another's.
const outboxKey = (conversationId: string, memberId: string) => `covo.outbox.${memberId}.${conversationId}`
const draftKey = (conversationId: string, memberId: string) => `covo.draft.${memberId}.${conversationId}`
const partKey = (name: string) => `covo.part.${name}`
const editsKey = (conversationId: string, memberId: string) => `covo.edits.${memberId}.${conversationId}`
const editDraftKey = (conversationId: string, memberId: string) =>
  `covo.editing.${memberId}.${conversationId}`
const keptEditKey = (conversationId: string, memberId: string, sequence: number) =>
  `${editDraftKey(conversationId, memberId)}.${sequence}`
const draftName = (conversationId: string, memberId: string) => `${memberId}.${conversationId}`

/** Messages that are not known to be stored yet; they outlive a reload. */
export function readOutbox(conversationId: string, memberId: string): Echo[] {
  const saved = sessionStorage.getItem(outboxKey(conversationId, memberId))
  return saved ? (JSON.parse(saved) as Echo[]) : []
}

export function saveOutbox(conversationId: string, memberId: string, echoes: readonly Echo[]) {
  save(outboxKey(conversationId, memberId), echoes.length > 0 ? JSON.stringify(echoes) : '')
}

/** The same of edits. */
export function readEdits(conversationId: string, memberId: string): Edit[] {
  const saved = sessionStorage.getItem(editsKey(conversationId, memberId))
  return saved ? (JSON.parse(saved) as Edit[]) : []
}

export function saveEdits(conversationId: string, memberId: string, edits: readonly Edit[]) {
  save(editsKey(conversationId, memberId), edits.length > 0 ? JSON.stringify(edits) : '')
}

/** The conversations in which a member has such messages or edits. */
export function unsentConversations(memberId: string): string[] {
  const found = [outboxKey('', memberId), editsKey('', memberId)].flatMap((prefix) =>
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length)),
  )
  return [...new Set(found)]
}

/** The draft of an edit in the composer, of this tab alone. */
export function readEditDraft(conversationId: string, memberId: string): EditDraft | null {
  const saved = sessionStorage.getItem(editDraftKey(conversationId, memberId))
  return saved ? (JSON.parse(saved) as EditDraft) : null
}

export function saveEditDraft(conversationId: string, memberId: string, draft: EditDraft | null) {
  save(editDraftKey(conversationId, memberId), draft ? JSON.stringify(draft) : '')
}

/** Keeps the draft of an edit that another one or a reply displaces. */
export function keepEditDraft(conversationId: string, memberId: string, draft: EditDraft) {
  save(keptEditKey(conversationId, memberId, draft.sequence), JSON.stringify(draft))
}

/** The draft that is kept of a message's edit; it is kept no longer. */
export function takeEditDraft(conversationId: string, memberId: string, sequence: number): EditDraft | null {
  const key = keptEditKey(conversationId, memberId, sequence)
  const saved = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return saved ? (JSON.parse(saved) as EditDraft) : null
}

/** The text in the composer: this tab's, or else the last one of any tab. It outlives a reload, and the tab. */
export function readDraft(conversationId: string, memberId: string): string {
  const own = sessionStorage.getItem(draftKey(conversationId, memberId))
  return own ?? readDeviceDraft(draftName(conversationId, memberId))
}

export function saveDraft(conversationId: string, memberId: string, text: string) {
  save(draftKey(conversationId, memberId), text)
  saveDeviceDraft(draftName(conversationId, memberId), text)
}

/** Data that goes with that text, such as the message that it replies to, read in the same way. */
export function readDraftPart<Part>(part: string, conversationId: string, memberId: string): Part | null {
  const name = `${draftName(conversationId, memberId)}.${part}`
  const saved = sessionStorage.getItem(partKey(name)) ?? readDeviceDraft(name)
  return saved ? (JSON.parse(saved) as Part) : null
}

export function saveDraftPart(part: string, conversationId: string, memberId: string, value: unknown) {
  const name = `${draftName(conversationId, memberId)}.${part}`
  const saved = value === null ? '' : JSON.stringify(value)
  save(partKey(name), saved)
  saveDeviceDraft(name, saved)
}

function save(key: string, value: string) {
  try {
    if (value) sessionStorage.setItem(key, value)
    else sessionStorage.removeItem(key)
  } catch {
    // The browser's store is full: the text is on the screen alone.
  }
}
