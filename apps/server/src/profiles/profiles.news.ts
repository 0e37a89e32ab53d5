import { membersTopic } from '@covo/contract/profiles/profiles.news'
import type { Hub } from '../platform/realtime/hub.ts'

/** Tells everybody: names and photos stand beside messages, friends and events of everyone. */
export function publishMemberChanged(
  hub: Hub,
  { uid, displayName, photoURL }: { uid: string; displayName: string; photoURL: string },
): void {
  hub.publish(membersTopic, { type: 'profiles.member_changed', uid, displayName, photoURL })
}
