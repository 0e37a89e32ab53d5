import type { NewsOf } from '../realtime.schemas.ts'

/** The topic of the members' public data. */
export const membersTopic = 'members:all'

/** A member has a new name or photo: every list and chat that shows them changes. */
export type MemberChanged = NewsOf<'profiles.member_changed'>
