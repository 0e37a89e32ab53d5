import { teamRoomId } from '@covo/contract/chat/chat.rules'
import type { Team } from '@covo/contract/teams/teams.routes'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { forgetConversation } from '../chat/conversations.ts'
import { MutingItems } from '../chat/muting.tsx'
import { RoomScreen } from '../chat/room.tsx'
import { RoomHead } from '../chat/room-head.tsx'
import { isUuid } from '../platform/uuid.ts'
import { memberScreens, teamPath } from '../screens.ts'
import { TeamMenu } from '../teams/team-menu.tsx'
import { BackToTeams, TeamAwaited, TeamNotFound } from '../teams/team-states.tsx'
import { isGone, isMemberOf, teamQuery } from '../teams/teams.queries.ts'
import { teamRoomTexts } from '../teams/teams.texts.it.ts'
import { BackLink } from '../ui/back-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from '../ui/screen.tsx'

/** The room of a team's members. */
export function TeamRoomScreen() {
  const { teamId = '' } = useParams()
  const id = teamId.toLowerCase()
  if (!isUuid(id)) return <Navigate to={memberScreens.home.path} replace />
  return <TeamRoom key={id} id={id} />
}

function TeamRoom({ id }: { id: string }) {
  const query = useQuery(teamQuery(id))
  /** The team as it was when the member was last seen in it. */
  const [known, setKnown] = useState<Team | null>(null)
  const team = isGone(query.error) ? null : query.data
  if (team && isMemberOf(team)) {
    if (known !== team) setKnown(team)
    const conversationId = teamRoomId(id)
    return (
      <RoomScreen
        conversationId={conversationId}
        name={teamRoomTexts.name}
        {...headOf(team)}
        around={(heading) => (
          <RoomHead conversationId={conversationId} heading={heading}>
            <TeamMenu team={team}>
              <MutingItems conversationId={conversationId} />
            </TeamMenu>
          </RoomHead>
        )}
      />
    )
  }
  if (team !== undefined)
    return (
      <Outside id={id}>
        {known ? (
          <Screen {...headOf(known)} back={<BackToTeams />}>
            <EmptyState text={teamRoomTexts.outside} />
          </Screen>
        ) : (
          <TeamNotFound />
        )}
      </Outside>
    )
  return <TeamAwaited title={teamRoomTexts.name} back={<BackToTeam id={id} />} query={query} />
}

/** For who isn't in the team: what this device keeps of its room is forgotten. */
function Outside({ id, children }: { id: string; children: ReactNode }) {
  useEffect(() => forgetConversation(teamRoomId(id)), [id])
  return children
}

function headOf({ id, name }: Team) {
  return {
    title: teamRoomTexts.title(name),
    heading: teamRoomTexts.heading(<bdi key="name">{name}</bdi>),
    back: <BackToTeam id={id} />,
  }
}

function BackToTeam({ id }: { id: string }) {
  return <BackLink to={teamPath(id)}>{teamRoomTexts.back}</BackLink>
}
