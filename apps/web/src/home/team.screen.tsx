import { MutingItems } from '../chat/muting.tsx'
import { TeamOfPath } from '../teams/team-page.tsx'

/** The page of a team, whose room is muted there. */
export function TeamScreen() {
  return <TeamOfPath muting={(conversationId) => <MutingItems conversationId={conversationId} />} />
}
