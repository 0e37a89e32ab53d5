import { memberTopic } from '../platform/realtime/hub.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'

/** For the members concerned, and nobody else. */
export function friendsChanged(...uids: string[]): Publication[] {
  return uids.map((uid) => ({ topic: memberTopic(uid), news: { type: 'friends.changed' } }))
}
