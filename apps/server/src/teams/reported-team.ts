import type { Database } from '../platform/database/database.ts'
import { findMembers, findTeam } from './teams.store.ts'

/** A team as a member sees it, for a report, with what its captain answers for; null where they don't see it. */
export async function findReportedTeam(trx: Database, { uid }: { uid: string }, id: string) {
  const team = await findTeam(trx, id, uid)
  if (!team) return null
  const { name, presentation, skills, ctftimeId, captainId } = team
  const captain = (await findMembers(trx, id, uid)).find((member) => member.uid === captainId)
  return {
    memberId: captainId,
    isOwn: captainId === uid,
    snapshot: {
      kind: 'team' as const,
      name,
      fields: {
        name,
        presentation,
        skills: skills.join(', '),
        ctftimeId,
        captainName: captain?.displayName,
      },
    },
  }
}
