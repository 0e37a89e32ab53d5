import type { Skill } from '@covo/contract/skills'
import type { Team } from '@covo/contract/teams/teams.routes'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMember } from '../platform/member.ts'
import { teamPath } from '../screens.ts'
import { Avatar } from '../ui/avatar.tsx'
import styles from './team-parts.module.css'
import { teamsTexts, teamTexts } from './teams.texts.it.ts'

/** Above as many places, a row of them says nothing. */
const maximumDrawn = 12

/** A team's first letter in an arch. Decoration: the name stands beside it. */
export function TeamArch({ team: { id, name }, isLarge = false }: { team: TeamName; isLarge?: boolean }) {
  return (
    <Avatar
      person={{ uid: id, name, photoURL: null }}
      {...(isLarge ? { size: 'portrait' } : { size: 'large' })}
    />
  )
}

type TeamName = Pick<Team, 'id' | 'name'>

/** The head of a team's card: its arch and its name, which leads to its page and has the id `nameId`, above what `children` say. */
export function TeamHead({
  team,
  nameId,
  children,
}: {
  team: TeamName
  nameId: string
  children: ReactNode
}) {
  return (
    <div className={styles.head}>
      <TeamArch team={team} />
      <div className={styles.name}>
        <h3>
          <Link id={nameId} to={teamPath(team.id)}>
            <bdi>{team.name}</bdi>
          </Link>
        </h3>
        {children}
      </div>
    </div>
  )
}

/** How many are in a team, with an arch for each place, lit where somebody is. */
export function Places({ team: { members, maximum } }: { team: Pick<Team, 'members' | 'maximum'> }) {
  return (
    <p className={styles.places}>
      <span>{teamsTexts.count(members, maximum)}</span>
      {maximum <= maximumDrawn && (
        <span className={styles.arches} aria-hidden="true">
          {Array.from({ length: maximum }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place has no other name
            <span key={place} data-taken={place < members} />
          ))}
        </span>
      )}
    </p>
  )
}

/** The skills that a team looks for, or that somebody has (`label` names them); the viewer's own ones are marked. */
export function SoughtSkills({
  skills,
  label = teamsTexts.skills,
  isBrief = false,
}: {
  skills: readonly Skill[]
  label?: string
  isBrief?: boolean
}) {
  const { interessi = [] } = useMember()
  if (skills.length === 0) return null
  return (
    <ul className={styles.skills} aria-label={label}>
      {skills.map((skill) =>
        interessi.includes(skill) ? (
          <li key={skill} data-common="">
            <IconCheck aria-hidden="true" />
            <span>{skill}</span>
            <span className={isBrief ? 'visually-hidden' : styles.common}>{teamTexts.inCommon}</span>
          </li>
        ) : (
          <li key={skill}>
            <span>{skill}</span>
          </li>
        ),
      )}
    </ul>
  )
}

/** A word on a team. */
export function TeamChip({ children }: { children: ReactNode }) {
  return <span className={styles.chip}>{children}</span>
}
