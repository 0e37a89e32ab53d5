import type { Echo } from './echoes.ts'

// Of this tab alone, so that two tabs don't overwrite each other's; and by member, so that nobody reads another's.
const outboxKey = (conversationId: string, memberId: string) => `covo.outbox.${memberId}.${conversationId}`
const draftKey = (conversationId: string, memberId: string) => `covo.draft.${memberId}.${conversationId}`

/** Messages that are not known to be stored yet; they outlive a reload. */
export function readOutbox(conversationId: string, memberId: string): Echo[] {
  const saved = sessionStorage.getItem(outboxKey(conversationId, memberId))
  return saved ? (JSON.parse(saved) as Echo[]) : []
}

export function saveOutbox(conversationId: string, memberId: string, echoes: readonly Echo[]) {
  save(outboxKey(conversationId, memberId), echoes.length > 0 ? JSON.stringify(echoes) : '')
}

/** The conversations in which a member has such messages. */
export function unsentConversations(memberId: string): string[] {
  const prefix = outboxKey('', memberId)
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
}

/** What stands in the composer; it outlives a reload. */
export function readDraft(conversationId: string, memberId: string): string {
  return sessionStorage.getItem(draftKey(conversationId, memberId)) ?? ''
}

export function saveDraft(conversationId: string, memberId: string, text: string) {
  save(draftKey(conversationId, memberId), text)
}

function save(key: string, value: string) {
  try {
    if (value) sessionStorage.setItem(key, value)
    else sessionStorage.removeItem(key)
  } catch {
    // The browser's store is full: what is on the screen is then all there is.
  }
}
