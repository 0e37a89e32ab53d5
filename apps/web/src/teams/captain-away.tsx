import type { Team } from '@covo/contract/teams/teams.routes'
import { call } from '../platform/api.ts'
import { useMember } from '../platform/member.ts'
import { Button } from '../ui/button.tsx'
import styles from './team.module.css'
import { useTeamAct } from './teams.queries.ts'
import { teamTexts } from './teams.texts.it.ts'

/** For who may lead the team in the place of an absent captain. */
export function CaptainAway({ team: { id } }: { team: Team }) {
  const { uid } = useMember()
  const following = useTeamAct(() =>
    call('PUT /api/teams/{teamId}/captain', { param: { teamId: id }, json: { uid } }),
  )
  return (
    <div className={styles.away} role="status">
      <p>{teamTexts.captainAway}</p>
      <Button size="small" busy={following.isPending} onClick={() => following.mutate()}>
        {teamTexts.follow}
      </Button>
    </div>
  )
}
