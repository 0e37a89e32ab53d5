import type { EventTeam } from '@covo/contract/teams/event-teams.routes'
import { Avatar } from '../ui/avatar.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import styles from './event-teams.module.css'
import { eventTeamsTexts, teamTexts } from './teams.texts.it.ts'

/** Names of a line-up that a card has room for. */
const maximumBrief = 3

/** Those who play an event for a team whom the viewer sees, and how many more there are; nothing where there are none. */
export function Lineup({ team: { players, lineup } }: { team: EventTeam }) {
  const unseen = players - lineup.length
  if (lineup.length === 0) return null
  return (
    <div className={styles.lineup}>
      <ul aria-label={eventTeamsTexts.lineup}>
        {lineup.map(({ uid, displayName, photoURL }) => (
          <li key={uid}>
            <PersonLink uid={uid} isDecoration>
              <Avatar person={{ uid, name: displayName, photoURL }} />
            </PersonLink>
            <PersonLink uid={uid}>
              <bdi>{displayName}</bdi>
            </PersonLink>
          </li>
        ))}
      </ul>
      {unseen > 0 && <p className={styles.unseen}>{teamTexts.unseen(unseen)}</p>}
    </div>
  )
}

/** How many play an event for a team, and the first of them. */
export function BriefLineup({ team: { players, lineup }, limit }: { team: EventTeam; limit: number | null }) {
  const named = lineup.slice(0, maximumBrief)
  const unnamed = players - named.length
  return (
    <div className={styles.brief}>
      <p>{eventTeamsTexts.players(players, limit)}</p>
      {named.length > 0 && (
        <ul aria-label={eventTeamsTexts.lineup}>
          {named.map(({ uid, displayName }) => (
            <li key={uid}>
              <bdi>{displayName}</bdi>
            </li>
          ))}
          {unnamed > 0 && <li data-rest="">{teamTexts.unseen(unnamed)}</li>}
        </ul>
      )}
    </div>
  )
}
