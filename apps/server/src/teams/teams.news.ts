import { memberTopic } from '../platform/realtime/hub.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'

/** For the tabs and devices of those concerned. */
export function teamChanged(teamId: string, uids: readonly string[]): Publication[] {
  return uids.map((uid) => ({ topic: memberTopic(uid), news: { type: 'teams.changed', teamId } }))
}
