import type { NewsOf } from '../realtime.schemas.ts'

/** A team, who is in it or who asks changed. Sent to its members and to those whom it invites or who ask it, alone. */
export type TeamChanged = NewsOf<'teams.changed'>
