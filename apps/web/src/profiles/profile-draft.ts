import type { ProfileForm } from '@covo/contract/profiles/profiles.rules'
import { hasFields, tabStore } from '../platform/stores.ts'

// By member, so that nobody reads another's.
const draftKey = (memberId: string) => `covo.profile.${memberId}`

/** The member's unsaved changes of their profile. They outlive a reload and a login. */
export function readProfileDraft(memberId: string): Partial<ProfileForm> {
  return tabStore.readValue(draftKey(memberId), areChanges) ?? {}
}

export function saveProfileDraft(memberId: string, changes: Partial<ProfileForm>): void {
  tabStore.keep(draftKey(memberId), JSON.stringify(changes))
}

export function forgetProfileDraft(memberId: string): void {
  tabStore.remove(draftKey(memberId))
}

function areChanges(stored: unknown): stored is Partial<ProfileForm> {
  return (
    hasFields(stored, {}) &&
    Object.values(stored as object)
      .flat()
      .every((value) => typeof value === 'string')
  )
}
