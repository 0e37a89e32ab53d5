import { memberTopic } from '../platform/realtime/hub.ts'
import type { Piece } from '../platform/realtime/newsroom.ts'

/** Tells the members concerned, and nobody else. */
export function friendsChanged(...uids: string[]): Piece[] {
  return uids.map((uid) => ({ topic: memberTopic(uid), news: { type: 'friends.changed' } }))
}
