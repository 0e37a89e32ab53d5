/** The topic of the members' public data. */
export const membersTopic = 'members:all'

/** A member has a new name or photo: every list and chat that shows them changes. */
export type MemberChanged = {
  type: 'profiles.member_changed'
  uid: string
  displayName: string
  photoURL: string
}

/** The member saved their own document, in another tab perhaps: it is refetched. Sent to them alone. */
export type OwnProfileChanged = { type: 'profiles.own_profile_changed' }
