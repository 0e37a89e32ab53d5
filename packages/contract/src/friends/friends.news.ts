import type { NewsOf } from '../realtime.schemas.ts'

/** The relation of the member and another changed. Sent to these two; lists and counts are refetched. */
export type FriendsChanged = NewsOf<'friends.changed'>
