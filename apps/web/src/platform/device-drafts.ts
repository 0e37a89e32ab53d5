import { localStore } from './local-store.ts'

type Draft = { text: string; savedAt: number }

const prefix = 'covo.draft.'
const longestAge = 30 * 86_400_000
const maximumDrafts = 50

/** The text last written under a name in any tab of this browser, or nothing. Drafts are kept for 30 days, until a logout. */
export function readDeviceDraft(name: string): string {
  const draft = parseDraft(prefix + name)
  return draft && isRecent(draft) ? draft.text : ''
}

/** Keeps a text; an empty one is forgotten. Beyond 50 drafts the oldest go. */
export function saveDeviceDraft(name: string, text: string): void {
  const store = localStore()
  const key = prefix + name
  if (!text) {
    store?.removeItem(key)
    return
  }
  if (store?.getItem(key) === null) makeRoom(store)
  try {
    store?.setItem(key, JSON.stringify({ text, savedAt: Date.now() } satisfies Draft))
  } catch {
    // The browser's store is full: the tab has its own copy.
  }
}

export function forgetDeviceDrafts(): void {
  for (const key of draftKeys()) localStore()?.removeItem(key)
}

function makeRoom(store: Storage): void {
  const drafts = draftKeys()
    .map((key) => ({ key, savedAt: parseDraft(key)?.savedAt ?? 0 }))
    .sort((one, other) => other.savedAt - one.savedAt)
  for (const [place, draft] of drafts.entries())
    if (place >= maximumDrafts - 1 || !isRecent(draft)) store.removeItem(draft.key)
}

function draftKeys(): string[] {
  return Object.keys(localStore() ?? {}).filter((key) => key.startsWith(prefix))
}

function parseDraft(key: string): Draft | null {
  const saved = localStore()?.getItem(key)
  return saved ? (JSON.parse(saved) as Draft) : null
}

function isRecent({ savedAt }: { savedAt: number }): boolean {
  return savedAt > Date.now() - longestAge
}
