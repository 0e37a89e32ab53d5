import { teamOfRoom } from '@covo/contract/chat/chat.rules'
import { readDeviceDraft, saveDeviceDraft } from '../platform/device-drafts.ts'
import { areAllWith, deviceStore, hasFields, parseStored, tabStore } from '../platform/stores.ts'
import type { Echo } from './echoes.ts'
import type { Edit, EditDraft } from './edits.ts'
import { areChosen } from './mentions.ts'

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
  return tabStore.readValue(outboxKey(conversationId, memberId), areEchoes) ?? []
}

export function saveOutbox(conversationId: string, memberId: string, echoes: readonly Echo[]) {
  tabStore.keep(outboxKey(conversationId, memberId), echoes.length > 0 ? JSON.stringify(echoes) : '')
}

/** The same of edits. */
export function readEdits(conversationId: string, memberId: string): Edit[] {
  return tabStore.readValue(editsKey(conversationId, memberId), areEdits) ?? []
}

export function saveEdits(conversationId: string, memberId: string, edits: readonly Edit[]) {
  tabStore.keep(editsKey(conversationId, memberId), edits.length > 0 ? JSON.stringify(edits) : '')
}

/** The conversations in which a member has such messages or edits. */
export function unsentConversations(memberId: string): string[] {
  const found = [outboxKey('', memberId), editsKey('', memberId)].flatMap((prefix) =>
    tabStore.keys(prefix).map((key) => key.slice(prefix.length)),
  )
  return [...new Set(found)]
}

/** The draft of an edit in the composer, of this tab alone. */
export function readEditDraft(conversationId: string, memberId: string): EditDraft | null {
  return tabStore.readValue(editDraftKey(conversationId, memberId), isEditDraft)
}

export function saveEditDraft(conversationId: string, memberId: string, draft: EditDraft | null) {
  tabStore.keep(editDraftKey(conversationId, memberId), draft ? JSON.stringify(draft) : '')
}

/** Keeps the draft of an edit that another one or a reply displaces. */
export function keepEditDraft(conversationId: string, memberId: string, draft: EditDraft) {
  tabStore.keep(keptEditKey(conversationId, memberId, draft.sequence), JSON.stringify(draft))
}

/** The draft that is kept of a message's edit; it is kept no longer. */
export function takeEditDraft(conversationId: string, memberId: string, sequence: number): EditDraft | null {
  const key = keptEditKey(conversationId, memberId, sequence)
  const draft = tabStore.readValue(key, isEditDraft)
  tabStore.remove(key)
  return draft
}

/** The text in the composer: this tab's, or else the last one of any tab. It outlives a reload, and the tab. */
export function readDraft(conversationId: string, memberId: string): string {
  return (
    tabStore.read(draftKey(conversationId, memberId)) ?? readDeviceDraft(draftName(conversationId, memberId))
  )
}

export function saveDraft(conversationId: string, memberId: string, text: string) {
  tabStore.keep(draftKey(conversationId, memberId), text)
  saveDeviceDraft(draftName(conversationId, memberId), text)
}

/** Data that goes with that text, such as the message that it replies to, read in the same way. */
export function readDraftPart<Part>(
  part: string,
  conversationId: string,
  memberId: string,
  isPart: (stored: unknown) => stored is Part,
): Part | null {
  const name = `${draftName(conversationId, memberId)}.${part}`
  return parseStored(tabStore.read(partKey(name)) ?? readDeviceDraft(name), isPart)
}

export function saveDraftPart(part: string, conversationId: string, memberId: string, value: unknown) {
  const name = `${draftName(conversationId, memberId)}.${part}`
  const saved = value === null ? '' : JSON.stringify(value)
  tabStore.keep(partKey(name), saved)
  saveDeviceDraft(name, saved)
}

/** What this device keeps of conversations has their ids as parts of its names, between dots. */
const keptNames = () =>
  [tabStore, deviceStore].flatMap((store) =>
    store.keys('covo.').map((key) => ({ store, key, parts: key.split('.') })),
  )

/** The rooms of teams of which this device keeps something. */
export function keptTeamRooms(): string[] {
  return [...new Set(keptNames().flatMap(({ parts }) => parts.filter((part) => teamOfRoom(part) !== null)))]
}

/** Forgets the drafts of a conversation, what waits to be sent there, and how far it was read. */
export function forgetUnsent(conversationId: string): void {
  for (const { store, key, parts } of keptNames()) if (parts.includes(conversationId)) store.remove(key)
}

function areEchoes(stored: unknown): stored is Echo[] {
  return areAllWith(stored, { clientId: 'string', text: 'string', createdAt: 'string', status: 'string' })
}

function areEdits(stored: unknown): stored is Edit[] {
  return areAllWith(stored, { ...editFields, status: 'string' })
}

function isEditDraft(stored: unknown): stored is EditDraft {
  if (!hasFields(stored, { ...editFields, source: 'string' })) return false
  const { people } = stored as { people?: unknown }
  return people === undefined || areChosen(people)
}

const editFields = { clientId: 'string', sequence: 'number', text: 'string', edits: 'number' } as const
