import { deviceStore, hasFields } from './stores.ts'

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
  const key = prefix + name
  if (text && deviceStore.read(key) === null) makeRoom()
  deviceStore.keep(key, text && JSON.stringify({ text, savedAt: Date.now() } satisfies Draft))
}

export function forgetDeviceDrafts(): void {
  deviceStore.keys(prefix).forEach(deviceStore.remove)
}

function makeRoom(): void {
  const drafts = deviceStore
    .keys(prefix)
    .map((key) => ({ key, savedAt: parseDraft(key)?.savedAt ?? 0 }))
    .sort((one, other) => other.savedAt - one.savedAt)
  for (const [place, draft] of drafts.entries())
    if (place >= maximumDrafts - 1 || !isRecent(draft)) deviceStore.remove(draft.key)
}

function parseDraft(key: string): Draft | null {
  return deviceStore.readValue(key, isDraft)
}

function isDraft(stored: unknown): stored is Draft {
  return hasFields(stored, { text: 'string', savedAt: 'number' })
}

function isRecent({ savedAt }: { savedAt: number }): boolean {
  return savedAt > Date.now() - longestAge
}
