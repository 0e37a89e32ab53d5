import { memberTopic } from '../platform/realtime/hub.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'

/** For the member's own tabs. */
export function accountChanged(uid: string): Publication {
  return { topic: memberTopic(uid), news: { type: 'account.changed' } }
}
