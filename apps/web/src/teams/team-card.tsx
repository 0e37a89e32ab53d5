import type { TeamSummary } from '@covo/contract/teams/teams.routes'
import { IconMessage2 } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { teamRoomPath } from '../screens.ts'
import { ButtonLink } from '../ui/button.tsx'
import styles from './team-card.module.css'
import { Places, SoughtSkills, TeamChip, TeamHead } from './team-parts.tsx'
import { isMemberOf } from './teams.queries.ts'
import { teamsTexts, teamTexts } from './teams.texts.it.ts'

/** Teams in a grid. `about` is what a card has below its head. */
export function TeamCards<Shown extends TeamSummary>({
  teams,
  label,
  about,
}: {
  teams: readonly Shown[]
  label: string
  about?: (team: Shown) => ReactNode
}) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {teams.map((team) => (
        <TeamCard key={team.id} team={team} about={about?.(team)} />
      ))}
    </ul>
  )
}

function TeamCard({ team, about }: { team: TeamSummary; about: ReactNode }) {
  const nameId = useId()
  const { id, presentation, relation, isLooking } = team
  const isMember = isMemberOf(team)
  const chip = teamsTexts.relations[relation]
  return (
    <li className={styles.card}>
      <TeamHead team={team} nameId={nameId}>
        <Places team={team} />
      </TeamHead>
      {chip && (
        <p>
          <TeamChip>{chip}</TeamChip>
        </p>
      )}
      {about && <div>{about}</div>}
      {presentation && (
        <p className={styles.presentation} dir="auto">
          {presentation}
        </p>
      )}
      {isLooking && <SoughtSkills skills={team.skills} isBrief />}
      {isMember && (
        <ButtonLink
          className={styles.chat}
          size="small"
          variant="soft"
          to={teamRoomPath(id)}
          aria-describedby={nameId}
        >
          <IconMessage2 aria-hidden="true" />
          {teamTexts.chat}
        </ButtonLink>
      )}
    </li>
  )
}
