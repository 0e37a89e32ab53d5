import { memberTopic } from '../platform/realtime/hub.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'

/** For the member's own tabs. */
export function notificationsChanged(uid: string, unread: number): Publication {
  return { topic: memberTopic(uid), news: { type: 'notifications.changed', unread } }
}
