import type { ProfileForm } from '@covo/contract/profiles/profiles.rules'

// By member, so that nobody reads another's.
const draftKey = (memberId: string) => `covo.profile.${memberId}`

/** The member's unsaved changes of their profile. They outlive a reload and a login. */
export function readProfileDraft(memberId: string): Partial<ProfileForm> {
  const saved = sessionStorage.getItem(draftKey(memberId))
  return saved ? (JSON.parse(saved) as Partial<ProfileForm>) : {}
}

export function saveProfileDraft(memberId: string, changes: Partial<ProfileForm>): void {
  try {
    sessionStorage.setItem(draftKey(memberId), JSON.stringify(changes))
  } catch {
    // The browser's store is full: the changes are on the screen alone.
  }
}

export function forgetProfileDraft(memberId: string): void {
  sessionStorage.removeItem(draftKey(memberId))
}
