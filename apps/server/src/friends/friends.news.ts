import { type Hub, memberTopic } from '../platform/realtime/hub.ts'

/** Tells the members concerned, and nobody else. */
export function publishFriendsChanged(hub: Hub, uids: string[]): void {
  for (const uid of uids) hub.publish(memberTopic(uid), { type: 'friends.changed' })
}
