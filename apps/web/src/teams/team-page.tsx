import type { Team } from '@covo/contract/teams/teams.routes'
import { IconMessage2, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { isUuid } from '../platform/uuid.ts'
import { memberScreens, teamRoomPath } from '../screens.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { ServiceLink } from '../ui/outer-link.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import { Screen } from '../ui/screen.tsx'
import { CaptainAway } from './captain-away.tsx'
import { EditTeamDialog } from './edit-team-dialog.tsx'
import { ReportTeam } from './report-team.tsx'
import styles from './team.module.css'
import { TeamCode } from './team-code.tsx'
import { TeamEntry } from './team-entry.tsx'
import { TeamEvents } from './team-events.tsx'
import { TeamMenu } from './team-menu.tsx'
import { Places, SoughtSkills, TeamArch, TeamChip } from './team-parts.tsx'
import { TeamPeople } from './team-people.tsx'
import { TeamRequests } from './team-requests.tsx'
import { BackToTeams, TeamAwaited, TeamNotFound } from './team-states.tsx'
import { isGone, isMemberOf, teamQuery } from './teams.queries.ts'
import { teamsTexts, teamTexts } from './teams.texts.it.ts'

/** The items of the menu that mute a team's room, which are the chat's. */
type Muting = { muting: (conversationId: string) => ReactNode }

/** The team that the path names: who is in it, whom it looks for, and the ways into it. */
export function TeamOfPath({ muting }: Muting) {
  const { teamId = '' } = useParams()
  const id = teamId.toLowerCase()
  if (!isUuid(id)) return <Navigate to={memberScreens.home.path} replace />
  return <LoadedTeam key={id} id={id} muting={muting} />
}

function LoadedTeam({ id, muting }: Muting & { id: string }) {
  const query = useQuery(teamQuery(id))
  if (isGone(query.error)) return <TeamNotFound />
  if (query.data) return <TeamPage team={query.data} muting={muting} />
  return <TeamAwaited title={teamTexts.title} back={<BackToTeams />} query={query} />
}

function TeamPage({ team, muting }: Muting & { team: Team }) {
  const [isEditing, setIsEditing] = useState(false)
  const isMember = isMemberOf(team)
  const isCaptain = team.relation === 'captain'
  return (
    <Screen
      title={team.name}
      heading={<bdi>{team.name}</bdi>}
      back={<BackToTeams />}
      around={(heading) => (
        <div className={styles.head}>
          <Head team={team}>{heading}</Head>
          {isMember && <TeamMenu team={team}>{muting(team.conversationId)}</TeamMenu>}
        </div>
      )}
    >
      <div className={styles.page}>
        <div className={styles.main}>
          {team.canFollow && <CaptainAway team={team} />}
          <Contained>
            <About team={team} />
          </Contained>
          <Contained>
            <TeamPeople team={team} />
          </Contained>
          <Contained>
            <TeamEvents team={team} />
          </Contained>
        </div>
        <div className={styles.side}>
          <div className={styles.entry}>
            {isMember ? (
              <ButtonLink variant="primary" to={teamRoomPath(team.id)}>
                <IconMessage2 aria-hidden="true" />
                {teamTexts.chat}
              </ButtonLink>
            ) : (
              <TeamEntry team={team} />
            )}
            {isCaptain && (
              <Button onClick={() => setIsEditing(true)}>
                <IconPencil aria-hidden="true" />
                {teamsTexts.edit}
              </Button>
            )}
            {!isCaptain && <ReportTeam team={team} />}
          </div>
          {isCaptain && (
            <>
              <Contained>
                <TeamRequests team={team} />
              </Contained>
              <Contained>
                <TeamCode team={team} />
              </Contained>
            </>
          )}
        </div>
      </div>
      {isCaptain && <EditTeamDialog team={team} isOpen={isEditing} onClose={() => setIsEditing(false)} />}
    </Screen>
  )
}

function Head({ team, children }: { team: Team; children: ReactNode }) {
  const { captain, isLooking } = team
  return (
    <>
      <TeamArch team={team} isLarge />
      <div className={styles.name}>
        {isLooking && (
          <p>
            <TeamChip>{teamsTexts.isLooking}</TeamChip>
          </p>
        )}
        {children}
        <p className={styles.captain}>
          <span>{teamsTexts.captainIs}</span>
          {captain ? (
            <PersonLink uid={captain.uid}>
              <bdi>{captain.displayName}</bdi>
            </PersonLink>
          ) : (
            <span>{teamsTexts.hiddenCaptain}</span>
          )}
        </p>
        <Places team={team} />
      </div>
    </>
  )
}

/** What a team says of itself; nothing where it says nothing. */
function About({ team: { presentation, skills, ctftimeId } }: { team: Team }) {
  if (!presentation && skills.length === 0 && !ctftimeId) return null
  return (
    <div className={styles.about}>
      {presentation && (
        <p className={styles.presentation} dir="auto">
          <LinkedText text={presentation} />
        </p>
      )}
      {skills.length > 0 && (
        <div className={styles.sought}>
          <p className={styles.label} aria-hidden="true">
            {teamsTexts.skills}
          </p>
          <SoughtSkills skills={skills} />
        </div>
      )}
      {ctftimeId && (
        <p className={styles.ctftime}>
          <ServiceLink href={`https://ctftime.org/team/${ctftimeId}`}>{teamTexts.ctftime}</ServiceLink>
          <span>{teamTexts.claimed}</span>
        </p>
      )}
    </div>
  )
}
